// The generations of one run, made when they are first looked at and kept, so that one can also go back.
class Simulation {
  constructor(landscape, boundary) {
    this.name = boundary;
    this.run = landscape.run({ operators: chosenOperators(boundary), population: state.population, seed: state.seed, budget: state.population * (LAST_GENERATION + 1) });
    this.frames = [];
  }

  // The generation with this number, or the last one of a run that ended before.
  frame(number) {
    while (this.frames.length <= number) {
      const made = this.run.watch();
      if (!made) break;
      this.frames.push(lighter(made));
    }
    return this.frames[Math.min(number, this.frames.length - 1)];
  }

  get last() { return LAST_GENERATION; }
  free() { this.run.free(); }
}

// Half the memory: pictures do not need doubles.
function lighter(frame) {
  const rows = ['population', 'before', 'donors', 'repaired', 'trials'];
  const light = { ...frame, ...Object.fromEntries(rows.map((name) => [name, Float32Array.from(frame[name])])) };
  return { ...light, diversity: diversity(light.population), leaving: frame.outside.reduce((sum, flag) => sum + flag, 0) / frame.outside.length };
}

// Mean distance of the individuals from their centre, in sides of the box.
function diversity(points) {
  const count = points.length / 2;
  let [x, y, sum] = [0, 0, 0];
  for (let i = 0; i < count; i++) { x += points[2 * i] / count; y += points[2 * i + 1] / count; }
  for (let i = 0; i < count; i++) sum += Math.hypot(points[2 * i] - x, points[2 * i + 1] - y);
  return sum / count / (2 * BOUND);
}
