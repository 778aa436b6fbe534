// ECDFs: a line per configuration with its best-ranked method; colour and mark = mutation, dashes and hollow marks = crossover.
// Marks are stars around their middle: corners, turn in degrees, and how deep they are cut in between.
const MARKS = [[16, 0], [4, 45], [3, -90], [4, 0], [3, 90], [5, -90, 0.42], [4, 45, 0.34], [3, 180], [5, -90], [4, 0, 0.3], [3, 0], [6, -90], [3, -90, 0.22], [6, 0, 0.5]];

function markShape(kind, x, y, size) {
  const [corners, turn, inner] = MARKS[kind % MARKS.length];
  const count = inner ? 2 * corners : corners;
  const points = Array.from({ length: count }, (_, k) => {
    const angle = (Math.PI * (turn + (360 * k) / count)) / 180;
    const radius = inner && k % 2 ? size * inner : size;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return `${path(points)}Z`;
}

const lineMark = (configuration, kind, x, y, size) => svg('path', { class: 'mark', d: markShape(kind, x, y, size), 'stroke-width': 1.4, style: { stroke: tint(configuration.colour), fill: configuration.dash === 'solid' ? tint(configuration.colour) : 'var(--card)' } });

function drawEcdf(study) {
  const section = byId('ecdf');
  if (!study.ecdf) {
    section.replaceChildren(h('h2', { id: 'ecdf-title' }, 'Share of targets reached'), h('p', {}, 'These runs did not record when targets were reached, so there is no ECDF.'));
    return () => {};
  }
  const hidden = new Set();
  const crossovers = [...new Set(study.configurations.map((configuration) => configuration.crossover))];
  const mutations = [...new Set(study.configurations.map((configuration) => configuration.mutation))];
  const heading = h('h2', { id: 'ecdf-title' });
  const chart = h('div');
  const lines = h('div', { class: 'scroll' });
  const only = (keep) => () => {
    study.configurations.forEach((configuration, c) => { if (keep(configuration)) hidden.delete(c); else hidden.add(c); });
    redraw();
  };
  const offered = [['all', () => true], ['none', () => false], ...(crossovers.length > 1 ? crossovers.map((name) => [`only ${name}`, (configuration) => configuration.crossover === name]) : [])];
  section.replaceChildren(
    heading,
    h('p', { class: 'faint' }, 'Each line is a configuration with its best-ranked boundary method in this group: the mean share of all targets reached over all runs. Colour and mark are the mutation, dashes and hollow marks the crossover. Choose lines in the table and hover over its cells to single one out; hover over the picture for numbers.'),
    h('div', { class: 'above' }, 'Show ', offered.map(([label, keep]) => h('button', { type: 'button', onclick: only(keep) }, label))),
    h('div', { class: 'with-lines' }, chart, lines),
  );
  const shownLines = () => study.ecdf.lines.map((line, k) => ({ ...line, k })).filter((line) => line.group === state.group);
  let emphasise = () => {};
  const draw = (width) => {
    const made = ecdfChart(study, shownLines().filter((line) => !hidden.has(line.configuration)), mutations, width);
    emphasise = made.emphasise;
    return made.element;
  };
  const redrawChart = () => {
    const holder = h('div');
    chart.replaceChildren(holder);
    drawToWidth(holder, draw);
  };
  const redraw = () => {
    redrawChart();
    heading.textContent = `Share of targets reached – ${study.groups[state.group].label.toLowerCase()}`;
    const found = new Map(shownLines().map((line) => [line.configuration, line]));
    const box = (c) => {
      const line = found.get(c);
      if (!line) return h('td', { class: 'off' }, UNKNOWN);
      const configuration = study.configurations[c];
      const input = h('input', { type: 'checkbox', 'data-line': c, 'aria-label': configurationName(configuration), onchange: (event) => { if (event.target.checked) hidden.delete(c); else hidden.add(c); redrawChart(); } });
      input.checked = !hidden.has(c);
      return h('td', { onmouseenter: () => emphasise(c), onmouseleave: () => emphasise(null) }, h('label', {}, input, svg('svg', { width: 34, height: 12 }, svg('line', { x1: 0, x2: 34, y1: 6, y2: 6, style: { stroke: tint(configuration.colour) }, 'stroke-width': 2, 'stroke-dasharray': DASH[configuration.dash] }), lineMark(configuration, mutations.indexOf(configuration.mutation), 17, 6, 4.5)), show.share(line.share), ' ', study.boundaries[line.boundary].label));
    };
    lines.replaceChildren(h('table', { class: 'lines' },
      h('thead', {}, h('tr', {}, h('th', {}, 'mutation'), crossovers.map((name) => h('th', { title: fullName(study, name) }, name || 'line')))),
      h('tbody', {}, mutations.map((mutation) => h('tr', {}, h('th', { scope: 'row', title: fullName(study, mutation) }, mutation || UNKNOWN), crossovers.map((crossover) => {
        const c = study.configurations.findIndex((configuration) => configuration.mutation === mutation && configuration.crossover === crossover);
        return c < 0 ? h('td') : box(c);
      }))))));
  };
  redraw();
  return redraw;
}

function ecdfChart(study, lines, mutations, width) {
  const height = Math.max(320, Math.min(520, width * 0.55));
  const [left, right, top, bottom] = [46, 14, 8, height - 38];
  const { grid, shares } = study.ecdf;
  const value = (line, k) => shares.at(line.k, k) / 10000;
  const begin = Math.min(Math.max(grid.findIndex((_, k) => lines.some((line) => value(line, k) > 0)) - 1, 0), grid.length - 2);
  const x = linear(Math.log10(grid[begin]), Math.log10(grid[grid.length - 1]), left, width - right);
  const highest = Math.min(1, Math.max(0.1, Math.ceil(10 * Math.max(0, ...lines.map((line) => line.share))) / 10));
  const y = linear(0, highest, bottom, top);
  const drawn = lines.map((line, at) => {
    const configuration = study.configurations[line.configuration];
    const points = grid.map((count, k) => [x(Math.log10(count)), y(value(line, k))]).slice(begin);
    const every = Math.max(Math.round(points.length / 5), 1); // marks of different lines stand at different places
    const marks = points.filter((_, k) => (k + Math.round((every * (at * 7 % 11)) / 11)) % every === every - 1).map(([px, py]) => lineMark(configuration, mutations.indexOf(configuration.mutation), px, py, 4));
    return svg('g', { class: 'line' }, svg('path', { d: path(points), fill: 'none', style: { stroke: tint(configuration.colour) }, 'stroke-width': 1.7, 'stroke-dasharray': DASH[configuration.dash], 'stroke-linejoin': 'round' }), marks);
  });
  const dot = svg('circle', { r: 4.5, fill: 'var(--card)', 'stroke-width': 2.5, visibility: 'hidden' });
  // One line stands out; null: none does.
  const emphasise = (c) => drawn.forEach((element, at) => {
    element.style.opacity = c === null || lines[at].configuration === c ? '' : 0.2;
    element.firstChild.style.strokeWidth = c !== null && lines[at].configuration === c ? 3 : '';
  });
  const leave = () => {
    emphasise(null);
    dot.setAttribute('visibility', 'hidden');
    hideTooltip();
  };
  const hover = (event) => {
    if (!lines.length) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let k = begin;
    grid.forEach((count, place) => { if (place >= begin && Math.abs(x(Math.log10(count)) - px) < Math.abs(x(Math.log10(grid[k])) - px)) k = place; });
    const nearest = lines.reduce((best, line) => (Math.abs(y(value(line, k)) - py) < Math.abs(y(value(best, k)) - py) ? line : best), lines[0]);
    emphasise(nearest.configuration);
    const configuration = study.configurations[nearest.configuration];
    for (const [name, set] of [['cx', x(Math.log10(grid[k]))], ['cy', y(value(nearest, k))], ['visibility', 'visible']]) dot.setAttribute(name, set);
    dot.style.stroke = tint(configuration.colour);
    showTooltip(configurationName(configuration), [
      ['method', study.boundaries[nearest.boundary].label], ['evaluations / dimension', show.precision(grid[k])], ['targets reached', show.percent(value(nearest, k))],
      ['at the end', show.percent(nearest.share)], ['area', show.percent(nearest.area)],
    ], event.clientX, event.clientY);
  };
  const ticks = countTicks(Math.log10(grid[begin]), Math.log10(grid[grid.length - 1]), 8);
  const element = picture(width, height, { 'aria-label': 'Share of targets reached over evaluations per dimension', onmousemove: hover, onmouseleave: leave },
    svg('rect', { x: 0, y: 0, width, height, fill: 'transparent' }),
    leftAxis(shareTicks(highest + 1e-9).map((share) => [share, `${Math.round(100 * share)} %`]), y, left, width - right),
    bottomAxis(ticks, x, bottom, top, 'evaluations / dimension', (left + width - right) / 2), drawn, dot);
  return { element, emphasise };
}
