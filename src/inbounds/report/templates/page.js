// The page: studies and groups to choose from, light or dark, and everything that follows the choice.
let following = [];

function showStudy(k) {
  const study = openStudy(k);
  const ready = study.groups.findIndex((group) => group.ready);
  const start = study.configurations.findIndex((_, c) => study.boundaries.some((__, m) => known(study.rank.at(ready, c, m))));
  const configuration = Math.max(start, 0);
  const best = study.boundaries.findIndex((_, m) => study.marks.at(ready, configuration, m) === 1);
  Object.assign(state, { study: k, group: ready, configuration, chosen: new Set([Math.max(best, 0)]) });
  const mark = choice(byId('groups'), 'radio', study.groups.map((group) => ({
    label: group.id === 'all' ? 'All' : `Group ${group.id}`, id: `group-${group.id}`, note: group.ready ? group.name : 'no runs yet', disabled: !group.ready,
  })), (group) => change({ group }));
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
setTheme(remembered() || (preferred.matches ? 'dark' : 'light'));
preferred.addEventListener('change', (event) => { if (!remembered()) setTheme(event.matches ? 'dark' : 'light'); });
byId('theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remembered(theme);
  setTheme(theme);
});

byId('study-choice').hidden = studies.length < 2;
byId('study').append(...studies.map((study, k) => h('option', { value: k }, study.title)));
byId('study').addEventListener('change', (event) => showStudy(Number(event.target.value)));
showStudy(0);
document.documentElement.dataset.ready = 'yes';
