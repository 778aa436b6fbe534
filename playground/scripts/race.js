// The race: many runs of each chosen method in workers, the share of targets reached growing live, ranks at the end.
const TARGET = 1e-8;

class Race {
  constructor(wasm, { update, finish }) {
    this.wasm = wasm;
    this.update = update;
    this.finish = finish;
    this.workers = [];
  }

  get running() { return this.workers.length > 0; }

  start() {
    this.stop();
    this.names = [...state.methods];
    this.runs = state.runs;
    this.dimension = Math.max(state.dimension, functionNumbered(state.problem).minimum_dimension);
    this.budget = Math.max(state.budget * this.dimension, state.population);
    this.results = this.names.map(() => []);
    const crew = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 4));
    let working = crew;
    const source = URL.createObjectURL(new Blob([byId('worker').textContent], { type: 'text/javascript' }));
    for (let first = 0; first < crew; first++) {
      const worker = new Worker(source);
      worker.onmessage = ({ data: { batch, done } }) => {
        batch.forEach((result) => this.results[result.method].push(result));
        working -= done ? 1 : 0;
        this.update(this);
        if (working === 0) { this.stop(); this.finish(this); }
      };
      worker.postMessage(this.job(first, crew));
      this.workers.push(worker);
    }
    URL.revokeObjectURL(source);
  }

  job(first, stride) {
    return {
      wasm: this.wasm, first, stride, runs: this.runs,
      methods: this.names.map(chosenOperators),
      landscape: { problem: state.problem, instance: state.instance, dimension: this.dimension, optimum: raceOptimum(this.dimension) },
      choice: { population: state.population, seed: state.seed, budget: this.budget, target: TARGET },
    };
  }

  stop() {
    this.workers.forEach((worker) => worker.terminate());
    this.workers = [];
  }

  get done() { return this.results.reduce((sum, results) => sum + results.length, 0); }

  // Final precisions in the order of the runs.
  samples() { return this.results.map((results) => [...results].sort((a, b) => a.number - b.number).map((result) => result.best)); }

  // Share of (run, target) pairs reached over evaluations / dimension, as [log10 x, share] steps.
  curve(method) {
    const results = this.results[method];
    const hits = results.flatMap((result) => CATALOGUE.targets.map((column) => result.hits[column])).filter((hit) => hit > 0).sort((a, b) => a - b);
    const all = results.length * CATALOGUE.targets.length;
    return hits.map((hit, k) => [Math.log10(hit / this.dimension), (k + 1) / all]);
  }
}

// A moved optimum in more dimensions: its two coordinates in turn.
const raceOptimum = (dimension) => (state.optimum ? Array.from({ length: dimension }, (_, j) => state.optimum[j % 2]) : null);
