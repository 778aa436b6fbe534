// What is chosen, and its spelling in the address, so that a picture can be linked.
const VIEWS = { one: 'One method', compare: 'Side by side', race: 'Race' };
const LAST_GENERATION = 500;

// For each choice: its standard value, and how a text becomes a value (undefined: not allowed).
const whole = (low, high) => (text) => (/^\d+$/.test(text) && +text >= low && +text <= high ? +text : undefined);
const numberIn = ([low, high]) => within(low, high);
const wholeIn = ([low, high]) => whole(low, high);
const within = (low, high) => (text) => (text !== '' && +text >= low && +text <= high ? +text : undefined);
const named = (family) => (text) => (operatorCalled(family, text) ? text : undefined);
function severalMethods(text) {
  const names = text.split(',');
  return new Set(names).size === names.length && names.every((name) => operatorCalled('boundary', name)) ? names : undefined;
}
function place(text) {
  const parts = text.split(',').map(Number);
  return parts.length === 2 && parts.every((part) => Math.abs(part) <= 5) ? parts : undefined;
}

const CHOICES = {
  view: ['one', (text) => (text in VIEWS ? text : undefined)],
  problem: [8, (text) => whole(1, 99)(text) && functionNumbered(+text) ? +text : undefined],
  instance: [1, wholeIn(CATALOGUE.limits.instance)],
  optimum: [null, place],
  mutation: ['rand/1', named('mutation')],
  crossover: ['binomial', named('crossover')],
  boundary: ['reflection', named('boundary')],
  methods: [['projection', 'reflection', 'rand-base', 'midpoint-target'], severalMethods],
  adaptation: ['shade', named('adaptation')],
  F: [0.5, numberIn(CATALOGUE.limits.F)],
  Cr: [0.9, numberIn(CATALOGUE.limits.Cr)],
  population: [30, wholeIn(CATALOGUE.limits.population)],
  seed: [1, wholeIn(CATALOGUE.limits.seed)],
  generation: [1, whole(0, LAST_GENERATION)],
  stage: [2, whole(1, 4)],
  trace: [0, whole(0, 1)],
  speed: [0.5, within(0.1, 60)],
  dimension: [10, wholeIn(CATALOGUE.limits.dimension)],
  budget: [1000, wholeIn(CATALOGUE.limits.budget)],
  runs: [100, wholeIn(CATALOGUE.limits.runs)],
};

const state = {};
const resetChoices = () => Object.assign(state, Object.fromEntries(Object.entries(CHOICES).map(([name, [standard]]) => [name, standard])));
resetChoices();

// Takes over what a link asked for; returns a sentence per value that cannot be had.
function takeChoices(given) {
  const refused = [];
  for (const [name, text] of given) {
    if (name === 'play') continue;
    const value = CHOICES[name]?.[1](text);
    if (value === undefined) refused.push(CHOICES[name] ? `${name} cannot be ${text}` : `there is no choice called ${name}`);
    else state[name] = value;
  }
  return refused;
}

// What the command that wrote the page chose is where the page begins, and what its address leaves out.
function takeStandards(given) {
  for (const [name, text] of Object.entries(given)) CHOICES[name][0] = CHOICES[name][1](text);
  resetChoices();
}

const fromAddress = () => [...new URLSearchParams(location.hash.slice(1))];

function toAddress() {
  const changed = Object.entries(CHOICES).filter(([name, [standard]]) => String(state[name]) !== String(standard));
  const words = changed.map(([name]) => `${name}=${encodeURIComponent(String(state[name])).replace(/%2F/g, '/').replace(/%2C/g, ',')}`);
  return `#${words.join('&')}`;
}

// Not while something moves: browsers slow down pages that rewrite their address too often.
let addressTimer = 0;
function noteAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, '', toAddress() === '#' ? location.pathname + location.search : toAddress()), 250);
}

// The operators as core.js takes them, with this boundary method.
function chosenOperators(boundary) {
  const chosen = { mutation: state.mutation, crossover: state.crossover, boundary, adaptation: state.adaptation };
  return Object.fromEntries(Object.entries(chosen).map(([family, name]) => {
    const options = operatorCalled(family, name).options.map((option) => (family === 'adaptation' && option.name in CHOICES ? state[option.name] : option.standard));
    return [family, { name, options }];
  }));
}
