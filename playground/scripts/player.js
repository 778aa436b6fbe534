// Time: which stage of which generation is shown. A place p counts stages: 4 for each generation, 0 is the initial population.
const STAGES = 4;
const FAST = 4; // generations per second from which single stages are no longer shown

class Player {
  constructor(show) {
    this.show = show;
    this.place = 0;
    this.last = 0;
    this.playing = false;
    this.calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  }

  get generation() { return Math.ceil(this.place / STAGES); }
  get stage() { return this.place - STAGES * (this.generation - 1); }

  // How far the stages are drawn: each moves first and rests then.
  get drawnStage() {
    if (this.playing && state.speed > FAST) return 2;
    if (!this.playing || this.calm.matches) return Math.ceil(this.stage);
    const whole = Math.ceil(this.stage) - 1, share = Math.min((this.stage - whole) / 0.65, 1);
    return whole + share * share * (3 - 2 * share);
  }

  goTo(place) {
    this.place = Math.min(Math.max(place, 0), STAGES * this.last);
    this.show();
  }

  step(direction) { this.pause(); this.goTo(direction > 0 ? Math.floor(this.place) + 1 : Math.ceil(this.place) - 1); }
  nextGeneration() { this.pause(); this.goTo(STAGES * (Math.floor(this.place / STAGES) + 1)); }
  restart() { this.goTo(0); }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (this.place >= STAGES * this.last) this.place = 0;
    this.playing = true;
    let before = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      // A page that was hidden goes on where it was.
      const seconds = Math.min((now - before) / 1000, 0.2);
      before = now;
      this.place = Math.min(this.place + seconds * state.speed * STAGES, STAGES * this.last);
      if (this.place >= STAGES * this.last) this.pause();
      else { this.show(); requestAnimationFrame(tick); }
    };
    requestAnimationFrame(tick);
    this.show();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.goTo(Math.round(this.place));
  }
}
