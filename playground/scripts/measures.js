// The live numbers beside a box: best value, repaired share, diversity, and how they went.
const MEASURES = [
  { key: 'best', short: 'best', label: 'best f − f_opt', read: (frame) => frame.best, text: (value) => show.precision(value), log: true },
  { key: 'share', short: 'repaired', label: 'repaired share', read: (frame) => frame.share, text: (value) => show.percent(value) },
  { key: 'diversity', short: 'diversity', label: 'diversity', read: (frame) => frame.diversity, text: (value) => (value >= 0.001 ? value.toFixed(3) : value.toExponential(0)), log: true },
];
const MEASURE_NOTES = {
  best: 'The best value so far, above that of the optimum.',
  share: 'Trials that the boundary method treated, of all evaluations so far.',
  diversity: 'Mean distance of the individuals from their centre, in sides of the box.',
};

// A recorded function is the user's own: where its optimum lies is not known.
function measureTheFunctionItself() {
  Object.assign(MEASURES[0], { label: 'best f' });
  MEASURE_NOTES.best = 'The best value so far.';
}

function measureNumbers() {
  const values = Object.fromEntries(MEASURES.map(({ key }) => [key, h('dd', { 'data-measure': key })]));
  const element = h('dl', { class: 'numbers' }, MEASURES.map(({ key, short }) => h('div', { title: MEASURE_NOTES[key] }, h('dt', {}, short), values[key])));
  const update = (frame) => MEASURES.forEach(({ key, read, text }) => { values[key].textContent = text(read(frame)); });
  return { element, update };
}

// A small curve for each measure, up to the generation that is shown.
function measureCurves(simulation, generation, stage, width) {
  const frames = [...Array.from({ length: generation }, (_, k) => simulation.frame(k)), shownNumbers(simulation, generation, stage)];
  const [height, left, right, top, bottom] = [64, 4, 4, 6, 6];
  return MEASURES.map(({ key, label, read, text, log: wanted }) => {
    const log = wanted && frames.every((frame) => read(frame) > 0); // a recorded function can have any values
    const values = frames.map(read).map((value) => (log ? Math.max(Math.log10(Math.max(value, 1e-300)), FLOOR) : value));
    const finite = values.filter(Number.isFinite);
    const [low, high] = log ? [Math.min(...finite), Math.max(...finite, Math.min(...finite) + 0.5)] : [Math.min(0, ...finite), Math.max(0.01, ...finite)];
    const x = linear(0, Math.max(20, frames.length - 1), left, width - right), y = linear(low, high, height - bottom, top);
    const points = values.map((value, k) => [x(k), y(value)]).filter(([, at]) => Number.isFinite(at));
    const end = points[points.length - 1] ?? [left, height - bottom];
    return h('figure', {},
      h('figcaption', { title: MEASURE_NOTES[key] }, label, log ? h('span', { class: 'faint' }, ', log scale') : null, h('strong', { 'data-measure': key }, text(read(frames[frames.length - 1])))),
      svg('svg', { width, height, role: 'img', 'aria-label': `${label} over the generations` },
        svg('line', { class: 'axis', x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
        svg('path', { class: 'curve', d: path(points) }), svg('circle', { class: 'end', cx: end[0], cy: end[1], r: 3 })));
  });
}

// The numbers as they are at this stage: a repair counts when it was made, a better value when it was selected.
function shownNumbers(simulation, generation, stage) {
  const now = simulation.frame(generation);
  if (generation === 0 || stage >= STAGES) return now;
  return { ...simulation.frame(generation - 1), share: stage >= 2 ? now.share : simulation.frame(generation - 1).share };
}
