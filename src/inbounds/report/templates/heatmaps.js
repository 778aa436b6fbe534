// The two heatmaps: tables of coloured cells, to hover, to walk with arrow keys and to click.
const MEASURES = {
  repaired: { label: 'repaired share', stops: SHARES, unit: 'in %', darker: 'more repairs' },
  success: { label: 'success rate', stops: GREENS, unit: 'in %', darker: 'more successes' },
  area: { label: 'area over the convergence curve', stops: GREENS, unit: 'in %', darker: 'better' },
};

function drawHeatmaps(study) {
  const rankTable = heatmap(study, 'rank', (g, c, m) => {
    const value = study.rank.at(g, c, m);
    if (!known(value)) return null;
    const mark = study.marks.at(g, c, m);
    return { text: show.rank(value), colour: ramp(RANKS, (value - 1) / Math.max(study.boundaries.length - 1, 1)), mark };
  });
  const offered = Object.keys(MEASURES).filter((name) => study[name] && study[name].values.some(known));
  let [measure] = offered;
  const otherTable = heatmap(study, 'measure', (g, c, m) => {
    const value = study[measure].at(g, c, m);
    return known(value) ? { text: (100 * value).toFixed(0), colour: ramp(MEASURES[measure].stops, value), mark: 0 } : null;
  }, (boundary) => boundary.asterisk && measure === 'repaired');
  const title = h('h3', {}, 'Repaired share in %');
  const key = h('p', { class: 'legend' });
  const describe = () => {
    const { label, unit, stops, darker } = MEASURES[measure];
    title.textContent = `${label[0].toUpperCase()}${label.slice(1)} ${unit}`;
    key.replaceChildren(...there([
      h('span', {}, '0', rampSample(stops), `100 % (darker: ${darker})`),
      measure === 'repaired' && study.boundaries.some((boundary) => boundary.asterisk) ? h('span', {}, '* counts something else: the transformation also moves feasible points, the death penalty counts after crossover') : null,
      measure === 'success' ? h('span', {}, `runs that end within ${show.precision(study.successTarget)} of the optimum`) : null,
    ]));
  };
  const choose = h('select', { 'aria-label': 'Second heatmap', onchange: (event) => { measure = event.target.value; describe(); otherTable.update(); } },
    offered.map((name) => h('option', { value: name }, MEASURES[name].label)));
  describe();
  const group = h('span', {});
  byId('ranks').replaceChildren(
    h('h2', { id: 'ranks-title' }, 'Boundary methods within each configuration: ', group),
    h('p', { class: 'faint' }, 'A column is a mutation with a crossover; only the cells of one column are compared. Hover or walk with the arrow keys for all numbers, click (or Enter) for the runs behind a cell, beside those of the best of its column. The names of the methods explain them.'),
    h('div', { class: 'heading' }, h('h3', {}, 'Mean rank')),
    h('div', { class: 'scroll' }, rankTable.element),
    h('p', { class: 'legend' },
      h('span', {}, 'best', rampSample(RANKS), 'worst'),
      h('span', {}, h('span', { class: 'sample', style: { background: rgb(ramp(RANKS, 0.1)), color: font(1, ramp(RANKS, 0.1)), fontWeight: '700', boxShadow: 'inset 0 0 0 2px #27d65b' } }, '2.1'), 'best of its column'),
      h('span', {}, h('span', { class: 'sample', style: { background: rgb(ramp(RANKS, 0.9)), color: font(2, ramp(RANKS, 0.9)), fontStyle: 'italic' } }, '11.4'), 'significantly worse than the best'),
      study.missing ? h('span', {}, h('span', { class: 'sample', style: { background: 'repeating-linear-gradient(-45deg, var(--soft) 0 4px, var(--line) 4px 6px)' } }, '\u00a0'), 'no runs') : null),
    h('div', { class: 'heading' }, title, offered.length > 1 ? choose : null),
    h('div', { class: 'scroll' }, otherTable.element),
    key,
  );
  const update = (changed) => {
    group.textContent = study.groups[state.group].label.toLowerCase();
    for (const table of [rankTable, otherTable]) table.update(changed);
  };
  update([]);
  return update;
}

const rampSample = (stops) => h('span', { class: 'ramp', style: { background: `linear-gradient(90deg, ${stops.join(', ')})` } });

