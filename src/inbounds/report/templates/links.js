// What is shown is in the address, behind its #: study, group, cell and theme, so that a link shows the same again.
// Section links keep working: their name alone, or among the rest as `at`.
function readAddress() {
  const text = window.location.hash.slice(1);
  if (!text.includes('=')) return { at: decodeURIComponent(text) };
  return Object.fromEntries(new URLSearchParams(text));
}

function writeAddress(values) {
  const before = readAddress();
  const merged = Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const address = `#${new URLSearchParams(merged).toString().replaceAll('%2F', '/')}`;
  if (address !== window.location.hash) window.history.replaceState(null, '', address);
}

// The cell and group of an address; what it does not name, or what the study does not have, is undefined.
function placeOf(study, { group, mutation, crossover, method }) {
  const find = (list, fits) => { const k = list.findIndex(fits); return k < 0 ? undefined : k; };
  return {
    group: find(study.groups, ({ id, ready }) => id === group && ready),
    configuration: mutation === undefined ? undefined : find(study.configurations, (found) => found.mutation === mutation && found.crossover === (crossover || '')),
    method: method === undefined ? undefined : find(study.boundaries, ({ label }) => label === method),
  };
}

function describePlace(study) {
  const { mutation, crossover } = study.configurations[state.configuration];
  return {
    study: studies.length > 1 ? studies[state.study].title : undefined,
    group: study.groups[state.group].id,
    mutation, crossover, method: study.boundaries[state.method].label,
  };
}

// Links within the page scroll and are remembered beside the rest of the address.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  goTo(link.getAttribute('href').slice(1));
});

function goTo(section) {
  const element = section && byId(section);
  if (!element) return;
  element.scrollIntoView();
  writeAddress({ at: section });
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
