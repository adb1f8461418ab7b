/** Pixels of points seen from above: the highest one of each pixel is kept. */
export interface PointCanvas {
  readonly columns: number;
  readonly rows: number;
  /** What of the pixel is highest: with it points hide each other. -Infinity where nothing is. */
  readonly depth: Float32Array;
  /** Height of the point that the pixel shows. */
  readonly height: Float32Array;
  /** Red, green, blue of a pixel in one number. */
  readonly colour: Uint32Array;
}

export const createPointCanvas = (columns: number, rows: number): PointCanvas => ({
  columns,
  rows,
  depth: new Float32Array(columns * rows).fill(-Infinity),
  height: new Float32Array(columns * rows),
  colour: new Uint32Array(columns * rows),
});

/**
 * Draws a point as a square that falls off around its middle like a roof: where squares of one surface meet, each pixel shows the point
 * that is nearest to it, and what stands higher still hides what is below.
 *
 * @param x column of the middle, in pixels; @param y row; @param z height; @param side of the square, in pixels
 * @param fall height that is lost with each pixel from the middle
 */
export function drawPoint(
  { columns, rows, depth, height, colour }: PointCanvas,
  x: number,
  y: number,
  z: number,
  shade: number,
  side: number,
  fall: number,
): void {
  const left = side <= 1 ? Math.floor(x) : Math.round(x - side / 2);
  const top = side <= 1 ? Math.floor(y) : Math.round(y - side / 2);
  const right = side <= 1 ? left + 1 : Math.max(left + 1, Math.round(x + side / 2));
  const bottom = side <= 1 ? top + 1 : Math.max(top + 1, Math.round(y + side / 2));
  for (let row = Math.max(0, top); row < bottom && row < rows; row += 1)
    for (let column = Math.max(0, left); column < right && column < columns; column += 1) {
      const pixel = row * columns + column;
      const own = z - fall * Math.max(Math.abs(column + 0.5 - x), Math.abs(row + 0.5 - y));
      if (depth[pixel]! >= own) continue;
      depth[pixel] = own;
      height[pixel] = z;
      colour[pixel] = shade;
    }
}

/** Neighbours that have points around a pixel without: with five of eight it is a hole in a surface, and no edge of one. */
const LEAST_AROUND = 5;

/** Gives pixels without points, which are surrounded by pixels that have some, what the highest of those has. */
export function closeHoles(canvas: PointCanvas): void {
  const { columns, rows, depth, height, colour } = canvas;
  const closed: { readonly pixel: number; readonly from: number }[] = [];
  for (let row = 1; row < rows - 1; row += 1)
    for (let pixel = row * columns + 1; pixel < (row + 1) * columns - 1; pixel += 1) {
      if (depth[pixel] !== -Infinity) continue;
      const around = neighboursOf(pixel, columns).filter((neighbour) => depth[neighbour] !== -Infinity);
      if (around.length < LEAST_AROUND) continue;
      closed.push({ pixel, from: around.reduce((best, each) => (height[each]! > height[best]! ? each : best)) });
    }
  // Afterwards, so that what was closed closes nothing.
  for (const { pixel, from } of closed) colour[pixel] = colour[from]!;
  for (const { pixel, from } of closed) height[pixel] = height[from]!;
  for (const { pixel, from } of closed) depth[pixel] = depth[from]!;
}

/** @param columns of the canvas */
const neighboursOf = (pixel: number, columns: number): readonly number[] =>
  [-columns - 1, -columns, 1 - columns, -1, 1, columns - 1, columns, columns + 1].map((step) => pixel + step);

/** How dark an edge is: a step of a pixel's width takes a sixth of the light. */
const EDGE_STRENGTH = Math.LN2 / 4;
const LEAST_LIGHT = 0.5;

/**
 * Red, green, blue and alpha of each pixel but those of a margin; transparent where nothing is.
 *
 * @param margin pixels at each side that are left out
 * @param pixelHeight side of a pixel in units of height, for edges that are darkened where a neighbour is higher (eye-dome lighting,
 *   Boucheny 2009): without it a cloud coloured by height has no shape. Null: colours stay as they are
 */
export function pixelColours(
  canvas: PointCanvas,
  margin: number,
  pixelHeight: number | null,
): Uint8ClampedArray<ArrayBuffer> {
  const { columns, rows, depth, colour } = canvas;
  const pixels = new Uint8ClampedArray(4 * (columns - 2 * margin) * (rows - 2 * margin));
  let at = 0;
  for (let row = margin; row < rows - margin; row += 1)
    for (let pixel = row * columns + margin; pixel < (row + 1) * columns - margin; pixel += 1, at += 4) {
      if (depth[pixel] === -Infinity) continue;
      const light = pixelHeight === null ? 1 : lightAt(canvas, pixel, pixelHeight);
      const value = colour[pixel]!;
      pixels[at] = (value >> 16) * light;
      pixels[at + 1] = ((value >> 8) & 255) * light;
      pixels[at + 2] = (value & 255) * light;
      pixels[at + 3] = 255;
    }
  return pixels;
}

function lightAt({ columns, depth, height }: PointCanvas, pixel: number, pixelHeight: number): number {
  let above = 0;
  for (const neighbour of [pixel - 1, pixel + 1, pixel - columns, pixel + columns])
    if (depth[neighbour]! > -Infinity) above += Math.max(0, height[neighbour]! - height[pixel]!);
  return Math.max(LEAST_LIGHT, Math.exp((-EDGE_STRENGTH * above) / pixelHeight));
}
