// Box plots and curves of all boundary methods on one problem; chosen methods are coloured, the others grey.
const METHOD_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#e69f00', '#56b4e9', '#cc79a7', '#63a355', '#7a5fc0', '#e377c2', '#a3324f', '#8c8c2b', '#a5673f', '#7f8c99'];
const methodColour = (m) => METHOD_COLOURS[m % METHOD_COLOURS.length];
const colourOf = (m) => (state.chosen.has(m) ? tint(methodColour(m)) : 'var(--quiet)');

const log10 = (value) => (value > 0 ? Math.max(Math.log10(value), FLOOR) : FLOOR);

// Whether the box plots stand beside two rows of curves and have room; the width is where style.css puts all below each other.
const besideTwoRows = (study) => recordedCurves(study).length > 2 && !window.matchMedia('(max-width: 60rem)').matches;

const boxStep = (study) => (besideTwoRows(study) ? 25 : 17);
const boxChartHeight = (study) => 4 + boxStep(study) * study.boundaries.length + 34; // room above the boxes, and for the axis
const CURVE_HEIGHT = 190;

function boxChart(study, c, f, width) {
  const [left, right, top, step] = [Math.min(136, width * 0.36), 46, 4, boxStep(study)];
  const half = step * 0.32;
  const bottom = top + step * study.boundaries.length;
  const boxes = study.boundaries.map((_, m) => (study.runs.at(c, f, m) > 0 ? study.boxes.row(c, f, m) : null));
  const [low, high] = logRange(boxes.filter(Boolean).flatMap((box) => [log10(box[0]), log10(box[4])]));
  const x = linear(low, high, left, width - right);
  const ticks = decades(low, high, Math.max(2, Math.floor((width - left - right) / 55))).map((power) => [power, power10(power)]);
  const rows = study.boundaries.map((boundary, m) => {
    const y = top + step * (m + 0.5);
    const label = svg('text', { x: left - 7, y: y + 4, 'text-anchor': 'end', style: { fontWeight: state.chosen.has(m) ? '700' : '400' } }, shorten(boundary.label, Math.floor(left / 6.3)));
    const rank = svg('text', { class: 'tick', x: width - right + 8, y: y + 4 }, show.rank(study.functionRank.at(c, f, m)));
    const box = boxes[m];
    if (!box) return svg('g', {}, label, svg('text', { class: 'tick', x: left + 4, y: y + 4 }, 'no runs'));
    const [least, first, median, third, most] = [...box].slice(0, 5).map((value) => x(log10(value)));
    const colour = colourOf(m);
    return svg('g', { 'data-box': m, ...hoverRow(() => boxWords(study, c, f, m)) },
      svg('rect', { x: 0, y: y - step / 2, width, height: step, fill: 'transparent' }), label,
      svg('line', { x1: least, x2: most, y1: y, y2: y, style: { stroke: colour }, 'stroke-width': 1.3 }),
      [least, most].map((end) => svg('line', { x1: end, x2: end, y1: y - 3, y2: y + 3, style: { stroke: colour }, 'stroke-width': 1.3 })),
      svg('rect', { x: first, y: y - half, width: Math.max(third - first, 1), height: 2 * half, 'fill-opacity': state.chosen.has(m) ? 0.55 : 0.4, style: { fill: colour, stroke: colour } }),
      svg('line', { x1: median, x2: median, y1: y - half, y2: y + half, stroke: 'var(--ink)', 'stroke-width': 2 }), rank);
  });
  return picture(width, boxChartHeight(study), { 'aria-label': `Box plots of the final precision, ${problemName(study, study.blocks[f])}` },
    bottomAxis(ticks, x, bottom, top, 'final precision', (left + width - right) / 2),
    svg('text', { class: 'tick', x: width - right + 8, y: bottom + 29 }, 'rank'), rows);
}

const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function hoverRow(words) {
  return { onmousemove: (event) => showTooltip(...words(), event.clientX, event.clientY), onmouseleave: hideTooltip };
}

