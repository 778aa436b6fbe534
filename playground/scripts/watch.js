// Boxes in time: the picture, its numbers and curves follow the player.
class Watch {
  constructor(boxes, changed) {
    this.boxes = boxes;
    this.player = new Player(() => this.draw());
    this.bar = transport(this.player, changed);
    this.player.place = chosenPlace();
    byId('transport').append(this.bar.element);
    listenToKeys(this.player);
    followTheme(() => { boxes.repaint(); this.draw(); });
    window.addEventListener('resize', () => { boxes.arrange(); this.draw(); });
  }

  draw() {
    const { boxes, player } = this;
    this.bar.update();
    if (!boxes.panels[0]?.simulation || byId('watch').hidden) return;
    boxes.draw(player.generation, player.drawnStage);
    if (!player.playing) {
      state.generation = player.generation;
      state.stage = player.place === 0 ? CHOICES.stage[0] : Math.ceil(player.stage);
      noteAddress();
    }
    this.curves();
  }

  curves() {
    const host = byId('curves');
    host.hidden = this.boxes.panels.length > 1;
    if (host.hidden) return;
    const width = Math.max(120, host.clientWidth < 520 ? host.clientWidth : Math.floor((host.clientWidth - 2 * 16) / 3));
    host.replaceChildren(...measureCurves(this.boxes.panels[0].simulation, this.player.generation, this.player.drawnStage, width));
  }
}

const chosenPlace = () => (state.generation === 0 ? 0 : STAGES * (state.generation - 1) + state.stage);
