// The boxes: one or several methods on one landscape, same seed, in step.
const GRID = { still: 220, dragging: 90 };

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
    this.panels.forEach((panel) => panel.handle.put(this.optimum));
  }

  paint(side) {
    this.side = side;
    this.bands = bandsOf(this.landscape.evaluate(gridPoints(side)));
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
      return { name, view, handle, numbers, element, penalises: operatorCalled('boundary', name).kind === 'penalise' };
    });
    this.host.style.setProperty('--columns', columnsFor(names.length));
    this.host.classList.toggle('single', names.length === 1);
    this.host.replaceChildren(...this.panels.map((panel) => panel.element));
  }

  explain(name) {
    const dialog = byId('explanation');
    dialog.replaceChildren(methodCard('boundary', name), h('form', { method: 'dialog' }, h('button', {}, 'Close')));
    dialog.showModal();
  }

  draw(generation, stage) {
    for (const { view, simulation, penalises, numbers, name } of this.panels) {
      const frame = simulation.frame(generation);
      view.draw({ picture: this.picture, optimum: this.optimum, penalises }, frame, stage);
      view.canvas.setAttribute('aria-label', describe(name, frame));
      numbers.update(stage >= STAGES || generation === 0 ? frame : simulation.frame(generation - 1));
    }
  }
}

const columnsFor = (count) => (count <= 1 ? 1 : count <= 4 ? 2 : count <= 9 ? 3 : 4);

function describe(name, frame) {
  const left = frame.outside.reduce((sum, flag) => sum + flag, 0), accepted = frame.accepted.reduce((sum, flag) => sum + flag, 0);
  const what = frame.generations === 0 ? 'the initial population' : `${left} of ${frame.outside.length} donors treated by the boundary method, ${accepted} trials accepted`;
  return `${labelOf('boundary', name)}, generation ${frame.generations}: ${what}; best ${show.precision(frame.best)}`;
}
