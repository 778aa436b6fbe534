// All tables behind tabs: those made from the arrays of the page first, then those that came as tables.
function rankRows(study) {
  const g = state.group;
  const rows = [];
  study.configurations.forEach((configuration, c) => study.boundaries.forEach((boundary, m) => {
    const mark = study.marks.at(g, c, m);
    rows.push([configuration.mutation, configuration.crossover, boundary.label, study.rank.at(g, c, m), study.low.at(g, c, m), study.high.at(g, c, m), study.bestShare.at(g, c, m),
      study.adjustedP.at(g, c, m), mark === 1 ? 'best' : mark === 2 ? 'worse' : '', study.repaired.at(g, c, m), study.success.at(g, c, m), study.area ? study.area.at(g, c, m) : null]);
  }));
  return rows;
}

function rankColumns(study) {
  const level = show.share(study.level);
  return [
    { label: 'mutation', kind: 'operator' }, { label: 'crossover', kind: 'operator' }, { label: 'method', kind: 'operator' }, { label: 'mean rank', kind: 'number' },
    { label: 'low', kind: 'number', note: `lower end of the ${level} bootstrap interval` }, { label: 'high', kind: 'number', note: `upper end of the ${level} bootstrap interval` },
    { label: 'best in', kind: 'share', note: 'share of the resamplings in which the method has the lowest mean rank' }, { label: 'adjusted p', kind: 'p', note: 'against the best of the column' }, { label: 'verdict', kind: 'text' },
    { label: 'repaired', kind: 'percent' }, { label: 'success rate', kind: 'percent' }, { label: 'convergence area', kind: 'percent' },
  ];
}

function timeRows(study, target) {
  const rows = [];
  for (const f of blocksOf(study, state.group)) {
    study.configurations.forEach((configuration, c) => study.boundaries.forEach((boundary, m) => {
      const runs = study.runs.at(c, f, m);
      if (!runs) return;
      const successes = study.times.successes.at(c, f, m, target);
      rows.push([problemName(study, study.blocks[f]), configuration.mutation, configuration.crossover, boundary.label, study.times.ert.at(c, f, m, target), successes / runs, successes, runs]);
    }));
  }
  return rows;
}

const TIME_COLUMNS = [
  { label: 'problem', kind: 'text' }, { label: 'mutation', kind: 'operator' }, { label: 'crossover', kind: 'operator' }, { label: 'method', kind: 'operator' },
  { label: 'ERT', kind: 'time', note: 'expected evaluations until the target' }, { label: 'success rate', kind: 'share' }, { label: 'successes', kind: 'count' }, { label: 'runs', kind: 'count' },
];

function drawTables(study) {
  const tabs = h('div', { role: 'tablist', 'aria-label': 'Tables' });
  const body = h('div', { role: 'tabpanel', id: 'table-panel' });
  const titleOf = (shown) => fullName(study, shown);
  const file = (name) => h('a', { href: `tables/${study.folder ? `${study.folder}/` : ''}${name}.csv` }, `${name}.csv`);
  const csv = { noise_pairs: 'noise_check_mean_ranks', floors: 'floor_comparison', missing: 'missing_cells' };
  let target = study.times ? study.times.targets.length - 1 : 0;
  const place = () => study.groups[state.group].label;
  const entries = [{
    name: 'mean_ranks',
    title: 'Mean ranks',
    draw: () => [h('p', { class: 'faint' }, `${place()}: mean ranks with bootstrap intervals, tests and rates. `, file('mean_ranks'), ' ', file('rank_intervals')), sortableTable({ titleOf, caption: 'Mean ranks', columns: rankColumns(study), rows: rankRows(study) })],
  }];
  if (study.times) {
    entries.push({
      name: 'running_times',
      title: 'Running times',
      draw: () => {
        const select = h('select', { onchange: (event) => { target = Number(event.target.value); update(); } }, study.times.targets.map((value, k) => h('option', { value: k, selected: k === target }, show.precision(value))));
        return [h('p', { class: 'faint' }, `${place()}: expected running time (ERT) and success rate of every cell. `, file('running_times')), h('label', { class: 'above' }, 'Target precision ', select), sortableTable({ titleOf, caption: 'Running times', columns: TIME_COLUMNS, rows: timeRows(study, target) })];
      },
    });
  }
  for (const table of study.tables) {
    const group = table.columns.findIndex((column) => column.key === 'group');
    entries.push({
      name: table.name,
      title: table.title,
      draw: () => {
        const few = table.rows.length <= 60;
        const rows = group < 0 || few ? table.rows : table.rows.filter((row) => row[group] === study.groups[state.group].id);
        return [h('p', { class: 'faint' }, `${group < 0 || few ? '' : `${place()}: `}${table.note} `, file(csv[table.name] || table.name)), sortableTable({ titleOf, caption: table.title, columns: table.columns, rows })];
      },
    });
  }
  let shown = 0;
  const update = () => body.replaceChildren(...entries[shown].draw());
  const mark = choice(tabs, 'tab', entries.map((entry) => ({ label: entry.title, id: `tab-${entry.name}`, controls: 'table-panel' })), (k) => { shown = k; update(); });
  mark(0);
  update();
  byId('tables').replaceChildren(h('h2', { id: 'tables-title' }, 'Tables'), tabs, body);
  return update;
}
