// Puts the parts together: choices change runs, runs change pictures.
async function openPlayground() {
  const wasm = await embeddedCore();
  const core = await openCore(wasm);
  const boxes = new Boxes(byId('boxes'), core, (optimum, done) => changed({ optimum }, { dragging: !done }));
  const watch = new Watch(boxes, (choice) => changed(choice, { restart: false }));
  const form = settings((choice) => changed(choice));
  const raceView = new RaceView(byId('race-chart'), byId('race-table'), byId('race-status'));
  const race = new Race(wasm, {
    update: (now) => raceView.show(now),
    finish: (now) => { raceView.show(now, rankSamples(now.samples())); raceButton('done'); },
  });
  byId('settings').append(form.element);
  const tabs = choice(byId('views'), 'tab', Object.entries(VIEWS).map(([view, label]) => ({ id: `view-${view}`, label, controls: view === 'race' ? 'race' : 'watch' })), (k) => changed({ view: Object.keys(VIEWS)[k] }));

  function changed(choice, { dragging = false, restart = true } = {}) {
    Object.assign(state, choice);
    update({ dragging, restart });
    noteAddress();
  }

  function update({ dragging = false, restart = true } = {}) {
    const racing = state.view === 'race';
    tabs(Object.keys(VIEWS).indexOf(state.view));
    form.update();
    byId('watch').hidden = racing;
    byId('race').hidden = !racing;
    if (restart) {
      race.stop();
      raceView.clear();
      if (!racing) boxes.start(state.view === 'one' ? [state.boundary] : state.methods, { dragging });
      about();
    }
    if (racing) watch.player.pause();
    raceButton();
    watch.player.last = LAST_GENERATION;
    watch.draw();
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

  window.addEventListener('hashchange', () => { resetChoices(); complain(takeChoices(fromAddress())); watch.player.place = chosenPlace(); update(); });
  update();
  if (fromAddress().some(([name]) => name === 'play')) watch.player.play();
  return { state, boxes, race, player: watch.player };
}

// The page that `inbounds watch` writes: one run, nothing to choose but the time.
function openRecording(data) {
  const recording = new Recording(data);
  measureTheFunctionItself();
  byId('tagline').textContent = 'A recorded run: what becomes of the donors that land outside, the boundary method decides.';
  const boxes = new Boxes(byId('boxes'), null, null);
  const watch = new Watch(boxes, (choice) => { Object.assign(state, choice); watch.draw(); });
  for (const id of ['views', 'about', 'race']) byId(id).hidden = true;
  byId('settings').append(recordedFacts(data));
  boxes.startRecorded(recording);
  watch.player.last = recording.last;
  watch.draw();
  return { state, boxes, player: watch.player };
}

function complain(refused) {
  byId('notice').hidden = refused.length === 0;
  byId('notice').textContent = refused.length ? `Not everything that was asked for can be shown: ${refused.join('; ')}.` : '';
}

async function openPage() {
  takeStandards(embedded('given'));
  complain(takeChoices(fromAddress()));
  const recording = embedded('recording');
  window.playground = await (recording ? openRecording(recording) : openPlayground()); // for those who open the console, and for the tests
  document.documentElement.dataset.ready = '';
}

openPage().catch((error) => {
  byId('notice').hidden = false;
  byId('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
