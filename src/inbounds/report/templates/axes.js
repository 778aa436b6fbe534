// Scales and axes of the charts.
const FLOOR = -12; // log10 of the smallest precision shown; smaller ones stand on the edge

const linear = (low, high, from, to) => (value) => from + ((value - low) / (high - low || 1)) * (to - from);

// Powers of ten between two exponents, thinned to fit.
function decades(low, high, most) {
  const step = Math.max(1, Math.ceil((high - low) / most));
  const found = [];
  for (let power = Math.ceil(low); power <= high + 1e-9; power += 1) if (power % step === 0) found.push(power);
  return found;
}

// Powers of ten, or where fewer than two lie between the ends, 1, 2 and 5 of them.
function countTicks(low, high, most) {
  const powers = decades(low, high, most).map((power) => [power, power10(power)]);
  if (powers.length > 1) return powers;
  const found = [];
  for (let power = Math.floor(low); power <= high; power += 1) for (const digit of [1, 2, 5]) {
    const place = power + Math.log10(digit);
    if (place >= low - 1e-9 && place <= high + 1e-9) found.push([place, Number((digit * 10 ** power).toPrecision(2)).toLocaleString('en-US')]);
  }
  return found;
}

const SUPERSCRIPT = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
const power10 = (power) => (power === 0 ? '1' : power === 1 ? '10' : `10${[...String(power)].map((c) => SUPERSCRIPT[c]).join('')}`);

// Whole decades around the finite values of log10 numbers.
function logRange(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const shown = Math.max(value, FLOOR);
    low = Math.min(low, shown);
    high = Math.max(high, shown);
  }
  if (low > high) return [0, 1];
  const edge = low <= FLOOR ? 0.3 : 0;
  return [Math.floor(low) - edge, Math.max(Math.ceil(high), Math.floor(low) + 1)];
}

function bottomAxis(ticks, place, y, top, label, middle) {
  return svg('g', {}, ticks.map(([value, text]) => [
    svg('line', { class: 'grid', x1: place(value), x2: place(value), y1: top, y2: y }),
    svg('text', { class: 'tick', x: place(value), y: y + 14, 'text-anchor': 'middle' }, text),
  ]), label ? svg('text', { class: 'tick', x: middle, y: y + 29, 'text-anchor': 'middle' }, label) : null);
}

function leftAxis(ticks, place, x, right) {
  return svg('g', {}, ticks.map(([value, text]) => [
    svg('line', { class: 'grid', x1: x, x2: right, y1: place(value), y2: place(value) }),
    svg('text', { class: 'tick', x: x - 5, y: place(value) + 3.5, 'text-anchor': 'end' }, text),
  ]));
}

const path = (points) => points.map(([x, y], k) => `${k ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
const DASH = { solid: null, dashed: '6 4', dotted: '1.5 3', dashdot: '6 3 1.5 3' };
