// The boxes: one or several methods on one landscape, same seed, in step.
const GRID = { still: 220, dragging: 90 };
const TRACED = 100; // generations whose treated points stay to be seen

class Boxes {
  constructor(host, core, moved) {
    this.host = host;
    this.core = core;
    this.moved = moved;
    this.panels = [];
    this.landscape = null;
  }

  // Starts the runs of these methods from the beginning, on the landscape as it is chosen now.
  start(names, { dragging = false } = {}) {
    this.panels.forEach((panel) => panel.simulation.free());
    this.landscape?.free();
    this.landscape = this.core.landscape({ problem: state.problem, instance: state.instance, optimum: state.optimum });
    this.optimum = this.landscape.optimum;
    this.paint(dragging ? GRID.dragging : GRID.still);
    if (this.names !== String(names)) this.build(names);
    names.forEach((name, k) => { this.panels[k].simulation = new Simulation(this.landscape, name); });
  }

  // Shows a run that was recorded elsewhere.
  startRecorded(recording) {
    const { landscape, algorithm, penalises } = recording.data;
    if (landscape) this.paint(landscape.shape[0], unpacked(landscape));
    this.build([algorithm.boundary]);
    this.host.closest('main').classList.add('recorded');
    Object.assign(this.panels[0], { simulation: recording, penalises });
  }

  paint(side, values = this.landscape.evaluate(gridPoints(side))) {
    this.side = side;
    this.bands = bandsOf(values);
    this.repaint();
  }

  repaint() { if (this.bands) this.picture = paintBands(this.bands, this.side, palette().land); }

  build(names) {
    this.names = String(names);
    this.panels = names.map((name) => {
      const canvas = h('canvas', { role: 'img', 'data-method': name });
      const view = new BoxView(canvas);
      const handle = optimumHandle(view, this.moved);
      const numbers = measureNumbers();
      const title = h('button', { type: 'button', class: 'name', title: 'What it does, its formula and its source', onclick: () => this.explain(name) }, labelOf('boundary', name));
      const element = h('figure', { class: 'box' },
        names.length > 1 ? h('figcaption', {}, title) : null,
        h('div', { class: 'frame' }, canvas, handle), names.length > 1 ? numbers.element : null);
      return { name, view, handle, numbers, element, penalises: operatorCalled('boundary', name)?.kind === 'penalise' };
    });
    this.host.replaceChildren(...this.panels.map((panel) => panel.element));
    this.arrange();
  }

  // As many columns as make the boxes largest while all of them are seen at once, where that leaves them large enough.
  arrange() {
    const [count, gap, words] = [this.panels.length, 16, this.panels.length > 1 ? 90 : 0]; // name, numbers and gap of a row
    const width = this.host.parentElement.clientWidth - 2 * parseFloat(getComputedStyle(this.host.parentElement).paddingLeft);
    const height = window.innerHeight - 330, least = Math.min(count > 1 ? 140 : 320, width);
    const across = (columns) => Math.floor((width - gap * (columns - 1)) / columns);
    const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
    const sideWith = (columns) => Math.min(across(columns), height / Math.ceil(count / columns) - words);
    const best = Array.from({ length: most }, (_, k) => k + 1).reduce((found, k) => (sideWith(k) > sideWith(found) ? k : found));
    const [columns, side] = sideWith(best) >= least ? [best, sideWith(best)] : [most, across(most)];
    this.host.style.gridTemplateColumns = `repeat(${columns}, ${Math.floor(side)}px)`;
  }

  explain(name) {
    const dialog = byId('explanation');
    dialog.replaceChildren(methodCard('boundary', name), h('form', { method: 'dialog' }, h('button', {}, 'Close')));
    dialog.showModal();
  }

  draw(generation, stage) {
    for (const { view, handle, simulation, penalises, numbers, name } of this.panels) {
      const frame = simulation.frame(generation);
      const trace = state.trace ? simulation.frames.slice(Math.max(1, generation - TRACED), generation + (stage >= 2 ? 1 : 0)) : [];
      view.draw({ picture: this.picture, optimum: this.optimum, penalises, trace }, frame, stage);
      handle.hidden = !this.optimum;
      if (this.optimum) handle.put(this.optimum);
      view.canvas.setAttribute('aria-label', describe(name, frame));
      numbers.update(shownNumbers(simulation, generation, stage));
    }
  }
}

function describe(name, frame) {
  const left = frame.outside.reduce((sum, flag) => sum + flag, 0), accepted = frame.accepted.reduce((sum, flag) => sum + flag, 0);
  const what = frame.generations === 0 ? 'the initial population' : `${left} of ${frame.outside.length} donors treated by the boundary method, ${accepted} trials accepted`;
  return `${labelOf('boundary', name)}, generation ${frame.generations}: ${what}; best ${show.precision(frame.best)}`;
}
