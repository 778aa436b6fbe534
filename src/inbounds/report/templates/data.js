// The numbers of the page: arrays packed as base64, decoded when they are first asked for.
const TYPES = { f4: Float32Array, i4: Int32Array, i2: Int16Array };
const MISSING = -32768;

class Cube {
  constructor(packed) {
    this.packed = packed;
    this.shape = packed.shape;
    this.steps = this.shape.map((_, k) => this.shape.slice(k + 1).reduce((a, b) => a * b, 1));
  }

  get values() {
    if (!this.decoded) {
      const text = atob(this.packed.data);
      const bytes = new Uint8Array(text.length);
      for (let k = 0; k < text.length; k += 1) bytes[k] = text.charCodeAt(k);
      this.decoded = new TYPES[this.packed.kind](bytes.buffer);
      this.packed.data = null;
    }
    return this.decoded;
  }

  offset(index) { return index.reduce((sum, place, k) => sum + place * this.steps[k], 0); }

  at(...index) { return this.values[this.offset(index)]; }

  // The values along the last axis.
  row(...index) {
    const start = this.offset(index);
    return this.values.subarray(start, start + this.shape[this.shape.length - 1]);
  }
}

const cubes = (given) => {
  if (given && given.kind && given.data !== undefined) return new Cube(given);
  if (given && typeof given === 'object' && !Array.isArray(given)) {
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cubes(value)]));
  }
  return given;
};

const readJson = (id) => JSON.parse(byId(id).textContent);
const studies = readJson('studies');
const playgroundPage = readJson('playground'); // null where the report came without it
const opened = new Map();

function openStudy(k) {
  if (!opened.has(k)) opened.set(k, cubes(readJson(`study-${k}`)));
  return opened.get(k);
}

// What is shown now, and who wants to know when it changes.
// `method` is the one that was asked for, `chosen` are those highlighted.
const state = { study: null, group: 0, configuration: 0, method: 0, chosen: new Set() };
const listeners = [];
const onChange = (listener) => listeners.push(listener);
function change(values) {
  Object.assign(state, values);
  for (const listener of listeners) listener(Object.keys(values));
}

const winnersOf = (study, g, c) => {
  const ranked = study.boundaries.map((_, m) => m).filter((m) => known(study.rank.at(g, c, m)));
  const best = ranked.filter((m) => study.marks.at(g, c, m) === 1);
  return best.length < ranked.length ? best : []; // where all tie, none wins
};
const withWinners = (study, g, c, m) => new Set([m, ...winnersOf(study, g, c)]);

const blocksOf = (study, group) => {
  const id = study.groups[group].id;
  return study.blocks.map((_, k) => k).filter((k) => id === 'all' || study.blocks[k].group === id);
};
// The full name of an operator of the user's own, which is shown without its module; undefined for all others.
const fullName = (study, shown) => (study.fullNames.find(([short]) => short === shown) || [])[1];
const configurationName = (configuration) => [configuration.mutation, configuration.crossover].filter(Boolean).join(', ') || 'all runs';
const problemName = (study, block) => {
  const varies = (key) => new Set(study.blocks.map((other) => other[key])).size > 1;
  return `f${block.function}${block.name ? ` ${block.name}` : ''}`
    + (varies('instance') ? `, instance ${block.instance}` : '') + (varies('dimension') ? `, ${block.dimension}-D` : '');
};