function boxWords(study, c, f, m) {
  const [low, first, median, third, high, mean] = study.boxes.row(c, f, m);
  return [`${study.boundaries[m].label} on ${problemName(study, study.blocks[f])}`, [
    ['rank', show.rank(study.functionRank.at(c, f, m))], ['runs', show.count(study.runs.at(c, f, m))], ['best run', show.precision(low)],
    ['quartiles', `${show.precision(first)} … ${show.precision(third)}`], ['median', show.precision(median)], ['mean', show.precision(mean)], ['worst run', show.precision(high)],
  ]];
}

// How each kind of curve is packed, scaled, labelled and told; `low` is the least value that is drawn.
const percentTicks = (high) => shareTicks(high).map((share) => [share, `${Math.round(100 * share)} %`]);
const parameterCurve = (name) => ({
  title: `Mean ${name}`, label: `mean ${name}`, steps: 10000, low: 0, tell: show.number,
  range: (values) => [0, Math.max(1, ...values)], ticks: (low, high) => shareTicks(high).map((value) => [value, value.toFixed(1)]),
});
const measureCurve = (title) => ({
  title, label: title.toLowerCase(), steps: 10000, low: 0, tell: show.percent,
  range: (values) => [0, Math.max(0.001, ...values) * 1.04], ticks: (low, high) => [0, 0.25, 0.5, 0.75, 1].map((share) => [share * high, `${Number((100 * share * high).toPrecision(2))} %`]),
});
const CURVES = {
  precision: {
    title: 'Convergence', label: 'median best precision', steps: 1000, low: FLOOR, tell: (power) => show.precision(10 ** power),
    range: logRange, ticks: (low, high) => decades(low, high, 7).map((power) => [power, power10(power)]),
  },
  repaired: {
    title: 'Repaired share so far', label: 'mean repaired share', steps: 10000, low: 0, tell: show.percent,
    range: (values) => [0, Math.max(0.05, ...values) * 1.04], ticks: (low, high) => percentTicks(high),
  },
  f: parameterCurve('F'),
  cr: parameterCurve('Cr'),
  outside: measureCurve('Components outside the box'),
  cosine: { ...measureCurve('Cosine between step and repaired step'), low: -1, tell: show.number, range: (values) => [Math.min(0, ...values), 1],
    ticks: (low) => [-1, -0.5, 0, 0.5, 1].filter((value) => value >= low).map((value) => [value, value.toFixed(1)]) },
  distance: { ...measureCurve('Distance moved by repair, in box widths'), steps: 1, tell: show.number,
    ticks: (low, high) => [0, 0.25, 0.5, 0.75, 1].map((share) => [share * high, (share * high).toPrecision(2)]) },
  survived_repaired: measureCurve('Repaired trials that survive'),
  survived_unrepaired: measureCurve('Other trials that survive'),
  diversity: measureCurve('Mean standard deviation, in box widths'),
  extension: measureCurve('Extension of the population'),
  on_bound: measureCurve('Coordinates exactly on a bound'),
};
const recordedCurves = (study) => (study.curves ? Object.keys(CURVES).filter((kind) => study.curves.values[kind]) : []);

// Where the curves can differ: after the first population, in which no method had anything to do, and not while all are equal.
function firstDifference(counts, lines, population) {
  const last = Math.max(counts.length - 2, 0);
  const differ = (k) => { const found = lines.map((line) => line[k]).filter(Number.isFinite); return found.length > 0 && Math.max(...found) > Math.min(...found); };
  const common = counts.findIndex((count) => count >= (population || 1));
  const first = counts.findIndex((_, k) => k >= common && differ(k));
  return first < 0 || common < 0 ? 0 : Math.min(Math.max(first - 1, common), last);
}

