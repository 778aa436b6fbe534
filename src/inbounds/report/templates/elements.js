// Elements are built from values, never from markup: a name can hold anything.
const SVG = 'http://www.w3.org/2000/svg';

const there = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...there(children));
  return element;
}

const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
// A picture with a view box, so that paper can make it narrower as a whole.
const picture = (width, height, attributes, ...children) => svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', ...attributes }, ...children);
const byId = (id) => document.getElementById(id);

// Arrow keys move within a group of buttons of which one is chosen.
function choice(host, role, items, pick) {
  const state = role === 'radio' ? 'aria-checked' : 'aria-selected';
  const buttons = items.map((item, k) => h('button', {
    type: 'button', role, id: item.id, title: item.note, disabled: item.disabled, onclick: () => choose(k),
    ...(item.controls ? { 'aria-controls': item.controls } : {}),
  }, item.label));
  const choose = (k) => { mark(k); pick(k); };
  const mark = (chosen) => buttons.forEach((button, k) => {
    button.setAttribute(state, k === chosen ? 'true' : 'false');
    button.tabIndex = k === chosen ? 0 : -1;
  });
  host.replaceChildren(...buttons);
  host.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    let k = buttons.indexOf(document.activeElement);
    do k = (k + step + buttons.length) % buttons.length; while (buttons[k].disabled);
    buttons[k].focus();
    choose(k);
  };
  return mark;
}

// Redraw what depends on the width of `host`, now and whenever that changes.
function drawToWidth(host, draw) {
  let width = 0;
  const redraw = () => {
    const now = Math.floor(host.clientWidth);
    if (!now || Math.abs(now - width) < 8) return;
    width = now;
    host.replaceChildren(draw(now));
  };
  new ResizeObserver(redraw).observe(host);
  redraw();
}
