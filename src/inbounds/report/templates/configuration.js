// One configuration in depth: critical differences, and distributions and curves on every problem of the group.
function drawConfiguration(study) {
  const heading = h('h2', { id: 'configuration-title', tabindex: -1 });
  const select = h('select', { id: 'configuration-choice', onchange: (event) => { const configuration = Number(event.target.value); change({ configuration, chosen: withWinners(study, state.group, configuration, state.method) }); } });
  for (const crossover of new Set(study.configurations.map((configuration) => configuration.crossover))) {
    const options = study.configurations.map((configuration, c) => [configuration, c]).filter(([configuration]) => configuration.crossover === crossover)
      .map(([configuration, c]) => h('option', { value: c, title: fullName(study, configuration.mutation) }, configuration.mutation || configurationName(configuration)));
    select.append(crossover ? h('optgroup', { label: crossover, title: fullName(study, crossover) }, options) : h('optgroup', { label: 'all runs' }, options));
  }
  const chips = study.boundaries.map((boundary, m) => h('button', { type: 'button', title: fullName(study, boundary.label), onclick: () => toggle(m) }, h('span', { class: 'dot' }), boundary.label));
  const everything = h('button', { type: 'button', onclick: () => change({ chosen: new Set(state.chosen.size === chips.length ? [] : chips.map((_, m) => m)) }) }, 'all / none');
  const toggle = (m) => {
    const chosen = new Set(state.chosen);
    if (!chosen.delete(m)) chosen.add(m);
    change({ chosen });
  };
  const difference = h('div', { id: 'critical-difference', class: 'scroll' });
  const words = h('p', { class: 'faint' });
  const moving = h('p', { id: 'see-it-move', class: 'faint' });
  const problems = h('div', { id: 'problems' });
  byId('configuration').replaceChildren(
    heading,
    h('div', { class: 'pickers' }, h('label', {}, 'Configuration ', select), h('a', { href: '#ranks' }, 'back to the heatmaps')),
    words, moving,
    h('div', { class: 'chips', role: 'group', 'aria-label': 'Highlighted boundary methods' }, chips, everything),
    difference, problems,
  );
  const update = () => {
    const [g, c] = [state.group, state.configuration];
    heading.textContent = `${configurationName(study.configurations[c])} – ${study.groups[g].label.toLowerCase()}`;
    select.value = c;
    const beside = winnersOf(study, g, c).filter((m) => m !== state.method);
    chips.forEach((chip, m) => {
      chip.setAttribute('aria-pressed', state.chosen.has(m));
      chip.firstChild.style.background = state.chosen.has(m) ? tint(methodColour(m)) : '';
    });
    words.replaceChildren(sentence(study, g, c), h('br'), pairSentence(study, g, c, state.method, beside));
    const links = playgroundLinks(study, g, c, state.method);
    moving.hidden = !links.length;
    moving.replaceChildren(`See ${study.boundaries[state.method].label} move on `, ...links.flatMap((link, k) => (k ? [' · ', link] : [link])));
    const holder = h('div');
    difference.replaceChildren(holder);
    drawToWidth(holder, (width) => criticalDifferenceChart(study, g, c, width));
    undrawn.clear();
    problems.replaceChildren(...blocksOf(study, g).map((f) => problemRow(study, c, f)));
  };
  update();
  return update;
}

// The cell's algorithm on each BBOB function of the group, in the playground; none for what that page does not have.
function playgroundLinks(study, g, c, m) {
  const { mutation, crossover } = study.configurations[c];
  const algorithm = { mutation, crossover, boundary: study.boundaries[m].name, adaptation: study.adaptation };
  if (!playgroundPage || !study.playable || !Object.entries(algorithm).every(([family, name]) => study.playable[family].includes(name))) return [];
  const chosen = Object.entries(algorithm).map(([family, name]) => `${family}=${name}`).join('&');
  return [...new Set(blocksOf(study, g).map((f) => study.blocks[f].function))].map((number) => h('a', { href: `${playgroundPage}#problem=${number}&${chosen}` }, `f${number}`));
}

function sentence(study, g, c) {
  const ranks = study.boundaries.map((_, m) => study.rank.at(g, c, m)).filter(known);
  if (!ranks.length) return 'No problem of this group has runs of all methods yet.';
  const best = study.boundaries.filter((_, m) => study.marks.at(g, c, m) === 1).map((boundary) => boundary.label);
  const worse = study.boundaries.filter((_, m) => study.marks.at(g, c, m) === 2).map((boundary) => boundary.label);
  const test = `Friedman p = ${show.p(study.friedman.p.at(g, c))} over ${study.friedman.problems.at(g, c)} problems`;
  if (best.length === ranks.length) return `All methods tie (${test}).`;
  return `Best mean rank: ${best.join(', ')} (${show.number(Math.min(...ranks))}). ${worse.length ? `Significantly worse: ${worse.join(', ')}.` : 'None is significantly worse.'} ${test}.`;
}

// What was clicked, beside the best of its column.
function pairSentence(study, g, c, m, beside) {
  const rank = study.rank.at(g, c, m);
  if (!known(rank)) return '';
  const own = `Highlighted: ${study.boundaries[m].label} (mean rank ${show.number(rank)})`;
  if (!beside.length) return `${own}${winnersOf(study, g, c).includes(m) ? ', the best of its column' : ''}.`;
  const p = study.adjustedP.at(g, c, m);
  return `${own}${known(p) ? `, p = ${show.p(p)} against the best` : ''}; beside it the best: ${beside.map((other) => `${study.boundaries[other].label} (${show.number(study.rank.at(g, c, other))})`).join(', ')}.`;
}

// Charts are drawn when they come near the screen, since 24 problems make 120 of them, and all of them for paper.
const undrawn = new Set();
window.addEventListener('beforeprint', () => { for (const draw of [...undrawn]) draw(); });

function problemRow(study, c, f) {
  const charts = h('div', { class: 'charts' });
  const row = h('div', { class: 'problem', 'data-block': f }, h('h4', {}, problemName(study, study.blocks[f])), charts);
  const drawings = [];
  // A chart has its height before it is drawn, so that nothing moves below it.
  const chart = (caption, height, draw) => {
    const holder = h('div', { style: { minHeight: `${height}px` } });
    charts.append(h('figure', {}, h('figcaption', {}, caption), holder));
    drawings.push(() => { holder.style.minHeight = ''; drawToWidth(holder, draw); });
  };
  chart('Distribution of the final precision', boxChartHeight(study), (width) => boxChart(study, c, f, width));
  for (const kind of recordedCurves(study)) chart(CURVES[kind].title, CURVE_HEIGHT, (width) => curveChart(study, c, f, kind, width));
  for (const mixture of study.curves ? Object.values(study.mixtures) : []) chart(`Shares within ${study.boundaries[mixture.boundary].label}`, CURVE_HEIGHT, (width) => sharesChart(study, mixture, c, f, width));
  if (study.wallHits) chart('Donors beyond upper (↑) and lower walls (↓)', CURVE_HEIGHT, (width) => wallHitsChart(study, c, f, width));
  const drawAll = () => {
    undrawn.delete(drawAll);
    near.disconnect();
    for (const draw of drawings) draw();
  };
  const near = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) drawAll(); }, { rootMargin: '600px' });
  undrawn.add(drawAll);
  near.observe(row);
  return row;
}