function curveChart(study, c, f, kind, width) {
  const curve = CURVES[kind];
  const [left, right, top, height] = [44, 10, 6, CURVE_HEIGHT];
  const bottom = height - 34;
  const counts = study.curves.evaluations[study.curves.countsOfBlock[f]];
  const lines = study.boundaries.map((_, m) => [...study.curves.values[kind].row(c, f, m)].slice(0, counts.length).map((step) => (step === MISSING ? NaN : step / curve.steps)));
  const first = firstDifference(counts, lines, study.population);
  const [start, end] = [Math.log10(counts[first]), Math.log10(counts[counts.length - 1])];
  const [low, high] = curve.range(lines.flatMap((line) => line.slice(first)).filter(Number.isFinite));
  const x = linear(start, end, left, width - right);
  const y = linear(low, high, bottom, top);
  const xTicks = countTicks(start, end, Math.floor((width - left) / 45));
  const order = study.boundaries.map((_, m) => m).sort((a, b) => state.chosen.has(a) - state.chosen.has(b));
  const drawn = order.map((m) => {
    const points = lines[m].map((value, k) => [x(Math.log10(counts[k])), y(Math.max(value, curve.low))]).filter(([, py], k) => k >= first && Number.isFinite(py));
    return points.length ? svg('path', { d: path(points), fill: 'none', style: { stroke: colourOf(m) }, 'stroke-width': state.chosen.has(m) ? 2.2 : 1, 'stroke-linejoin': 'round' }) : null;
  });
  const guide = svg('line', { class: 'axis', y1: top, y2: bottom, visibility: 'hidden' });
  const hover = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = start + ((event.clientX - box.left - left) / (width - left - right)) * (end - start);
    const k = counts.reduce((best, count, place) => (place > first && Math.abs(Math.log10(count) - wanted) < Math.abs(Math.log10(counts[best]) - wanted) ? place : best), first);
    guide.setAttribute('x1', x(Math.log10(counts[k])));
    guide.setAttribute('x2', x(Math.log10(counts[k])));
    guide.setAttribute('visibility', 'visible');
    const listed = study.boundaries.map((_, m) => m).filter((m) => Number.isFinite(lines[m][k]) && (state.chosen.size === 0 || state.chosen.has(m)));
    const all = study.boundaries.map((_, m) => lines[m][k]).filter(Number.isFinite);
    showTooltip(`after ${counts[k].toLocaleString('en-US')} evaluations`, [...listed.map((m) => [study.boundaries[m].label, curve.tell(lines[m][k])]),
      all.length ? ['all methods', `${curve.tell(Math.min(...all))} … ${curve.tell(Math.max(...all))}`] : null], event.clientX, event.clientY);
  };
  return picture(width, height, { 'data-curve': kind, 'aria-label': `${curve.label}, ${problemName(study, study.blocks[f])}`, onmousemove: hover, onmouseleave: () => { guide.setAttribute('visibility', 'hidden'); hideTooltip(); } },
    svg('rect', { x: 0, y: 0, width, height, fill: 'transparent' }), leftAxis(curve.ticks(low, high), y, left, width - right),
    bottomAxis(xTicks, x, bottom, top, 'evaluations', (left + width - right) / 2), drawn, guide);
}

// How an adaptive mixture shares out its repairs: a line per part.
function sharesChart(study, mixture, c, f, width) {
  const [left, right, top, height] = [44, 10, 6, CURVE_HEIGHT];
  const bottom = height - 34;
  const counts = study.curves.evaluations[study.curves.countsOfBlock[f]];
  const lines = mixture.parts.map((_, k) => [...mixture.values.row(c, f, k)].slice(0, counts.length).map((step) => (step === MISSING ? NaN : step / 10000)));
  const [start, end] = [Math.log10(study.population || 1), Math.log10(counts[counts.length - 1])];
  const x = linear(start, end, left, width - right);
  const y = linear(0, 1, bottom, top);
  const drawn = lines.map((line, k) => {
    const points = line.map((value, at) => [x(Math.log10(counts[at])), y(value)]).filter(([px, py]) => px >= left && Number.isFinite(py));
    const words = () => [mixture.parts[k], [['share at the end', show.percent(line[line.length - 1])]]];
    if (!points.length) return null;
    const name = svg('text', { class: 'tick', x: width - right - 2, y: points[points.length - 1][1] - 4, 'text-anchor': 'end', style: { fill: tint(methodColour(k)) } }, mixture.parts[k]);
    return svg('g', {}, svg('path', { d: path(points), fill: 'none', style: { stroke: tint(methodColour(k)) }, 'stroke-width': 2, 'data-part': k, ...hoverRow(words) }), name);
  });
  return picture(width, height, { 'data-shares': mixture.boundary, 'aria-label': `shares of ${mixture.parts.join(', ')}, ${problemName(study, study.blocks[f])}` },
    leftAxis(percentTicks(1), y, left, width - right), bottomAxis(countTicks(start, end, Math.floor((width - left) / 45)), x, bottom, top, 'evaluations', (left + width - right) / 2), drawn);
}