function heatmap(study, name, cellOf, starred = () => false) {
  const { configurations, boundaries } = study;
  const begins = (c) => c > 0 && configurations[c].crossover !== configurations[c - 1].crossover;
  const spans = [];
  configurations.forEach((configuration, c) => {
    if (c && !begins(c)) spans[spans.length - 1].width += 1;
    else spans.push({ crossover: configuration.crossover, width: 1, gap: begins(c) });
  });
  const cells = [];
  const labels = boundaries.map((boundary, m) => h('th', { scope: 'row', title: fullName(study, boundary.label), ...explained(study, m) }, boundary.label));
  walkable(labels);
  const rows = boundaries.map((boundary, m) => h('tr', {}, labels[m], configurations.map((configuration, c) => {
    const cell = h('td', { class: 'cell', role: 'gridcell', tabindex: -1, 'data-c': c, 'data-m': m });
    cells.push(cell);
    return cell;
  })));
  const longest = Math.max(...configurations.map((configuration) => configuration.mutation.length));
  const height = `${Math.min(0.42 * longest + 1, 10.6)}rem`;
  const element = h('table', { class: `heat${configurations.length < 14 ? ' few' : ''}`, role: 'grid', 'data-heatmap': name },
    h('thead', {},
      !spans.some((span) => span.crossover) ? null : h('tr', {}, h('td'), spans.map((span) => h('th', { class: `crossover${span.gap ? ' gap' : ''}`, colspan: span.width, scope: 'colgroup', title: fullName(study, span.crossover) }, span.crossover))),
      h('tr', {}, h('td'), configurations.map((configuration, c) => h('th', { class: `mutation${begins(c) ? ' gap' : ''}`, scope: 'col', style: { height } }, h('span', { title: fullName(study, configuration.mutation) || configuration.mutation }, configuration.mutation || ' '))))),
    h('tbody', {}, rows));
  const at = (cell) => [Number(cell.dataset.c), Number(cell.dataset.m)];
  labels.forEach((label, m) => label.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') { event.preventDefault(); focus(m * configurations.length); } }));
  let focused = 0;
  const focus = (k) => {
    cells[focused].tabIndex = -1;
    focused = k;
    cells[k].tabIndex = 0;
    cells[k].focus();
  };
  const cellUnder = (event) => event.target.closest('td.cell');
  element.addEventListener('mousemove', (event) => {
    const cell = cellUnder(event);
    if (cell) showTooltip(...describeCell(study, ...at(cell)), event.clientX, event.clientY);
    else if (!event.target.closest('tbody th')) hideTooltip();
  });
  element.addEventListener('mouseleave', hideTooltip);
  element.addEventListener('focusin', (event) => { const cell = cellUnder(event); if (cell && cell.matches(':focus-visible')) showTooltipAt(cell, ...describeCell(study, ...at(cell))); });
  element.addEventListener('focusout', hideTooltip);
  element.addEventListener('click', (event) => { const cell = cellUnder(event); if (cell) pick(...at(cell)); });
  element.addEventListener('keydown', (event) => {
    const cell = cellUnder(event);
    if (!cell) return;
    const [c, m] = at(cell);
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); pick(c, m); return; }
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [toC, toM] = [c + step[0], m + step[1]];
    if (toC < 0) labels[m].focus();
    else if (toC < configurations.length && toM >= 0 && toM < boundaries.length) focus(toM * configurations.length + toC);
  });
  cells[0].tabIndex = 0;
  const update = () => {
    const columnOf = configurations.map((_, c) => boundaries.map((__, m) => cellOf(state.group, c, m)));
    const allBest = columnOf.map((column) => column.every((found) => found && found.mark === 1));
    boundaries.forEach((boundary, m) => { labels[m].textContent = boundary.label + (starred(boundary) ? '*' : ''); });
    for (const cell of cells) {
      const [c, m] = at(cell);
      const found = columnOf[c][m];
      const classes = ['cell', begins(c) && 'gap', !found && 'none', found && found.mark === 1 && !allBest[c] && 'best framed', found && found.mark === 2 && 'worse',
        state.configuration === c && state.method === m && 'picked'];
      cell.className = classes.filter(Boolean).join(' ');
      cell.textContent = found ? found.text : '';
      cell.style.backgroundColor = found ? rgb(found.colour) : '';
      cell.style.color = found ? font(found.mark, found.colour) : '';
      cell.setAttribute('aria-label', `${boundaries[m].label}, ${configurationName(configurations[c])}: ${found ? found.text : 'no runs'}`);
    }
  };
  return { element, update };
}

function pick(c, m) {
  hideTooltip();
  change({ configuration: c, method: m, chosen: withWinners(openStudy(state.study), state.group, c, m) });
  byId('configuration').scrollIntoView();
  writeAddress({ at: 'configuration' });
  byId('configuration-title').focus({ preventScroll: true });
}

// Everything known about a cell of the current group.
function describeCell(study, c, m) {
  const g = state.group;
  const [boundary, configuration] = [study.boundaries[m], study.configurations[c]];
  const title = `${boundary.label} – ${configurationName(configuration)}`;
  const own = [boundary.label, configuration.mutation, configuration.crossover].filter((shown) => fullName(study, shown)).map((shown) => [shown, fullName(study, shown)]);
  const rank = study.rank.at(g, c, m);
  const blocks = blocksOf(study, g);
  const runs = blocks.reduce((sum, f) => sum + study.runs.at(c, f, m), 0);
  if (!known(rank) && !runs) return [title, [...own, ['runs', 'none yet']]];
  const mark = study.marks.at(g, c, m);
  const p = study.adjustedP.at(g, c, m);
  return [title, [
    ...own,
    ['mean rank', known(rank) ? `${show.number(rank)}  [${show.number(study.low.at(g, c, m))}, ${show.number(study.high.at(g, c, m))}]` : 'not comparable yet'],
    known(rank) ? ['best in', `${show.share(study.bestShare.at(g, c, m))} of resamplings`] : null,
    known(rank) ? ['against the best', mark === 1 ? 'is the best' : `p = ${show.p(p)}${mark === 2 ? ', significantly worse' : ''}`] : null,
    ['repaired share', show.percent(study.repaired.at(g, c, m))],
    ['success rate', show.percent(study.success.at(g, c, m))],
    study.area ? ['convergence area', show.percent(study.area.at(g, c, m))] : null,
    ['problems', `${blocks.filter((f) => study.runs.at(c, f, m) > 0).length} of ${blocks.length}`],
    ['runs', show.count(runs)],
    ['Friedman p', show.p(study.friedman.p.at(g, c))],
  ]];
}
