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

const contrast = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

// The paper's fonts (dark and green or red), on a light and on a dark cell.
const FONTS = [['#1b2430', '#ffffff'], ['#005a1a', '#8dffad'], ['#b00016', '#ffb0a8']];
const READABLE = 4.5; // the least contrast of WCAG 2, level AA

// The font's colour, moved towards black or white no further than needed to be read on the cell.
const font = (mark, colour) => {
  const [onLight, onDark] = FONTS[mark].map(hex);
  for (let step = 0; step <= 20; step += 1) {
    for (const [from, to] of [[onLight, 0], [onDark, 255]]) {
      const mixed = from.map((part) => Math.round(part + ((to - part) * step) / 20));
      if (contrast(mixed, colour) >= READABLE) return rgb(mixed);
    }
  }
  return rgb(luminance(colour) > 0.179 ? [0, 0, 0] : [255, 255, 255]);
};
// Line colours are made for a white page; on a dark one they are lightened.
const tint = (colour) => `color-mix(in oklab, ${colour}, white var(--lighten))`;
const rgb = (colour) => `rgb(${colour.join(' ')})`;
