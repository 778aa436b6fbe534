// One tooltip for all: a title with rows of label and value, or whatever else there is to tell.
const tooltip = byId('tooltip');

function showTooltip(title, rows, x, y) {
  tooltip.replaceChildren(
    h('strong', {}, title),
    h('dl', {}, rows.filter(Boolean).flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, value)])),
  );
  placeTooltip(x, y);
}

function placeTooltip(x, y) {
  tooltip.hidden = false;
  const box = tooltip.getBoundingClientRect();
  const left = x + 16 + box.width > window.innerWidth ? x - box.width - 12 : x + 16;
  const top = y + 16 + box.height > window.innerHeight ? y - box.height - 12 : y + 16;
  tooltip.style.left = `${Math.max(left, 4)}px`;
  tooltip.style.top = `${Math.max(top, 4)}px`;
}

function showTooltipAt(element, title, rows) {
  const box = element.getBoundingClientRect();
  showTooltip(title, rows, box.right - 8, box.bottom - 8);
}

function showCard(element, content) {
  tooltip.replaceChildren(...content);
  const box = element.getBoundingClientRect();
  placeTooltip(Math.min(box.right, window.innerWidth - 40) - 8, box.bottom - 12);
}

const hideTooltip = () => { tooltip.hidden = true; };
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hideTooltip(); });
window.addEventListener('scroll', hideTooltip, { passive: true });
