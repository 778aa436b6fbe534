// What a boundary method does: a sentence, a formula and a small picture, on the row headings that name it.
const MATHML = 'http://www.w3.org/1998/Math/MathML';

// [tag, attributes, children], text among them, as elements.
function formula([tag, attributes, children]) {
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : formula(child))));
  return element;
}

// Donors around a base vector b, with a target t: a line leads from where each donor was to where the method puts it.
function effectPicture({ bound, reach, before, after, refused, base, target }) {
  const size = 168;
  const x = linear(-reach, reach, 0, size);
  const y = linear(-reach, reach, size, 0);
  const cross = ([px, py]) => svg('path', { class: 'refused', d: `M${x(px) - 2.5} ${y(py) - 2.5}l5 5m0 -5l-5 5` });
  const point = (at, name) => (at ? [svg('path', { class: 'known', d: `M${x(at[0]) - 4} ${y(at[1])}h8m-4 -4v8` }), svg('text', { x: x(at[0]) + 4, y: y(at[1]) - 3 }, name)] : null);
  return picture(size, size, { class: 'effect', 'aria-label': 'Donors outside the box and where they are put' },
    svg('rect', { class: 'box', x: x(-bound), y: y(bound), width: x(bound) - x(-bound), height: y(-bound) - y(bound) }),
    before.map(([px, py], k) => (refused[k] ? null : svg('line', { class: 'moved', x1: x(px), y1: y(py), x2: x(after[k][0]), y2: y(after[k][1]) }))),
    before.map((donor, k) => (refused[k] ? cross(donor) : svg('circle', { class: 'donor', cx: x(donor[0]), cy: y(donor[1]), r: 1.6 }))),
    after.map(([px, py], k) => (refused[k] ? null : svg('circle', { class: 'put', cx: x(px), cy: y(py), r: 2.3 }))),
    point(base, 'b'), point(target, 't'));
}

function methodCard(study, m) {
  const { label, name, about } = study.boundaries[m];
  return there([
    h('strong', {}, label),
    name !== label ? h('p', { class: 'full' }, name) : null,
    about ? h('p', {}, about.sentence) : h('p', {}, 'Not one of the methods that inbounds comes with.'),
    about && about.formula ? h('p', { class: 'formula' }, formula(about.formula)) : null,
    about && about.picture ? effectPicture(about.picture) : null,
    about && about.picture ? h('p', { class: 'full' }, about.picture.caption) : null,
  ]);
}

// The attributes of an element that explains method `m` when it is hovered or focused.
const explained = (study, m) => ({
  'data-explains': m,
  tabindex: -1,
  'aria-describedby': 'tooltip',
  onmouseenter: (event) => showCard(event.currentTarget, methodCard(study, m)),
  onmouseleave: hideTooltip,
  onfocus: (event) => showCard(event.currentTarget, methodCard(study, m)),
  onblur: hideTooltip,
});

// A column of headings is one stop of the Tab key; arrow keys walk in it.
function walkable(headings) {
  headings[0].tabIndex = 0;
  headings.forEach((heading, k) => heading.addEventListener('keydown', (event) => {
    const next = headings[k + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] || NaN)];
    if (!next) return;
    event.preventDefault();
    headings.forEach((other) => { other.tabIndex = other === next ? 0 : -1; });
    next.focus();
  }));
}
