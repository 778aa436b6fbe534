// Findings, counts, claims, methods and facts.
const TOPICS = { data: 'The data', winners: 'What wins', certainty: 'How sure', noise: 'How noisy', sensitivity: 'Where it matters', repairs: 'Repairs', claims: 'Against the paper' };

function drawFindings(study) {
  const topics = [...new Set(study.findings.map(([topic]) => topic))];
  byId('findings').replaceChildren(...topics.map((topic) => {
    const texts = study.findings.filter(([other]) => other === topic).map(([, text]) => text);
    return h('div', {}, h('h3', {}, TOPICS[topic] || topic), h('ul', {}, texts.map((text) => h('li', {}, text))));
  }));
}

function drawCounts(study) {
  const { columns, citation } = study.counts;
  const most = Math.max(1, ...columns.filter((column) => column.group !== 'total').flatMap((column) => Object.values(column.counts)));
  const name = (group) => ({ total: 'total', all: 'together' }[group] || `group ${group}`);
  const paper = Boolean(citation);
  const headings = study.boundaries.map((boundary, m) => h('th', { scope: 'row', ...explained(study, m) }, boundary.label));
  walkable(headings);
  const cell = (column, boundary) => {
    const count = column.counts[boundary.name];
    if (count === undefined) return h('td', {}, UNKNOWN);
    const top = column.group === 'total' ? Math.max(1, ...Object.values(column.counts)) : most;
    const colour = ramp(RANKS, 1 - (0.75 * count) / top);
    const theirs = column.paper[boundary.name];
    return h('td', {}, h('span', { class: 'shade', style: { background: rgb(colour), color: font(0, colour), fontWeight: column.most.includes(boundary.name) ? '700' : '400' } }, String(count)),
      h('span', { class: 'alone' }, ` ${column.alone[boundary.name]}`),
      paper ? h('span', { class: 'theirs' }, ` ${theirs === null || theirs === undefined ? '' : theirs}`) : null);
  };
  byId('counts').replaceChildren(
    h('h2', { id: 'counts-title' }, 'How often each method is best'),
    h('p', { class: 'faint' }, 'Configurations in which a method has the best mean rank: shaded with ties, which count for each, and beside it alone; bold is the most of a column. Being best says nothing about significance. “Together” ranks over all functions at once. ', paper ? `Small numbers at the end are the paper’s (${citation}).` : ''),
    h('div', { class: 'scroll' }, h('table', { class: 'table count-table' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'method'), columns.map((column) => h('th', { scope: 'col' }, name(column.group), h('br'), h('span', { class: 'faint' }, `of ${column.configurations}`))))),
      h('tbody', {}, study.boundaries.map((boundary, m) => h('tr', {}, headings[m], columns.map((column) => cell(column, boundary))))),
      paper ? h('tfoot', {}, [['Spearman ρ with the paper', 'spearman'], ['p', 'spearmanP'], ['Kendall τ', 'kendall']].map(([label, key]) => h('tr', {}, h('th', { scope: 'row' }, label), columns.map((column) => h('td', {}, key === 'spearmanP' ? show.p(column[key]) : show.number(column[key])))))) : null)));
}

function drawClaims(study) {
  for (const element of [byId('claims'), document.querySelector('.links [href="#claims"]')]) element.hidden = !study.claims;
  if (!study.claims) return;
  const styles = { holds: 'holds', 'does not hold': 'fails', 'not decidable': 'unsure' };
  const { columns, rows, note } = study.claims;
  const at = columns.findIndex((column) => column.key === 'verdict');
  const totals = Object.keys(styles).map((verdict) => [verdict, rows.filter((row) => row[at] === verdict).length]);
  const badge = (value) => h('span', { class: `verdict ${styles[value] || ''}` }, value);
  byId('claims').replaceChildren(...there([
    h('h2', { id: 'claims-title' }, 'The paper’s statements, checked'),
    h('p', { class: 'faint' }, note),
    h('p', {}, totals.map(([verdict, total]) => [h('span', { class: `verdict ${styles[verdict]}` }, `${verdict}: ${total}`), ' '])),
    sortableTable({ caption: 'Claims', columns, rows, render: { verdict: badge, reason: (value) => value || '', exponential: (value) => value || '' } }),
    study.variants ? drawVariants(study, badge) : null]));
}

// Which variant of the experiment or of its statistics brings a statement back?
function drawVariants(study, badge) {
  const { title, columns, rows, note, name } = study.variants;
  const named = Object.fromEntries(columns.filter(({ key }) => !['group', 'statement', 'cause'].includes(key)).map(({ key }) => [key, badge]));
  return h('div', { id: 'variants' }, h('h3', {}, title),
    h('p', { class: 'faint' }, `${note} `, h('a', { href: `tables/${study.folder ? `${study.folder}/` : ''}${name}.csv` }, `${name}.csv`)),
    sortableTable({ caption: title, columns, rows, render: { ...named, cause: (value) => value || '' } }));
}

function drawWords(study, figures) {
  byId('methods').replaceChildren(h('h2', { id: 'methods-title' }, 'Methods'), h('div', { class: 'words' }, study.methods.map(([title, text]) => h('div', {}, h('h3', {}, title), h('p', {}, text)))));
  const printed = figures.filter((name) => name.endsWith('.pdf'));
  const asPng = (name) => [name.replace('.pdf', '.png')].filter((png) => figures.includes(png)).map((png) => [' (', h('a', { href: png }, 'png'), ')']);
  byId('facts').replaceChildren(...there([
    h('h2', { id: 'facts-title' }, 'Facts'),
    h('dl', { class: 'facts' }, study.facts.flatMap(([label, text]) => [h('dt', {}, label), h('dd', {}, text)])),
    printed.length ? h('h3', {}, 'Figures to print') : null,
    printed.length ? h('ul', { class: 'files' }, printed.map((name) => h('li', {}, h('a', { href: name }, name.split('/').pop().replace('.pdf', '')), asPng(name)))) : null]));
  const banner = byId('missing');
  const warnings = [study.missing, study.unequal].filter(Boolean);
  banner.hidden = !warnings.length;
  banner.replaceChildren(...warnings.map((text) => h('span', {}, text)));
}
