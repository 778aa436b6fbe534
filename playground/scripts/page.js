// Puts the parts together: choices change runs, runs change pictures.
async function openPage() {
  const refused = [...takeChoices(Object.entries(embedded('given')).map(([name, value]) => [name, String(value)])), ...takeChoices(fromAddress())];
  complain(refused);
  const wasm = await embeddedCore();
  const core = await openCore(wasm);

  const boxes = new Boxes(byId('boxes'), core, (optimum, done) => changed({ optimum }, { dragging: !done }));
  const player = new Player(() => draw());
  const bar = transport(player, (choice) => changed(choice, { restart: false }));
  const form = settings((choice) => changed(choice));
  const raceView = new RaceView(byId('race-chart'), byId('race-table'), byId('race-status'));
  const race = new Race(wasm, {
    update: (now) => raceView.show(now),
    finish: (now) => { raceView.show(now, rankSamples(now.samples())); raceButton('done'); },
  });
  byId('transport').append(bar.element);
  byId('settings').append(form.element);
  const tabs = choice(byId('views'), 'tab', Object.entries(VIEWS).map(([view, label]) => ({ id: `view-${view}`, label, controls: view === 'race' ? 'race' : 'watch' })), (k) => changed({ view: Object.keys(VIEWS)[k] }));

  const shownMethods = () => (state.view === 'one' ? [state.boundary] : state.methods);

  function changed(choice, { dragging = false, restart = true } = {}) {
    Object.assign(state, choice);
    update({ dragging, restart });
    noteAddress();
  }

  function update({ dragging = false, restart = true } = {}) {
    tabs(Object.keys(VIEWS).indexOf(state.view));
    form.update();
    const racing = state.view === 'race';
    byId('watch').hidden = racing;
    byId('race').hidden = !racing;
    if (racing) {
      player.pause();
      if (restart) { race.stop(); raceView.clear(); }
      raceButton();
    } else {
      race.stop();
      if (restart) boxes.start(shownMethods(), { dragging });
      player.last = LAST_GENERATION;
      draw();
    }
    about();
  }

  function draw() {
    bar.update();
    if (!boxes.panels.length || state.view === 'race') return;
    boxes.draw(player.generation, player.drawnStage);
    if (!player.playing) {
      state.generation = player.generation;
      state.stage = player.place === 0 ? 1 : Math.ceil(player.stage);
      noteAddress();
    }
    curves();
  }

  function curves() {
    const host = byId('curves');
    host.hidden = state.view !== 'one';
    if (host.hidden) return;
    const width = Math.floor((host.clientWidth - 2 * 16) / (host.clientWidth < 520 ? 1 : 3)) || 200;
    host.replaceChildren(...measureCurves(boxes.panels[0].simulation, player.generation, player.drawnStage, Math.min(width, host.clientWidth)));
  }

  function about() {
    const others = ['mutation', 'crossover', 'adaptation'].map((family) => methodCard(family, state[family]));
    const methods = state.view === 'one' ? [] : state.methods.map((name) => methodCard('boundary', name));
    byId('about').replaceChildren(...methods, ...others);
  }

  function raceButton(stage = race.running ? 'running' : 'waiting') {
    byId('race').dataset.stage = stage;
    byId('race-start').textContent = race.running ? 'Stop' : `Race: ${state.runs} runs of ${state.methods.length} method${state.methods.length === 1 ? '' : 's'}`;
  }
  byId('race-start').addEventListener('click', () => {
    if (race.running) race.stop(); else { race.start(); raceView.show(race); }
    raceButton();
  });

  player.place = chosenPlace();
  followTheme(() => { boxes.repaint(); if (boxes.panels.length) draw(); });
  listenToKeys(player);
  window.addEventListener('hashchange', () => { resetChoices(); complain(takeChoices(fromAddress())); player.place = chosenPlace(); update(); });
  update();
  window.addEventListener('resize', () => { boxes.arrange(); draw(); });
  if (fromAddress().some(([name]) => name === 'play')) player.play();
  window.playground = { state, boxes, player, race }; // for those who open the console, and for the tests
  document.documentElement.dataset.ready = '';
}

const chosenPlace = () => (state.generation === 0 ? 0 : STAGES * (state.generation - 1) + state.stage);

function complain(refused) {
  byId('notice').hidden = refused.length === 0;
  byId('notice').textContent = refused.length ? `Not everything that was asked for can be shown: ${refused.join('; ')}.` : '';
}

openPage().catch((error) => {
  byId('notice').hidden = false;
  byId('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
