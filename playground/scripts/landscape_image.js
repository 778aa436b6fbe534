// A function seen from above: bands of equal height order, darker towards the optimum.
const BOUND = 5; // the box is [-BOUND, BOUND]²
const BANDS = 18;

// Points of a square grid over the box, row by row from the top, as a picture is painted.
function gridPoints(side) {
  const points = new Float64Array(2 * side * side);
  for (let row = 0, k = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      points[k++] = BOUND * (2 * (column + 0.5) / side - 1);
      points[k++] = BOUND * (1 - 2 * (row + 0.5) / side);
    }
  }
  return points;
}

// The band of each value: how many of the others lie below it decides, so that any scale of values shows its shape.
function bandsOf(values) {
  const sorted = Float64Array.from(values).sort();
  const limits = Array.from({ length: BANDS - 1 }, (_, k) => sorted[Math.floor(sorted.length * ((k + 1) / BANDS) ** 1.5)]);
  return Uint8Array.from(values, (value) => {
    let band = 0;
    while (band < limits.length && value > limits[band]) band++;
    return band;
  });
}

function paintBands(bands, side, stops) {
  const canvas = h('canvas', { width: side, height: side });
  const picture = new ImageData(side, side);
  const colours = Array.from({ length: BANDS }, (_, k) => ramp(stops, k / (BANDS - 1)));
  bands.forEach((band, k) => picture.data.set([...colours[band], 255], 4 * k));
  canvas.getContext('2d').putImageData(picture, 0, 0);
  return canvas;
}
