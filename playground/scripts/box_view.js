// One box drawn on a canvas: landscape, population, donors and what became of them.
const REACHES = { small: 6.9, large: 8.2 }; // the picture shows [-reach, reach]²; what is further out is drawn on its edge

const PALETTES = {
  light: { page: '#ffffff', outside: '#f1f3f6', wall: '#1b2430', ink: '#1b2430', halo: '#ffffff', left: '#c2410c', donor: '#5b6672', accepted: '#0c6b2f', optimum: '#ffd166', land: ['#5f8fc0', '#8db3d9', '#b9d2ea', '#dbe8f4', '#f6fafd'] },
  dark: { page: '#191f27', outside: '#11151a', wall: '#e4e9ef', ink: '#f3f6fa', halo: '#0b0f14', left: '#ff9a5c', donor: '#a9b5c2', accepted: '#7fe3a0', optimum: '#ffd166', land: ['#3f74aa', '#2f5a87', '#264765', '#1f3449', '#192532'] },
};
const palette = () => PALETTES[document.documentElement.dataset.theme];

const rowOf = (rows, i) => [rows[2 * i], rows[2 * i + 1]];
const between = (from, to, share, i) => [0, 1].map((c) => from[2 * i + c] + (to[2 * i + c] - from[2 * i + c]) * share);

class BoxView {
  constructor(canvas) {
    this.canvas = canvas;
    this.reach = REACHES.large;
    this.ink = canvas.getContext('2d');
  }

  // Fits the canvas to its place on the screen.
  fit() {
    const side = this.canvas.clientWidth, dots = Math.min(window.devicePixelRatio || 1, 2);
    if (this.canvas.width !== Math.round(side * dots)) this.canvas.width = this.canvas.height = Math.round(side * dots);
    this.dots = dots;
    this.side = side;
    this.reach = side < 340 ? REACHES.small : REACHES.large;
    this.unit = Math.max(0.62, Math.min(side / 560, 1.25)); // marks are smaller in small boxes
  }

  x(value) { return ((value + this.reach) / (2 * this.reach)) * this.side; }
  y(value) { return ((this.reach - value) / (2 * this.reach)) * this.side; }

  // `stage` in 0 … 4: how far mutation, boundary method, crossover and selection have come.
  draw(scene, frame, stage) {
    this.fit();
    if (!this.side) return;
    const { ink } = this;
    this.colours = palette();
    ink.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    this.drawBox(scene);
    this.drawTrace(scene.trace);
    if (frame.generations === 0) for (let i = 0; i < frame.outside.length; i++) this.dot(rowOf(frame.population, i), this.colours.ink, 1);
    else this.drawGeneration(frame, stage, scene.penalises);
    if (scene.optimum) this.star(...scene.optimum);
  }

  drawBox(scene) {
    const { ink, colours } = this;
    const [left, top, side] = [this.x(-BOUND), this.y(BOUND), this.x(BOUND) - this.x(-BOUND)];
    ink.globalAlpha = 1;
    ink.fillStyle = colours.outside;
    ink.fillRect(0, 0, this.side, this.side);
    if (scene.picture) {
      ink.imageSmoothingEnabled = true;
      ink.drawImage(scene.picture, left, top, side, side);
    } else {
      ink.fillStyle = colours.page;
      ink.fillRect(left, top, side, side);
    }
    ink.strokeStyle = colours.wall;
    ink.lineWidth = 2 * this.unit;
    ink.strokeRect(left, top, side, side);
  }

  drawGeneration(frame, stage, penalises) {
    const { colours } = this;
    const part = (from) => Math.min(Math.max(stage - from, 0), 1);
    const [donors, walls, crossing, selecting] = [part(0), part(1), part(2), part(3)];
    const fading = 1 - 0.8 * selecting;
    const count = frame.outside.length;
    for (let i = 0; i < count; i++) {
      const better = frame.accepted[i];
      this.dot(between(frame.before, frame.population, selecting, i), better && selecting > 0 ? colours.accepted : colours.ink, better ? 1 : 1 - 0.35 * crossing);
    }
    for (let i = 0; i < count; i++) {
      const out = frame.outside[i], colour = out ? colours.left : colours.donor;
      const donor = this.visible(rowOf(frame.donors, i), rowOf(frame.repaired, i));
      this.ring(donor, colour, donors * (1 - 0.65 * crossing) * fading);
      const shown = frame.accepted[i] ? 1 - selecting : fading;
      if (crossing > 0) {
        const trial = between(frame.repaired, frame.trials, crossing, i);
        if (out && penalises) this.cross(trial, colour, fading);
        else this.mark(trial, colour, (out ? 1 : crossing) * shown);
      }
      if (!out || walls === 0) continue;
      const became = rowOf(frame.repaired, i), now = [0, 1].map((c) => donor[c] + (became[c] - donor[c]) * walls);
      if (penalises) { if (crossing === 0) this.cross(donor, colour, walls); continue; }
      this.line(donor, now, colour, 0.6 * (1 - 0.7 * crossing) * fading);
      if (crossing === 0) this.mark(now, colour, walls);
    }
  }

