import type { CortoMesh } from '../corto/corto-decode.ts';
import { CAMERA } from './camera.ts';
import { colourAt, type NodePicture } from './node-picture.ts';
import { drawTriangle, type Shade, type TriangleCanvas } from './triangle-canvas.ts';

/** Where a model lies in a picture. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  /** Pixels of a unit of the model. */
  readonly scale: number;
  /** The upper left corner of the picture, in pixels from the origin of the model. */
  readonly left: number;
  readonly top: number;
}

export interface MeshLook {
  readonly picture: NodePicture | null;
  /** Colours of vertices, where there is no picture. */
  readonly colours: Uint8Array | null;
  /** Where there is nothing else. */
  readonly plain: readonly [number, number, number, number];
  /** Share of its colour that a surface shows which the light does not reach. */
  readonly darkest: number;
}

/** Column, row and nearness of each vertex, all in pixels. */
export function projectNode({ positions }: CortoMesh, { scale, left, top }: Placement): Float64Array {
  const { right, up, back } = CAMERA;
  const projected = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    projected[at] = scale * (right[0] * x + right[1] * y + right[2] * z) - left;
    projected[at + 1] = -scale * (up[0] * x + up[1] * y + up[2] * z) - top;
    projected[at + 2] = scale * (back[0] * x + back[1] * y + back[2] * z);
  }
  return projected;
}

/** Draws triangles of a node, from both sides. */
export function drawPart(
  canvas: TriangleCanvas,
  { triangles, uvs, normals }: CortoMesh,
  projected: Float64Array,
  { from, end }: { readonly from: number; readonly end: number },
  look: MeshLook,
): void {
  const corners = new Float64Array(9);
  const [one, two, three] = [corners.subarray(0, 3), corners.subarray(3, 6), corners.subarray(6, 9)];
  const vertexLight = normals && lightOfVertices(normals);
  for (let triangle = 3 * from; triangle < 3 * end; triangle += 3) {
    const [a, b, c] = [triangles[triangle]!, triangles[triangle + 1]!, triangles[triangle + 2]!];
    one.set(projected.subarray(3 * a, 3 * a + 3));
    two.set(projected.subarray(3 * b, 3 * b + 3));
    three.set(projected.subarray(3 * c, 3 * c + 3));
    const flat = vertexLight === null ? lightOfTriangle(corners) : 0;
    const light = linear(vertexLight?.[a] ?? flat, vertexLight?.[b] ?? flat, vertexLight?.[c] ?? flat);
    drawTriangle(canvas, corners, shadeOf(look, uvs, [a, b, c], light));
  }
}

type Linear = (b: number, c: number) => number;

const linear =
  (first: number, second: number, third: number): Linear =>
  (b, c) =>
    first + b * (second - first) + c * (third - first);

function shadeOf(
  { picture, colours, plain, darkest }: MeshLook,
  uvs: Float32Array | null,
  [a, b, c]: readonly [number, number, number],
  light: Linear,
): Shade {
  const share: Linear = (p, q) => darkest + (1 - darkest) * light(p, q);
  if (picture !== null && uvs !== null) {
    const u = linear(uvs[2 * a]!, uvs[2 * b]!, uvs[2 * c]!);
    const v = linear(uvs[2 * a + 1]!, uvs[2 * b + 1]!, uvs[2 * c + 1]!);
    return (p, q) => lit(colourAt(picture, u(p, q), v(p, q)), share(p, q));
  }
  const band = (index: number): Linear =>
    colours === null
      ? () => plain[index]!
      : linear(colours[4 * a + index]!, colours[4 * b + index]!, colours[4 * c + index]!);
  const [red, green, blue] = [band(0), band(1), band(2)];
  return (p, q) => lit((byte(red(p, q)) << 16) | (byte(green(p, q)) << 8) | byte(blue(p, q)), share(p, q));
}

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

const lit = (colour: number, share: number): number =>
  (byte((colour >> 16) * share) << 16) | (byte(((colour >> 8) & 255) * share) << 8) | byte((colour & 255) * share);

/** The light in the axes of the picture: to the right, down, to the viewer. */
const LIGHT = (() => {
  const along = (axis: readonly number[]): number =>
    axis.reduce((sum, part, index) => sum + part * CAMERA.light[index]!, 0);
  return [along(CAMERA.right), -along(CAMERA.up), along(CAMERA.back)] as const;
})();

/** Share of the light that falls on the side of a triangle that the viewer sees. */
function lightOfTriangle(corners: Float64Array): number {
  const [ax, ay, az] = [corners[0]!, corners[1]!, corners[2]!];
  const [bx, by, bz] = [corners[3]! - ax, corners[4]! - ay, corners[5]! - az];
  const [cx, cy, cz] = [corners[6]! - ax, corners[7]! - ay, corners[8]! - az];
  const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
  const towards = x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2];
  const length = Math.hypot(x, y, z);
  return length === 0 ? 0 : Math.max(0, (z < 0 ? -towards : towards) / length);
}

/** As `lightOfTriangle`, by the directions of vertices. */
function lightOfVertices(normals: Float32Array): Float32Array {
  const { back, light } = CAMERA;
  return Float32Array.from({ length: normals.length / 3 }, (_, vertex) => {
    const [x, y, z] = [normals[3 * vertex]!, normals[3 * vertex + 1]!, normals[3 * vertex + 2]!];
    const towards = x * light[0] + y * light[1] + z * light[2];
    return Math.max(0, x * back[0] + y * back[1] + z * back[2] < 0 ? -towards : towards);
  });
}
