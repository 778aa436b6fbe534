// Ranks with significance, as the analysis of the library makes them on one problem: deep statistical comparison.
const RANK_FLOOR = 1e-8; // precisions below count as equal
const LEVEL = 0.05;

// Two-sided two-sample Kolmogorov–Smirnov p-value, exact, for samples of equal size n:
// P(n D ≥ h) = 2 Σ_{j ≥ 1} (−1)^(j−1) C(2n, n − j h) / C(2n, n).
function ksPValue(a, b) {
  const n = a.length, [first, second] = [a, b].map((sample) => Float64Array.from(sample).sort());
  let h = 0;
  for (let i = 0, j = 0; i < n && j < n;) {
    const value = Math.min(first[i], second[j]);
    while (i < n && first[i] === value) i++;
    while (j < n && second[j] === value) j++;
    h = Math.max(h, Math.abs(i - j));
  }
  if (h === 0) return 1;
  let [sum, ratio, k] = [0, 1, 0];
  for (let j = 1; j * h <= n; j++) {
    for (; k < j * h; k++) ratio *= (n - k) / (n + k + 1);
    sum += j % 2 ? ratio : -ratio;
  }
  return Math.min(1, 2 * sum);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// Fractional ranks, ties averaged.
const rankData = (values) => values.map((value) => values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2);

// One sample of final precisions per method. `worse`: distributed significantly differently from the best-ranked, and ranked behind it.
function rankSamples(samples) {
  const floored = samples.map((sample) => sample.map((value) => Math.max(value, RANK_FLOOR)));
  const m = floored.length, threshold = LEVEL / Math.max(1, (m * (m - 1)) / 2);
  const same = floored.map((a, i) => floored.map((b, j) => i === j || ksPValue(a, b) >= threshold));
  const transitive = same.every((row, i) => row.every((_, j) => same[i][j] || !row.some((linked, k) => linked && same[k][j])));
  const means = floored.map(mean);
  // Methods that no test separates share the mean of their means; without transitivity each stands for itself.
  const ranks = rankData(transitive ? same.map((row) => mean(means.filter((_, j) => row[j]))) : means);
  const best = ranks.indexOf(Math.min(...ranks));
  return { ranks, best, transitive, threshold, worse: same.map((row, j) => ranks[j] > ranks[best] && !row[best]) };
}