  // Where the points that were treated before landed: what a method does in the long run.
  drawTrace(frames) {
    this.ink.globalAlpha = 0.5;
    this.ink.fillStyle = this.colours.left;
    const side = 2.6 * this.unit;
    for (const { outside, repaired } of frames) {
      for (let i = 0; i < outside.length; i++) {
        if (outside[i]) this.ink.fillRect(this.x(repaired[2 * i]) - side / 2, this.y(repaired[2 * i + 1]) - side / 2, side, side);
      }
    }
  }

  // The point itself or, where it is too far out to be seen, the place where the way to it leaves the picture.
  visible(point, from) {
    const edge = this.reach - 0.2, far = Math.max(...point.map(Math.abs));
    if (far <= edge) return point;
    if (Math.max(...from.map(Math.abs)) > edge || far === Infinity) return point.map((value) => Math.min(Math.max(value, -edge), edge));
    const share = Math.min(...point.map((value, c) => (Math.abs(value) > edge ? (Math.sign(value) * edge - from[c]) / (value - from[c]) : 1)));
    return point.map((value, c) => from[c] + (value - from[c]) * share);
  }

  at([x, y]) { return [this.x(x), this.y(y)]; }

  circle(point, radius, alpha) {
    this.ink.globalAlpha = alpha;
    this.ink.beginPath();
    this.ink.arc(...this.at(point), radius * this.unit, 0, 2 * Math.PI);
  }

  dot(point, colour, alpha) {
    this.circle(point, 4.4, alpha);
    this.ink.fillStyle = colour;
    this.ink.strokeStyle = this.colours.halo;
    this.ink.lineWidth = 1.6 * this.unit;
    this.ink.stroke();
    this.ink.fill();
  }

  ring(point, colour, alpha) {
    this.circle(point, 4.6 * Math.min(1, 0.3 + 0.7 * alpha), alpha);
    this.ink.strokeStyle = colour;
    this.ink.lineWidth = 1.5 * this.unit;
    this.ink.stroke();
  }

  mark(point, colour, alpha) {
    const [x, y] = this.at(point), r = 4.3 * this.unit;
    this.ink.globalAlpha = alpha;
    this.ink.fillStyle = colour;
    this.ink.strokeStyle = this.colours.halo;
    this.ink.lineWidth = 1.2 * this.unit;
    this.ink.beginPath();
    this.ink.moveTo(x, y - r); this.ink.lineTo(x + r, y); this.ink.lineTo(x, y + r); this.ink.lineTo(x - r, y);
    this.ink.closePath();
    this.ink.stroke();
    this.ink.fill();
  }

  cross(point, colour, alpha) {
    const [x, y] = this.at(point), r = 4 * this.unit;
    this.ink.globalAlpha = alpha;
    this.ink.strokeStyle = colour;
    this.ink.lineWidth = 2.2 * this.unit;
    this.ink.beginPath();
    this.ink.moveTo(x - r, y - r); this.ink.lineTo(x + r, y + r); this.ink.moveTo(x + r, y - r); this.ink.lineTo(x - r, y + r);
    this.ink.stroke();
  }

  line(from, to, colour, alpha) {
    this.ink.globalAlpha = alpha;
    this.ink.strokeStyle = colour;
    this.ink.lineWidth = 1.3 * this.unit;
    this.ink.beginPath();
    this.ink.moveTo(...this.at(from));
    this.ink.lineTo(...this.at(to));
    this.ink.stroke();
  }

  star(x, y) {
    const [cx, cy] = this.at([x, y]), outer = 10 * this.unit;
    this.ink.globalAlpha = 1;
    this.ink.beginPath();
    for (let k = 0; k < 10; k++) {
      const r = k % 2 ? outer * 0.45 : outer, angle = Math.PI * (k / 5 - 0.5);
      this.ink[k ? 'lineTo' : 'moveTo'](cx + r * Math.cos(angle), cy + r * Math.sin(angle));
    }
    this.ink.closePath();
    this.ink.fillStyle = this.colours.optimum;
    this.ink.strokeStyle = '#3d2f00';
    this.ink.lineWidth = 1.4 * this.unit;
    this.ink.fill();
    this.ink.stroke();
  }
}
