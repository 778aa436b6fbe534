// What the core says of its operators and functions, as build.py wrote it into the page.
const CATALOGUE = JSON.parse(byId('catalogue').textContent);

const operatorsOf = (family) => CATALOGUE.operators[family];
const operatorCalled = (family, name) => operatorsOf(family).find((operator) => operator.name === name);
const functionNumbered = (number) => CATALOGUE.functions.find((entry) => entry.number === number);
const functionName = (number) => `f${number} ${functionNumbered(number).label}`;
const labelOf = (family, name) => operatorCalled(family, name)?.label ?? name; // a recorded run names its own

// A fixed colour per boundary method, so that it keeps it whatever else is chosen.
const METHOD_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#e69f00', '#56b4e9', '#cc79a7', '#63a355', '#7a5fc0', '#e377c2', '#a3324f', '#8c8c2b', '#a5673f', '#7f8c99'];
const placeOfMethod = (name) => operatorsOf('boundary').findIndex((operator) => operator.name === name);
const colourOfMethod = (name) => tint(METHOD_COLOURS[placeOfMethod(name) % METHOD_COLOURS.length]);
const dashOfMethod = (name) => (placeOfMethod(name) < METHOD_COLOURS.length ? null : '6 4');

// Name, formula, sentence and source. The formula is MathML written at build time; it is parsed apart from the page.
function methodCard(family, name, extra = null) {
  const operator = operatorCalled(family, name);
  const formula = operator.formula ? [...new DOMParser().parseFromString(operator.formula, 'text/html').body.children].map((line) => document.importNode(line, true)) : null;
  const source = operator.source;
  return h('article', { class: 'card', 'data-operator': name },
    h('h3', {}, operator.label, ' ', h('code', {}, operator.name)),
    h('p', {}, operator.summary),
    formula ? h('div', { class: 'formula scroll' }, formula) : null,
    source ? h('p', { class: 'faint' }, 'Source: ', source.doi ? h('a', { href: `https://doi.org/${source.doi}`, rel: 'noreferrer' }, source.text) : source.text) : null,
    extra);
}
