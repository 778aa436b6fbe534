// The form: what can be chosen, made from the catalogue.
function field(label, control, note = null) {
  return h('label', { class: 'field' }, h('span', {}, label), control, note);
}

function selectOperator(family, label, changed) {
  const select = h('select', { id: family, onchange: () => changed({ [family]: select.value }) },
    operatorsOf(family).map((operator) => h('option', { value: operator.name, title: operator.summary }, operator.label)));
  return { element: field(label, select), update: () => { select.value = state[family]; } };
}

function selectProblem(changed) {
  const groups = Object.entries(CATALOGUE.groups).map(([group, name]) => h('optgroup', { label: name },
    CATALOGUE.functions.filter((entry) => entry.group === +group).map((entry) => h('option', { value: entry.number }, functionName(entry.number)))));
  const select = h('select', { id: 'problem', onchange: () => changed({ problem: +select.value, optimum: null }) }, groups);
  return { element: field('Function', select), update: () => { select.value = state.problem; } };
}

function slider(name, label, step, changed, { text = String, shown = () => true } = {}) {
  const output = h('output', {}), [low, high] = CATALOGUE.limits[name];
  const range = h('input', { type: 'range', id: name, min: low, max: high, step, oninput: () => changed({ [name]: +range.value }) });
  const element = h('label', { class: 'field range', for: name }, h('span', {}, label, output), range);
  return { element, update: () => { range.value = state[name]; output.textContent = text(state[name]); element.hidden = !shown(); } };
}

function seedField(changed) {
  const input = h('input', { type: 'number', id: 'seed', min: CATALOGUE.limits.seed[0], max: CATALOGUE.limits.seed[1], step: 1, onchange: () => { const value = CHOICES.seed[1](input.value); if (value === undefined) input.value = state.seed; else changed({ seed: value }); } });
  const dice = h('button', { type: 'button', id: 'another-seed', title: 'Another seed', onclick: () => changed({ seed: state.seed + 1 }) }, 'Next');
  return { element: h('div', { class: 'field' }, h('label', { for: 'seed' }, 'Seed'), h('div', { class: 'pair' }, input, dice)), update: () => { input.value = state.seed; } };
}

// Boundary methods as chips: one of them, or any number.
function methodChips(changed) {
  const chips = operatorsOf('boundary').map((operator) => h('button', {
    type: 'button', class: 'chip', 'data-chip': operator.name, title: operator.summary, onclick: () => pick(operator.name),
  }, h('span', { class: 'dot', style: { background: colourOfMethod(operator.name) } }), operator.label));
  const pick = (name) => {
    if (state.view === 'one') return changed({ boundary: name });
    const methods = state.methods.includes(name) ? state.methods.filter((other) => other !== name) : [...state.methods, name];
    return changed({ methods: methods.length ? methods.sort((a, b) => placeOfMethod(a) - placeOfMethod(b)) : state.methods });
  };
  const every = CATALOGUE.paper_methods;
  const all = h('button', { type: 'button', class: 'quiet-button', id: 'all-methods', onclick: () => changed({ methods: every }) }, `the paper's ${every.length}`);
  const title = h('span', {});
  const card = h('div', {});
  const element = h('fieldset', { class: 'methods' }, h('legend', {}, title, all), h('div', { class: 'chips' }, chips), card);
  return {
    element,
    update: () => {
      title.textContent = state.view === 'one' ? 'Boundary method' : 'Boundary methods';
      all.hidden = state.view === 'one';
      card.replaceChildren(...(state.view === 'one' ? [methodCard('boundary', state.boundary)] : []));
      chips.forEach((chip) => chip.setAttribute('aria-pressed', String(state.view === 'one' ? chip.dataset.chip === state.boundary : state.methods.includes(chip.dataset.chip))));
    },
  };
}

function settings(changed) {
  const constant = () => operatorCalled('adaptation', state.adaptation).options.some((option) => option.name === 'F');
  const racing = () => state.view === 'race';
  const parts = [
    methodChips(changed),
    selectProblem(changed),
    selectOperator('mutation', 'Mutation', changed),
    selectOperator('crossover', 'Crossover', changed),
    selectOperator('adaptation', 'F and Cr', changed),
    slider('F', 'F', 0.05, changed, { shown: constant, text: (value) => value.toFixed(2) }),
    slider('Cr', 'Cr', 0.05, changed, { shown: constant, text: (value) => value.toFixed(2) }),
    slider('population', 'Population', 1, changed),
    slider('dimension', 'Dimension', 1, changed, { shown: racing }),
    stepsOf('budget', 'Evaluations per run', [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000], changed, { shown: racing, text: (value) => `${value.toLocaleString('en-US')} × dimension` }),
    seedField(changed),
  ];
  const optimum = h('p', { class: 'faint', id: 'optimum-note' });
  const back = h('button', { type: 'button', id: 'own-optimum', onclick: () => changed({ optimum: null }) }, 'Optimum back to its own place');
  return {
    element: h('form', { onsubmit: (event) => event.preventDefault() }, parts[0].element, h('div', { class: 'fields' }, parts.slice(1).map((part) => part.element)), optimum, back),
    update: () => {
      parts.forEach((part) => part.update());
      back.hidden = !state.optimum;
      optimum.textContent = state.optimum
        ? `The function is moved so that its optimum lies at (${state.optimum.join(', ')})${racing() ? ', these two coordinates in turn' : ''}: f(x − d), the walls stay. It is then no longer the BBOB instance itself.`
        : `${functionName(state.problem)}, BBOB instance ${state.instance}, as the library has it.${racing() ? '' : ' Drag the star to move its optimum.'}`;
    },
  };
}

// A slider over chosen values.
function stepsOf(name, label, values, changed, { shown, text }) {
  const output = h('output', {});
  const range = h('input', { type: 'range', id: name, min: 0, max: values.length - 1, step: 1, oninput: () => changed({ [name]: values[+range.value] }) });
  const nearest = () => values.reduce((best, value, k) => (Math.abs(Math.log(value / state[name])) < Math.abs(Math.log(values[best] / state[name])) ? k : best), 0);
  const element = h('label', { class: 'field range', for: name }, h('span', {}, label, output), range);
  return { element, update: () => { range.value = nearest(); range.setAttribute('aria-valuetext', text(state[name])); output.textContent = text(state[name]); element.hidden = !shown(); } };
}
