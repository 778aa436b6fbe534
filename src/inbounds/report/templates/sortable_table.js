// A table that sorts by any column, filters by words and shows its rows in portions.
const PORTION = 100;

function compare(a, b) {
  if (!known(a) || !known(b)) return known(a) ? -1 : known(b) ? 1 : 0; // unknown values stay last
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
}

// columns: {label, kind, note}; rows: arrays of raw values in the same order; titleOf: what hovering an operator tells.
function sortableTable({ columns, rows, caption, render = {}, titleOf = () => null }) {
  let [sorted, direction, limit, words] = [null, 1, PORTION, ''];
  const body = h('tbody');
  const count = h('span', { class: 'faint count', 'aria-live': 'polite' });
  const more = h('button', { type: 'button', onclick: () => { limit = Infinity; update(); } }, 'show all');
  const headers = columns.map((column, k) => h('th', { scope: 'col', class: right(column) ? 'right' : null, title: column.note || null },
    h('button', { type: 'button', onclick: () => sortBy(k) }, column.label)));
  const sortBy = (k) => {
    // numbers start with the largest at the second click, as words do
    direction = sorted === k ? -direction : 1;
    sorted = k;
    headers.forEach((header, place) => {
      if (place === k) header.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
      else header.removeAttribute('aria-sort');
    });
    update();
  };
  const text = (column, value) => (column.kind in show ? show[column.kind] : show.text)(value);
  const search = h('input', { type: 'search', placeholder: 'filter rows', 'aria-label': 'Filter rows', oninput: (event) => { words = event.target.value.toLowerCase(); update(); } });
  const update = () => {
    const wanted = words.split(/\s+/).filter(Boolean);
    let kept = rows;
    if (wanted.length) kept = rows.filter((row) => { const line = row.map((value, k) => text(columns[k], value)).join(' ').toLowerCase(); return wanted.every((word) => line.includes(word)); });
    if (sorted !== null) {
      kept = kept.map((row, place) => [row, place]).sort(([a, i], [b, j]) => {
        const [left, other] = [a[sorted], b[sorted]];
        const order = compare(left, other);
        return (known(left) && known(other) ? order * direction : order) || i - j;
      }).map(([row]) => row);
    }
    body.replaceChildren(...kept.slice(0, limit).map((row) => h('tr', {}, row.map((value, k) => {
      const column = columns[k];
      return h('td', { class: right(column) ? 'right' : null, title: column.kind === 'operator' ? titleOf(value) : null }, render[column.key] ? render[column.key](value) : text(column, value));
    }))));
    more.hidden = kept.length <= limit;
    count.textContent = kept.length > limit ? `${limit} of ${kept.length.toLocaleString('en-US')} rows` : `${kept.length.toLocaleString('en-US')} rows`;
  };
  update();
  const table = h('table', { class: 'table' }, caption ? h('caption', {}, caption) : null, h('thead', {}, h('tr', {}, headers)), body);
  return h('div', {}, h('div', { class: 'above' }, rows.length > 12 ? search : null, count, more), h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': caption }, table));
}

const right = (column) => ['count', 'number', 'share', 'percent', 'p', 'precision', 'rank', 'time'].includes(column.kind);
