// What is seen of a race: the curves, and one row per method that turns into the ranks.
class RaceView {
  constructor(chart, table, status) {
    this.chart = chart;
    this.table = table;
    this.status = status;
    drawToWidth(chart, (width) => { this.width = width; return this.race ? this.curves() : h('p', { class: 'faint empty' }, 'The curves grow here: the share of the targets 10 … 10⁻⁸ that the runs have reached, over evaluations.'); });
  }

  clear() {
    this.race = null;
    this.chart.replaceChildren(h('p', { class: 'faint empty' }, 'The curves grow here: the share of the targets 10 … 10⁻⁸ that the runs have reached, over evaluations.'));
    this.table.replaceChildren();
    this.status.textContent = '';
  }

  show(race, ranked = null) {
    this.race = race;
    if (this.width) this.chart.replaceChildren(this.curves());
    this.table.replaceChildren(this.rows(ranked));
    const all = race.names.length * race.runs;
    this.status.textContent = ranked ? verdict(race, ranked) : `${race.done} of ${all} runs`;
  }

  curves() {
    const { race, width } = this;
    const [left, right, top, height] = [40, 12, 10, Math.max(240, Math.min(width * 0.52, 520))];
    const bottom = height - 40;
    const [low, high] = [Math.log10(Math.max(1, state.population / race.dimension / 2)), Math.log10(race.budget / race.dimension)];
    const x = linear(Math.min(low, high - 1), high, left, width - right), y = linear(0, 1, bottom, top);
    const lines = race.names.map((name, m) => {
      const steps = race.curve(m).map(([at, share]) => [Math.max(x(at), left), y(share)]);
      const points = [[left, y(0)], ...steps.flatMap(([at, share], k) => [[at, k ? steps[k - 1][1] : y(0)], [at, share]])];
      points.push([width - right, points[points.length - 1][1]]);
      return svg('path', { class: 'race', 'data-race': name, d: path(points), 'stroke-dasharray': dashOfMethod(name), style: { stroke: colourOfMethod(name) } }, svg('title', {}, labelOf('boundary', name)));
    });
    return svg('svg', { width, height, role: 'img', 'aria-label': 'Share of targets reached over evaluations per dimension' },
      bottomAxis(decades(Math.min(low, high - 1), high, 8).map((power) => [power, power10(power)]), x, bottom, top, 'evaluations / dimension', (left + width - right) / 2),
      leftAxis([0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${100 * share} %`]), y, left, width - right), svg('text', { class: 'tick', x: left + 4, y: top + 12 }, 'targets reached'), lines);
  }

  rows(ranked) {
    const { race } = this;
    const order = race.names.map((_, m) => m);
    const reached = race.names.map((_, m) => { const curve = race.curve(m); return curve.length ? curve[curve.length - 1][1] : 0; });
    order.sort((a, b) => (ranked ? ranked.ranks[a] - ranked.ranks[b] || reached[b] - reached[a] : 0));
    const middle = (values) => { const sorted = [...values].sort((a, b) => a - b), k = sorted.length >> 1; return sorted.length ? (sorted.length % 2 ? sorted[k] : (sorted[k - 1] + sorted[k]) / 2) : NaN; };
    return h('table', { class: 'table' },
      h('thead', {}, h('tr', {}, ['method', 'rank', 'median f − f_opt', 'targets', 'repaired'].map((name, k) => h('th', { scope: 'col', class: k ? 'right' : null }, name)))),
      h('tbody', {}, order.map((m) => {
        const results = race.results[m], name = race.names[m];
        return h('tr', { 'data-row': name, class: ranked?.worse[m] ? 'worse' : ranked && ranked.ranks[m] === ranked.ranks[ranked.best] ? 'best' : null, onpointerenter: () => this.raise(name), onpointerleave: () => this.raise(null) },
          h('th', { scope: 'row' }, h('span', { class: 'dot', style: { background: colourOfMethod(name) } }), labelOf('boundary', name)),
          h('td', { class: 'right rank' }, ranked ? `${show.rank(ranked.ranks[m])}${ranked.worse[m] ? ' *' : ''}` : `${results.length} runs`),
          h('td', { class: 'right' }, show.precision(middle(results.map((result) => result.best)))),
          h('td', { class: 'right' }, show.percent(reached[m])),
          h('td', { class: 'right' }, show.percent(results.length ? mean(results.map((result) => result.share)) : NaN)));
      })));
  }

  raise(name) {
    this.chart.querySelectorAll('path.race').forEach((line) => line.classList.toggle('quiet', name !== null && line.dataset.race !== name));
  }
}

function verdict(race, ranked) {
  if (race.names.length === 1) return `${race.runs} runs of ${labelOf('boundary', race.names[0])}.`;
  const first = race.names.filter((_, m) => ranked.ranks[m] === ranked.ranks[ranked.best]).map((name) => labelOf('boundary', name));
  const led = first.length === 1 ? `${first[0]} has the best rank` : `${first.slice(0, -1).join(', ')} and ${first[first.length - 1]} share the best rank`;
  const worse = ranked.worse.filter(Boolean).length;
  const told = worse ? `${worse} of ${race.names.length}, marked *, ${worse === 1 ? 'is' : 'are'} significantly worse` : 'None is significantly worse';
  return `${led} after ${race.runs} runs of each. ${told} (Kolmogorov–Smirnov test of the final values, Bonferroni over all pairs, level ${LEVEL}).`;
}
