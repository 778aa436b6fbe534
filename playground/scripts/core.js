// The core in WebAssembly: landscapes and runs, their numbers as arrays.

const FAMILIES = ["mutation", "crossover", "boundary", "adaptation"];

// What the C++ library asks of a system. There is none here: no files, no clock, no arguments.
function system() {
  const unsupported = () => 52;
  return new Proxy({}, { get: (_, name) => (name === "proc_exit" ? (code) => { throw new Error(`the core ended with status ${code}`); } : unsupported) });
}

async function openCore(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system() });
  instance.exports._initialize();
  return new Core(instance.exports);
}

class Core {
  constructor(exports) {
    this.exports = exports;
    this.targets = exports.target_count();
    this.options = exports.option_count(); // of each operator
    this.names = Object.fromEntries(FAMILIES.map((family, number) => [family, this.namesOf(number)]));
  }

  namesOf(number) {
    const { operator_count, operator_name, operator_name_length } = this.exports;
    return Array.from({ length: operator_count(number) }, (_, k) =>
      new TextDecoder().decode(this.bytes(operator_name(number, k), operator_name_length(number, k))));
  }

  // Views end when the memory grows: read them at once.
  bytes(at, count) { return new Uint8Array(this.exports.memory.buffer, at, count); }
  numbers(at, count) { return new Float64Array(this.exports.memory.buffer, at, count); }

  // Calls use(address) with `values` in the core's memory, followed by room for `more` numbers.
  lend(values, use, more = 0) {
    const at = this.exports.allocate(8 * (values.length + more));
    this.numbers(at, values.length).set(values);
    try { return use(at); } finally { this.exports.release(at); }
  }

  landscape(choice) { return new Landscape(this, choice); }
}

// One BBOB function; `optimum` moves it there, without it the optimum stays in BBOB's own place.
class Landscape {
  constructor(core, { problem, instance = 1, dimension = 2, optimum = null }) {
    this.core = core;
    this.dimension = dimension;
    this.at = core.exports.landscape_new(problem, instance, dimension);
    if (optimum) core.lend(optimum, (place) => core.exports.landscape_move(this.at, place));
  }

  get optimum() { return Array.from(this.core.numbers(this.core.exports.landscape_optimum(this.at), this.dimension)); }

  // f − f_opt of packed points.
  evaluate(points) {
    const count = points.length / this.dimension;
    return this.core.lend(points, (at) => {
      this.core.exports.landscape_evaluate(this.at, at, count, at + 8 * points.length);
      return this.core.numbers(at + 8 * points.length, count).slice();
    }, count);
  }

  run(choice) { return new Run(this, choice); }
  free() { this.core.exports.landscape_free(this.at); }
}

// One run of one algorithm. `target`: stop at this precision; null: never.
class Run {
  constructor(landscape, { operators, population, seed, number = 0, budget = 2 ** 52, target = null }) {
    this.core = landscape.core;
    this.dimension = landscape.dimension;
    this.size = population;
    const chosen = FAMILIES.flatMap((family) => {
      const { name, options = [] } = operators[family];
      const index = this.core.names[family].indexOf(name);
      if (index < 0) throw new Error(`no ${family} is called ${name}`);
      return [index, ...Array.from({ length: this.core.options }, (_, k) => options[k] ?? 0)];
    });
    this.at = this.core.lend(chosen, (at) =>
      this.core.exports.run_new(landscape.at, at, population, budget, target ?? NaN, seed, number));
  }

  advance(generations) { return Boolean(this.core.exports.run_advance(this.at, generations)); }

  // One generation with everything its stages made, or null at the end of the run. Rows are packed.
  watch() {
    const from = this.core.exports;
    if (!from.run_watch(this.at)) return null;
    const rows = (name) => this.core.numbers(from[`run_${name}`](this.at), this.size * this.dimension).slice();
    const flags = (name) => this.core.bytes(from[`run_${name}`](this.at), this.size).slice();
    return {
      ...Object.fromEntries(["population", "before", "donors", "repaired", "trials"].map((name) => [name, rows(name)])),
      outside: flags("outside"), accepted: flags("accepted"), ...this.progress,
    };
  }

  get progress() {
    const from = this.core.exports;
    return Object.fromEntries(["best", "share", "evaluations", "generations"].map((name) => [name, from[`run_${name}`](this.at)]));
  }

  perIndividual(name) { return this.core.numbers(this.core.exports[`run_${name}`](this.at), this.size).slice(); }
  get hits() { return Array.from(this.core.numbers(this.core.exports.run_hits(this.at), this.core.targets)); }
  free() { this.core.exports.run_free(this.at); }
}
