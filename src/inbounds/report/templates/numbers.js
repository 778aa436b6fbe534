// Numbers as people read them; – is unknown.
const UNKNOWN = '–';
const known = (value) => value !== null && value !== undefined && !Number.isNaN(value);

const show = {
  text: (value) => (known(value) ? String(value) : UNKNOWN),
  count: (value) => (known(value) ? Math.round(value).toLocaleString('en-US') : UNKNOWN),
  number: (value) => (known(value) ? (Number.isFinite(value) ? value.toFixed(2) : '∞') : UNKNOWN),
  rank: (value) => (known(value) ? value.toFixed(1) : UNKNOWN),
  share: (value) => (known(value) ? `${(100 * value).toFixed(0)} %` : UNKNOWN),
  percent: (value) => (known(value) ? `${(100 * value).toFixed(1)} %` : UNKNOWN),
  p: (value) => (known(value) ? (value < 0.0005 ? '<.001' : value.toFixed(3)) : UNKNOWN),
  precision: (value) => {
    if (!known(value)) return UNKNOWN;
    if (value === 0) return '0';
    if (!Number.isFinite(value)) return '∞';
    return value >= 0.01 && value < 10000 ? Number(value.toPrecision(3)).toString() : value.toExponential(1);
  },
  time: (value) => {
    if (!known(value)) return UNKNOWN;
    return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '∞';
  },
};

// Colour ramps: the same stops as in the printed figures.
const RANKS = ['#0b3a75', '#2a6cb0', '#6ea6d6', '#b5d2ec', '#eef5fc'];
const SHARES = ['#fdf5ec', '#fbd7ae', '#f6ab66', '#dd7526', '#8f3d06'];
const GREENS = ['#f3f8f1', '#cfe6c8', '#93c98d', '#4d9d55', '#14602a'];
const hex = (colour) => [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16));

function ramp(stops, value) {
  const place = Math.min(Math.max(value, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(place), stops.length - 2);
  const [from, to] = [hex(stops[k]), hex(stops[k + 1])];
  return from.map((part, c) => Math.round(part + (to[c] - part) * (place - k)));
}

function luminance(colour) {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The paper's font colours, light or dark enough to be read on the cell.
function font(mark, colour) {
  const behind = luminance(colour);
  if (mark === 1) return behind < 0.2 ? '#8dffad' : '#004d16';
  if (mark === 2) return behind < 0.3 ? '#ffb0a8' : '#b00016';
  return behind < 0.3 ? '#ffffff' : '#1b2430';
}
// Line colours are made for a white page; on a dark one they are lightened.
const tint = (colour) => `color-mix(in oklab, ${colour}, white var(--lighten))`;
const rgb = (colour) => `rgb(${colour.join(' ')})`;
