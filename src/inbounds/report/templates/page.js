// The page: studies and groups to choose from, light or dark, and everything that follows the choice.
let following = [];

function showStudy(k, asked = {}) {
  const study = openStudy(k);
  const place = placeOf(study, asked);
  const ready = place.group ?? study.groups.findIndex((group) => group.ready);
  const start = study.configurations.findIndex((_, c) => study.boundaries.some((__, m) => known(study.rank.at(ready, c, m))));
  const configuration = place.configuration ?? Math.max(start, 0);
  const best = study.boundaries.findIndex((_, m) => study.marks.at(ready, configuration, m) === 1);
  const method = place.method ?? Math.max(best, 0);
  Object.assign(state, { study: k, group: ready, configuration, method, chosen: withWinners(study, ready, configuration, method) });
  const mark = choice(byId('groups'), 'radio', study.groups.map((group) => ({
    label: group.id === 'all' ? 'All' : `Group ${group.id}`, id: `group-${group.id}`, note: group.ready ? group.name : 'no runs yet', disabled: !group.ready,
  })), (group) => change({ group, chosen: withWinners(study, group, state.configuration, state.method) }));
  mark(ready);
  drawFindings(study);
  following = [drawHeatmaps(study), drawConfiguration(study), drawEcdf(study), drawTables(study)];
  drawCounts(study);
  drawClaims(study);
  drawWords(study, studies[k].figures);
}

// Choosing methods or a configuration concerns the first two pictures, a group all of them.
onChange((changed) => {
  hideTooltip();
  following.slice(0, changed.includes('group') ? following.length : 2).forEach((update) => update(changed));
  writeAddress(describePlace(openStudy(state.study)));
});

const remembered = (value) => {
  try {
    if (value) localStorage.setItem('inbounds-theme', value);
    return localStorage.getItem('inbounds-theme');
  } catch { return null; } // some browsers keep nothing for file addresses
};
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
}
const preferred = window.matchMedia('(prefers-color-scheme: dark)');
const themeOf = ({ theme }) => (['light', 'dark'].includes(theme) ? theme : remembered() || (preferred.matches ? 'dark' : 'light'));
preferred.addEventListener('change', () => setTheme(themeOf(readAddress())));
byId('theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remembered(theme);
  setTheme(theme);
  writeAddress({ theme });
});

byId('study-choice').hidden = studies.length < 2;
byId('study').append(...studies.map((study, k) => h('option', { value: k }, study.title)));
byId('study').addEventListener('change', (event) => {
  showStudy(Number(event.target.value));
  writeAddress(describePlace(openStudy(state.study)));
});

// Show what the address asks for: at the start, and when it is changed by hand.
function follow() {
  const asked = readAddress();
  const k = Math.max(studies.findIndex(({ title }) => title === asked.study), 0);
  setTheme(themeOf(asked));
  byId('study').value = k;
  showStudy(k, asked);
  if (asked.at) goTo(asked.at);
}
window.addEventListener('hashchange', follow);
follow();
document.documentElement.dataset.ready = 'yes';
