// Mean ranks on a line; a bar joins methods that differ by less than the critical difference.
function alike(ranks, difference) {
  const bars = [];
  for (const low of ranks) {
    const high = Math.max(...ranks.filter((rank) => rank - low < difference));
    if (high > low && !(bars.length && high <= bars[bars.length - 1][1])) bars.push([low, high]);
  }
  return bars;
}

function criticalDifferenceChart(study, g, c, width) {
  const found = study.boundaries.map((boundary, m) => ({ m, label: boundary.label, rank: study.rank.at(g, c, m) }))
    .filter(({ rank }) => known(rank)).sort((a, b) => a.rank - b.rank);
  const difference = study.friedman.difference.at(g, c);
  if (found.length < 2 || !known(difference)) return h('p', { class: 'faint' }, 'Too few methods or problems have runs for a critical difference.');
  const shown = Math.max(Math.min(width, 900), 620); // narrower screens scroll
  const [side, top] = [Math.min(200, shown * 0.3), 54];
  const count = found.length;
  const x = linear(1, count, side, shown - side);
  const bars = alike(found.map(({ rank }) => rank), difference);
  const below = top + 12 + 8 * bars.length;
  const half = Math.ceil(count / 2);
  const limit = Math.min(1 + difference, count);
  const label = (place) => {
    const { m, label: name, rank } = found[place];
    const leftSide = place < half;
    const y = below + 10 + 17 * (leftSide ? place : count - 1 - place);
    const edge = leftSide ? side - 12 : shown - side + 12;
    const text = leftSide ? `${shorten(name, Math.floor(side / 8))}  ${show.number(rank)}` : `${show.number(rank)}  ${shorten(name, Math.floor(side / 8))}`;
    return svg('g', { 'data-method': m },
      svg('path', { d: path([[x(rank), top], [x(rank), y], [edge, y]]), fill: 'none', style: { stroke: colourOf(m) }, 'stroke-width': state.chosen.has(m) ? 2 : 1 }),
      svg('text', { x: edge + (leftSide ? -5 : 5), y: y + 4, 'text-anchor': leftSide ? 'end' : 'start', style: { fontWeight: state.chosen.has(m) ? '700' : '400' } }, text));
  };
  return picture(shown, below + 17 * half + 8, { class: 'wide', 'aria-label': `Critical difference diagram, critical difference ${show.number(difference)}` },
    svg('line', { x1: x(1), x2: x(limit), y1: 22, y2: 22, stroke: 'var(--ink)', 'stroke-width': 3 }),
    svg('text', { x: x(1), y: 14 }, `critical difference ${show.number(difference)}${difference > count - 1 ? ' (wider than the scale)' : ''}`),
    svg('line', { class: 'axis', x1: x(1), x2: x(count), y1: top, y2: top }),
    found.map((_, k) => [svg('line', { class: 'axis', x1: x(k + 1), x2: x(k + 1), y1: top, y2: top - 5 }), svg('text', { class: 'tick', x: x(k + 1), y: top - 9, 'text-anchor': 'middle' }, k + 1)]),
    bars.map(([low, high], k) => svg('line', { x1: x(low) - 3, x2: x(high) + 3, y1: top + 9 + 8 * k, y2: top + 9 + 8 * k, stroke: 'var(--accent)', 'stroke-width': 4 })),
    found.map((_, place) => label(place)));
}
