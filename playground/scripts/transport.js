// Step, play, speed, restart, and where one is.
const STAGE_NAMES = ['Mutation', 'Boundary', 'Crossover', 'Selection'];
const STAGE_WORDS = [
  'The initial population, drawn at random in the box.',
  'Each individual gets a donor (hollow). Some lie outside the box.',
  'The boundary method acts: each donor outside is joined to what became of it (filled).',
  'Each trial takes some coordinates from its donor and the others from its target.',
  'A trial that is better replaces its target (green); the others are forgotten.',
];
const SPEEDS = [0.1, 0.2, 0.3, 0.5, 1, 2, 4, 8, 15, 30, 60];

function transport(player, changed) {
  const button = (id, text, title, act) => h('button', { type: 'button', id, title, onclick: act }, text);
  const play = button('play', 'Play', 'Play or pause (space)', () => player.toggle());
  const speed = stepsOf('speed', 'Speed', SPEEDS, changed, { shown: () => true, text: (value) => `${value} generation${value === 1 ? '' : 's'}/s` });
  const scrub = h('input', { type: 'range', id: 'scrub', min: 0, step: 1, 'aria-label': 'Generation', oninput: () => { player.pause(); player.goTo(STAGES * +scrub.value); } });
  const counter = h('output', { id: 'counter', for: 'scrub' });
  const stages = STAGE_NAMES.map((name, k) => h('li', {}, button(`stage-${k + 1}`, name, STAGE_WORDS[k + 1], () => { player.pause(); player.goTo(STAGES * Math.max(0, player.generation - 1) + k + 1); })));
  const words = h('p', { id: 'stage-words', class: 'faint', 'aria-live': 'polite' });
  const trace = h('input', { type: 'checkbox', id: 'trace', onchange: () => changed({ trace: +trace.checked }) });
  const element = h('div', { class: 'transport' },
    h('div', { class: 'buttons' }, play,
      button('step-back', '‹', 'One stage back (←)', () => player.step(-1)), button('step', 'Step ›', 'One stage on (→)', () => player.step(1)),
      button('generation', 'Generation »', 'To the end of the generation (shift →)', () => player.nextGeneration()), button('restart', 'Restart', 'Back to the initial population (r)', () => player.restart())),
    h('ol', { class: 'stages' }, stages), words,
    h('div', { class: 'when' }, counter, scrub, speed.element, h('label', { class: 'check' }, trace, 'keep where treated points landed')));
  const update = () => {
    play.textContent = player.playing ? 'Pause' : 'Play';
    const stage = player.place === 0 ? 0 : Math.min(Math.max(Math.ceil(player.stage), 1), STAGES);
    const quick = player.playing && state.speed > FAST;
    stages.forEach((item, k) => item.firstChild.setAttribute('aria-current', !quick && k + 1 === stage ? 'step' : 'false'));
    const said = quick ? 'Donors (hollow) and what became of them (filled).' : STAGE_WORDS[stage];
    if (words.textContent !== said) words.textContent = said;
    counter.textContent = `Generation ${player.generation}`;
    scrub.max = Math.min(player.last, Math.max(100, Math.ceil(player.generation / 50) * 50));
    scrub.value = player.generation;
    speed.update();
    trace.checked = Boolean(state.trace);
  };
  return { element, update };
}

// Keys work anywhere but where text is typed or a control has them for itself.
function listenToKeys(player) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('explanation').open || state.view === 'race') return;
    if (event.target.closest('input, select, textarea, [role=tablist]')) return;
    const onButton = event.target.closest('button, a');
    const act = { ' ': onButton ? null : () => player.toggle(), ArrowRight: () => (event.shiftKey ? player.nextGeneration() : player.step(1)), ArrowLeft: () => player.step(-1), r: () => player.restart() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
