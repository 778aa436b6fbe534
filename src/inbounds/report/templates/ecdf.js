// ECDFs: a line a configuration with its best-ranked method; colour = mutation, dashes = crossover.
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
    h('p', { class: 'faint' }, 'Each line is a configuration with its best-ranked boundary method in this group: the mean share of all targets reached over all runs. Choose lines on the right; hover for numbers.'),
    h('div', { class: 'above' }, 'Show ', offered.map(([label, keep]) => h('button', { type: 'button', onclick: only(keep) }, label))),
    h('div', { class: 'with-lines' }, chart, lines),
  );
  const shownLines = () => study.ecdf.lines.map((line, k) => ({ ...line, k })).filter((line) => line.group === state.group);
  const draw = (width) => ecdfChart(study, shownLines().filter((line) => !hidden.has(line.configuration)), width);
  const redraw = () => {
    heading.textContent = `Share of targets reached – ${study.groups[state.group].label.toLowerCase()}`;
    const found = new Map(shownLines().map((line) => [line.configuration, line]));
    const holder = h('div');
    chart.replaceChildren(holder);
    drawToWidth(holder, draw);
    const box = (c) => {
      const line = found.get(c);
      if (!line) return h('td', { class: 'off' }, UNKNOWN);
      const configuration = study.configurations[c];
      const input = h('input', { type: 'checkbox', 'data-line': c, 'aria-label': configurationName(configuration), onchange: (event) => { if (event.target.checked) hidden.delete(c); else hidden.add(c); redraw(); byId('ecdf').querySelector(`[data-line="${c}"]`).focus(); } });
      input.checked = !hidden.has(c);
      return h('td', {}, h('label', {}, input, svg('svg', { width: 26, height: 8 }, svg('line', { x1: 0, x2: 26, y1: 4, y2: 4, style: { stroke: tint(configuration.colour) }, 'stroke-width': 2.4, 'stroke-dasharray': DASH[configuration.dash] })), show.share(line.share), ' ', study.boundaries[line.boundary].label));
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

function ecdfChart(study, lines, width) {
  const height = Math.max(320, Math.min(520, width * 0.55));
  const [left, right, top, bottom] = [46, 14, 8, height - 38];
  const { grid, shares } = study.ecdf;
  const x = linear(Math.log10(grid[0]), Math.log10(grid[grid.length - 1]), left, width - right);
  const value = (line, k) => shares.at(line.k, k) / 10000;
  const highest = Math.min(1, Math.max(0.1, Math.ceil(10 * Math.max(0, ...lines.map((line) => line.share))) / 10));
  const y = linear(0, highest, bottom, top);
  const drawn = lines.map((line) => {
    const configuration = study.configurations[line.configuration];
    return svg('path', { d: path(grid.map((count, k) => [x(Math.log10(count)), y(value(line, k))])), fill: 'none', style: { stroke: tint(configuration.colour) }, 'stroke-width': 1.7, 'stroke-dasharray': DASH[configuration.dash], 'stroke-linejoin': 'round' });
  });
  const dot = svg('circle', { r: 4.5, fill: 'var(--card)', 'stroke-width': 2.5, visibility: 'hidden' });
  const leave = () => {
    drawn.forEach((element) => { element.style.opacity = ''; element.style.strokeWidth = ''; });
    dot.setAttribute('visibility', 'hidden');
    hideTooltip();
  };
  const hover = (event) => {
    if (!lines.length) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let k = 0;
    grid.forEach((count, place) => { if (Math.abs(x(Math.log10(count)) - px) < Math.abs(x(Math.log10(grid[k])) - px)) k = place; });
    const nearest = lines.reduce((best, line) => (Math.abs(y(value(line, k)) - py) < Math.abs(y(value(best, k)) - py) ? line : best), lines[0]);
    drawn.forEach((element, at) => { element.style.opacity = lines[at] === nearest ? 1 : 0.25; element.style.strokeWidth = lines[at] === nearest ? 3 : ''; });
    const configuration = study.configurations[nearest.configuration];
    for (const [name, set] of [['cx', x(Math.log10(grid[k]))], ['cy', y(value(nearest, k))], ['visibility', 'visible']]) dot.setAttribute(name, set);
    dot.style.stroke = tint(configuration.colour);
    showTooltip(configurationName(configuration), [
      ['method', study.boundaries[nearest.boundary].label], ['evaluations / dimension', show.precision(grid[k])], ['targets reached', show.percent(value(nearest, k))],
      ['at the end', show.percent(nearest.share)], ['area', show.percent(nearest.area)],
    ], event.clientX, event.clientY);
  };
  const powers = decades(Math.log10(grid[0]), Math.log10(grid[grid.length - 1]), 8).map((power) => [power, power10(power)]);
  return svg('svg', { width, height, role: 'img', 'aria-label': 'Share of targets reached over evaluations per dimension', onmousemove: hover, onmouseleave: leave },
    svg('rect', { x: 0, y: 0, width, height, fill: 'transparent' }),
    leftAxis(shareTicks(highest + 1e-9).map((share) => [share, `${Math.round(100 * share)} %`]), y, left, width - right),
    bottomAxis(powers, x, bottom, top, 'evaluations / dimension', (left + width - right) / 2), drawn, dot);
}
