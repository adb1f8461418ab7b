import sharp from 'sharp';
import type { CortoMesh } from '../corto/corto-format.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import type { TestNexus } from './built-nexus.ts';

/** Pixels of one band, row by row. */
export interface Grey {
  readonly side: number;
  readonly values: Float32Array;
}

interface Raw {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

type Surface = Pick<CortoMesh, 'positions' | 'uvs' | 'triangles'>;

export async function rawOf(picture: Uint8Array): Promise<Raw> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A model whose x and y go from 0 to `extent`, drawn from above. */
export function drawModel(model: TriangleModel, picture: Raw, extent: number, side: number): Grey {
  const grey = { side, values: new Float32Array(side * side).fill(0) };
  draw(grey, model, picture, extent, 0, model.triangles.length / 3);
  return grey;
}

/** The roots of a Nexus, drawn from above. */
export async function drawRoots(
  { head, meshes, pictures, roots }: TestNexus,
  extent: number,
  side: number,
): Promise<Grey> {
  const grey = { side, values: new Float32Array(side * side).fill(0) };
  for (let node = 0; node < roots; node += 1)
    draw(grey, meshes[node]!, await rawOf(pictures[node]!), extent, 0, head.nodes[node]!.triangles);
  return grey;
}

function draw(
  { side, values }: Grey,
  { positions, uvs, triangles }: Surface,
  picture: Raw,
  extent: number,
  first: number,
  end: number,
): void {
  const scale = side / extent;
  for (let at = 3 * first; at < 3 * end; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const x = [a, b, c].map((vertex) => positions[3 * vertex]! * scale) as [number, number, number];
    const y = [a, b, c].map((vertex) => positions[3 * vertex + 1]! * scale) as [number, number, number];
    const area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (area === 0) continue;
    for (let row = Math.max(0, Math.floor(Math.min(...y))); row < Math.min(side, Math.ceil(Math.max(...y))); row += 1)
      for (let column = Math.max(0, Math.floor(Math.min(...x))); column < Math.min(side, Math.max(...x)); column += 1) {
        const [px, py] = [column + 0.5, row + 0.5];
        const second = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area;
        const third = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area;
        if (second < 0 || third < 0 || second + third > 1) continue;
        const [u, v] = [0, 1].map(
          (part) =>
            uvs![2 * a + part]! * (1 - second - third) + uvs![2 * b + part]! * second + uvs![2 * c + part]! * third,
        ) as [number, number];
        values[column + side * row] = blended(picture, u * picture.width - 0.5, (1 - v) * picture.height - 0.5);
      }
  }
}

/** The colour between the middles of four pixels, as graphics cards show it. */
function blended({ data, width, height }: Raw, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number): number =>
    data[Math.min(width - 1, Math.max(0, column)) + width * Math.min(height - 1, Math.max(0, row))]!;
  const [across, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}

/** Means of squares of pixels. */
export function smaller({ side, values }: Grey, by: number): Grey {
  const own = side / by;
  const means = new Float32Array(own * own);
  for (let at = 0; at < values.length; at += 1) {
    const target = Math.floor((at % side) / by) + own * Math.floor(at / side / by);
    means[target]! += values[at]! / by ** 2;
  }
  return { side: own, values: means };
}

const WINDOW = 8;
/** As everybody has them, for values up to 255. */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2] as const;

/** Structural similarity: the mean over windows of 8 x 8 pixels. */
export function similarity(one: Grey, other: Grey): number {
  const { side } = one;
  let [sum, count] = [0, 0];
  for (let top = 0; top + WINDOW <= side; top += WINDOW / 2)
    for (let left = 0; left + WINDOW <= side; left += WINDOW / 2) {
      const pairs: (readonly [number, number])[] = [];
      for (let row = top; row < top + WINDOW; row += 1)
        for (let column = left; column < left + WINDOW; column += 1)
          pairs.push([one.values[column + side * row]!, other.values[column + side * row]!]);
      const mean = (which: 0 | 1): number => pairs.reduce((all, pair) => all + pair[which], 0) / pairs.length;
      const [a, b] = [mean(0), mean(1)];
      const spread = (p: 0 | 1, q: 0 | 1): number =>
        pairs.reduce((all, pair) => all + (pair[p] - (p ? b : a)) * (pair[q] - (q ? b : a)), 0) / pairs.length;
      sum += ((2 * a * b + C1) * (2 * spread(0, 1) + C2)) / ((a * a + b * b + C1) * (spread(0, 0) + spread(1, 1) + C2));
      count += 1;
    }
  return sum / count;
}