// Which walls are hit: a stepped line per method over the coordinates, upper walls above zero and lower ones below.
function wallHitsChart(study, c, f, width) {
  const [left, right, top, height] = [44, 10, 6, CURVE_HEIGHT];
  const bottom = height - 34;
  const { dimension } = study.blocks[f];
  const shares = (side, m) => [...study.wallHits[side].row(c, f, m)].slice(0, dimension).map((step) => (step === MISSING ? NaN : step / 10000));
  const methods = study.boundaries.map((_, m) => ({ m, upper: shares('upper', m), lower: shares('lower', m) }));
  const high = Math.max(0.001, ...methods.flatMap(({ upper, lower }) => [...upper, ...lower]).filter(Number.isFinite)) * 1.04;
  const x = linear(0.5, dimension + 0.5, left, width - right);
  const y = linear(-high, high, bottom, top);
  const steps = (values, sign) => values.flatMap((value, j) => [[x(j + 0.5), y(sign * value)], [x(j + 1.5), y(sign * value)]]).filter(([, py]) => Number.isFinite(py));
  const ordered = [...methods].sort((a, b) => state.chosen.has(a.m) - state.chosen.has(b.m));
  const drawn = ordered.map(({ m, upper, lower }) => {
    const points = [steps(upper, 1), steps(lower, -1)].filter((side) => side.length);
    return points.length ? svg('path', { d: points.map(path).join(''), fill: 'none', style: { stroke: colourOf(m) }, 'stroke-width': state.chosen.has(m) ? 2.2 : 1, 'data-method': m }) : null;
  });
  const each = Math.ceil(dimension / Math.max(2, Math.floor((width - left - right) / 30)));
  const xTicks = Array.from({ length: dimension }, (_, j) => j + 1).filter((j) => (j - 1) % each === 0).map((j) => [j, String(j)]);
  const yTicks = [-1, -0.5, 0, 0.5, 1].map((part) => [part * high, `${Number((100 * Math.abs(part) * high).toPrecision(2))} %`]);
  const hover = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const j = Math.min(dimension - 1, Math.max(0, Math.floor(((event.clientX - box.left - left) / (width - left - right)) * dimension)));
    const listed = methods.filter(({ m, upper }) => Number.isFinite(upper[j]) && (state.chosen.size === 0 || state.chosen.has(m)));
    showTooltip(`coordinate ${j + 1}: beyond the lower, the upper wall`, listed.map(({ m, upper, lower }) => [study.boundaries[m].label, `${show.percent(lower[j])}, ${show.percent(upper[j])}`]), event.clientX, event.clientY);
  };
  return picture(width, height, { 'data-walls': f, 'aria-label': `donors beyond each wall, ${problemName(study, study.blocks[f])}`, onmousemove: hover, onmouseleave: hideTooltip },
    svg('rect', { x: 0, y: 0, width, height, fill: 'transparent' }), leftAxis(yTicks, y, left, width - right),
    bottomAxis(xTicks, x, bottom, top, 'coordinate', (left + width - right) / 2), svg('line', { class: 'axis', x1: left, x2: width - right, y1: y(0), y2: y(0) }), drawn);
}

function shareTicks(high) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((size) => high / size <= 6) || 0.25;
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, k) => k * step);
}
