import type { Target } from './target.ts';

/** Size of the part of a result that shows a plain colour, or one gradient. */
export const PATCH = { width: 4, height: 4 } as const;
/** Corners of a triangle lie in its patch, so that bilinear filters see no pixel outside of it. */
const CORNERS = [
  [1, 1],
  [3, 1],
  [1, 3],
] as const;

/** A triangle that is drawn between the colours of its corners. */
export interface Gradient {
  readonly vertices: readonly [number, number, number];
  /** Red, green, blue of each corner. */
  readonly colours: Uint8Array;
}

/** What a `PackRequest` says of its gradients. */
interface WithGradients {
  readonly triangles: Uint32Array | Uint16Array;
  readonly materialOf: Uint32Array;
  readonly materials: readonly unknown[];
  readonly gradients?: Uint8Array;
}

/** By their number. */
export function gradientsOf({ triangles, materialOf, materials, gradients = new Uint8Array() }: WithGradients) {
  const found: Gradient[] = [];
  materialOf.forEach((material, triangle) => {
    if (material < materials.length) return;
    const number = material - materials.length;
    found[number] = {
      vertices: [triangles[3 * triangle]!, triangles[3 * triangle + 1]!, triangles[3 * triangle + 2]!],
      colours: gradients.subarray(9 * number, 9 * number + 9),
    };
  });
  return found;
}

/** Draws the colours of a triangle, which go on beyond its sides. */
export function drawGradient({ data, width, channels }: Target, x: number, y: number, colours: Uint8Array): void {
  for (let row = 0; row < PATCH.height; row += 1)
    for (let column = 0; column < PATCH.width; column += 1) {
      // Shares of the second and the third corner in the middle of the pixel.
      const [second, third] = [(column - 0.5) / 2, (row - 0.5) / 2];
      const at = channels * ((y + row) * width + x + column);
      for (let band = 0; band < 3; band += 1) {
        const first = colours[band]!;
        const value = first + second * (colours[3 + band]! - first) + third * (colours[6 + band]! - first);
        data[at + band] = Math.max(0, Math.min(255, Math.round(value)));
      }
      if (channels === 4) data[at + 3] = 255;
    }
}

/** Gives the vertices of a triangle their places in its patch. */
export function placeGradient(
  uvs: Float32Array,
  { width, height }: Target,
  x: number,
  y: number,
  vertices: Gradient['vertices'],
): void {
  for (const [corner, vertex] of vertices.entries()) {
    const [across, down] = CORNERS[corner]!;
    uvs[2 * vertex] = (x + across) / width;
    uvs[2 * vertex + 1] = 1 - (y + down) / height;
  }
}
