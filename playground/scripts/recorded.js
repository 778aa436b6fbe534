// A run that was recorded elsewhere, by `inbounds watch`: the user's own function and operators, in two coordinates.
const PACKED = { f4: Float32Array, u1: Uint8Array };

function unpacked({ kind, data }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new PACKED[kind](bytes.buffer);
}

class Recording {
  constructor(data) {
    this.data = data;
    const [count, size] = data.outside.shape;
    const slices = (packed, width) => { const all = unpacked(packed); return Array.from({ length: count }, (_, g) => all.subarray(g * width, (g + 1) * width)); };
    const points = Object.fromEntries(Object.entries(data.points).map(([name, packed]) => [name, slices(packed, 2 * size)]));
    const numbers = Object.fromEntries(Object.entries(data.numbers).map(([name, packed]) => [name, unpacked(packed)]));
    const [outside, accepted] = [slices(data.outside, size), slices(data.accepted, size)];
    this.frames = Array.from({ length: count }, (_, g) => ({
      ...Object.fromEntries(Object.entries(points).map(([name, rows]) => [name, rows[g]])),
      ...Object.fromEntries(Object.entries(numbers).map(([name, values]) => [name, values[g]])),
      outside: outside[g], accepted: accepted[g], generations: g,
    }));
  }

  frame(number) { return this.frames[Math.min(number, this.frames.length - 1)]; }
  get last() { return this.frames.length - 1; }
  free() {}
}

// What is known of the run, in the place of the choices.
function recordedFacts({ title, algorithm, summary, dimension, axes, landscape }) {
  const span = ({ name, low, high }) => `${name} in [${Number(low.toPrecision(6))}, ${Number(high.toPrecision(6))}]`;
  const rows = [
    ['Function', title], ['Dimension', dimension], ['Across', span(axes[0])], ['Up', span(axes[1])],
    ['Mutation', algorithm.mutation], ['Crossover', algorithm.crossover], ['Boundary method', algorithm.boundary], ['F and Cr', algorithm.adaptation],
  ];
  return h('div', {}, h('dl', { class: 'facts' }, rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, String(value))])),
    summary ? h('p', {}, summary) : null,
    h('p', { class: 'faint' }, `A recorded run, seen in two of its coordinates. ${landscape ? 'Behind the points: the function in this plane through the best point found, darker is better.' : ''}${dimension > 2 ? ' A donor can have left the box in a coordinate that is not shown.' : ''}`));
}
