// The optimum, to be dragged with a pointer or moved with the arrow keys.
const clampToBox = (value) => Math.min(Math.max(value, -BOUND), BOUND);

function optimumHandle(view, move) {
  const handle = h('button', { type: 'button', class: 'optimum' });
  const to = (x, y, done) => move([clampToBox(x), clampToBox(y)].map((value) => Math.round(value * 100) / 100), done);
  const worldAt = (event) => {
    const box = view.canvas.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width * 2 - 1) * view.reach, (1 - (event.clientY - box.top) / box.height * 2) * view.reach];
  };
  handle.addEventListener('pointerdown', (event) => { handle.setPointerCapture(event.pointerId); event.preventDefault(); handle.focus(); });
  handle.addEventListener('pointermove', (event) => { if (handle.hasPointerCapture(event.pointerId)) to(...worldAt(event), false); });
  handle.addEventListener('pointerup', (event) => { if (handle.hasPointerCapture(event.pointerId)) to(...worldAt(event), true); });
  handle.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 1 : 0.1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    to(handle.at[0] + by[0], handle.at[1] + by[1], true);
  });
  handle.put = ([x, y]) => {
    handle.at = [x, y];
    handle.style.left = `${(x + view.reach) / (2 * view.reach) * 100}%`;
    handle.style.top = `${(view.reach - y) / (2 * view.reach) * 100}%`;
    handle.setAttribute('aria-label', `Optimum at ${x.toFixed(2)}, ${y.toFixed(2)}: drag it, or move it with the arrow keys`);
    handle.title = 'The optimum: drag it anywhere in the box, onto a wall too';
  };
  return handle;
}
