/** Pixels with the triangle that is nearest to the viewer. */
export interface TriangleCanvas {
  readonly width: number;
  readonly height: number;
  /** -Infinity where nothing is. */
  readonly depth: Float32Array;
  /** Red, green, blue of a pixel in one number. */
  readonly colour: Uint32Array;
}

export const createTriangleCanvas = (width: number, height: number): TriangleCanvas => ({
  width,
  height,
  depth: new Float32Array(width * height).fill(-Infinity),
  colour: new Uint32Array(width * height),
});

/** Colour of a place in a triangle, whose corners weigh `b`, `c` and the rest. Red, green, blue in one number. */
export type Shade = (b: number, c: number) => number;

/**
 * Draws a triangle: the pixels whose middles lie in it, borders included, so that no gap is left between two triangles.
 *
 * @param corners x, y and depth of three corners, in pixels; what is larger in depth is nearer
 */
export function drawTriangle(canvas: TriangleCanvas, corners: Float64Array, shade: Shade): void {
  const { width, height, depth, colour } = canvas;
  const [ax, ay, az] = [corners[0]!, corners[1]!, corners[2]!];
  const [bx, by, bz] = [corners[3]! - ax, corners[4]! - ay, corners[5]! - az];
  const [cx, cy, cz] = [corners[6]! - ax, corners[7]! - ay, corners[8]! - az];
  const area = bx * cy - cx * by;
  // A corner that is no number has an area that is none.
  if (!(Math.abs(area) > 0 && Math.abs(area) < Infinity)) return;
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
  const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const x = column + 0.5 - ax;
      const y = row + 0.5 - ay;
      const b = (x * cy - cx * y) / area;
      const c = (bx * y - x * by) / area;
      if (b < -EDGE || c < -EDGE || b + c > 1 + EDGE) continue;
      const pixel = row * width + column;
      const near = az + b * bz + c * cz;
      if (near <= depth[pixel]!) continue;
      depth[pixel] = near;
      colour[pixel] = shade(b, c);
    }
}

/** Rounding that must not open a gap along a shared edge. */
const EDGE = 1e-9;

/**
 * Red, green, blue and alpha of squares of `fineness` x `fineness` pixels; alpha is the share of those that show something.
 *
 * @param fineness divides both sides
 */
export function canvasColours({ width, height, depth, colour }: TriangleCanvas, fineness: number) {
  const [columns, rows] = [width / fineness, height / fineness];
  const pixels = new Uint8ClampedArray(4 * columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let [red, green, blue, shown] = [0, 0, 0, 0];
      for (let part = 0; part < fineness * fineness; part += 1) {
        const at = (row * fineness + Math.floor(part / fineness)) * width + column * fineness + (part % fineness);
        if (depth[at] === -Infinity) continue;
        const value = colour[at]!;
        red += value >> 16;
        green += (value >> 8) & 255;
        blue += value & 255;
        shown += 1;
      }
      if (shown === 0) continue;
      pixels.set(
        [red / shown, green / shown, blue / shown, (255 * shown) / fineness ** 2],
        4 * (row * columns + column),
      );
    }
  return pixels;
}
