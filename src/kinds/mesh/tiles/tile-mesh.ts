import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import type { CutMesh } from './cut-mesh.ts';
import { type Frame, inFrame } from './frame.ts';

/** A tile without its picture, as glTF has it: y is up. */
export interface PlacedMesh {
  /** Added to all places. */
  readonly translation: Vector3;
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  /** Null where all are white. */
  readonly colours: Uint8Array | null;
  readonly triangles: Uint32Array;
  /** In the metres of the tileset, z up. */
  readonly box: Box3;
}

/** Brings what is cut out of a model into the frame of the tileset: floats of a tile count from its own middle. */
export function placedMesh(cut: CutMesh, frame: Frame): PlacedMesh {
  const local = inFrame(frame);
  const count = cut.positions.length / 3;
  const places = new Float64Array(3 * count);
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let vertex = 0; vertex < count; vertex += 1) {
    const at = 3 * vertex;
    const place = local([cut.positions[at]!, cut.positions[at + 1]!, cut.positions[at + 2]!]);
    for (let axis = 0; axis < 3; axis += 1) {
      places[at + axis] = place[axis]!;
      min[axis] = Math.min(min[axis]!, place[axis]!);
      max[axis] = Math.max(max[axis]!, place[axis]!);
    }
  }
  const middle = min.map((value, axis) => (value + max[axis]!) / 2) as unknown as Vector3;
  const positions = new Float32Array(3 * count);
  for (let at = 0; at < places.length; at += 3) {
    positions[at] = places[at]! - middle[0];
    positions[at + 1] = places[at + 2]! - middle[2];
    positions[at + 2] = middle[1] - places[at + 1]!;
  }
  return {
    translation: [middle[0], middle[2], 0 - middle[1]],
    positions,
    normals: cut.normals && turned(cut.normals, frame, middleOf(cut.positions)),
    colours: cut.colours?.some((value) => value < 255) ? Uint8Array.from(cut.colours) : null,
    triangles: cut.triangles,
    box: boxOf(positions, middle),
  };
}

/** Box of the floats as they are written, so that it holds them. */
function boxOf(positions: Float32Array, middle: Vector3): Box3 {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let at = 0; at < positions.length; at += 3) {
    const place = [positions[at]! + middle[0], middle[1] - positions[at + 2]!, positions[at + 1]! + middle[2]];
    for (let axis = 0; axis < 3; axis += 1) {
      min[axis] = Math.min(min[axis]!, place[axis]!);
      max[axis] = Math.max(max[axis]!, place[axis]!);
    }
  }
  return { min: min as unknown as Vector3, max: max as unknown as Vector3 };
}

function middleOf(positions: Float64Array): Vector3 {
  const sum = [0, 0, 0];
  positions.forEach((value, at) => (sum[at % 3]! += value));
  return sum.map((value) => value / (positions.length / 3)) as unknown as Vector3;
}

/** Directions with y up, turned as the frame turns the surface at the middle of the tile. Their lengths mean nothing. */
function turned(normals: Float32Array, frame: Frame, middle: Vector3): Float32Array {
  const columns = frame.map === null ? null : slopesAt(frame, middle);
  const result = new Float32Array(normals.length);
  for (let at = 0; at < normals.length; at += 3) {
    const normal = normals.subarray(at, at + 3);
    // What is at right angles to a surface stays so by the cofactors of the slopes.
    const along = (row: number): number =>
      columns === null ? normal[row]! : columns.reduce((sum, column, axis) => sum + normal[axis]! * column[row]!, 0);
    result.set([along(0), along(2), -along(1)], at);
  }
  return result;
}

function slopesAt(frame: Frame, middle: Vector3): readonly Vector3[] {
  const local = inFrame(frame);
  const start = local(middle);
  const [a, b, c] = [0, 1, 2].map((axis) => {
    const { min, max } = frame.map!.box;
    const step = (max[axis]! - min[axis]!) / 1000;
    const end = local(middle.map((value, index) => value + (index === axis ? step : 0)) as unknown as Vector3);
    return end.map((value, index) => (value - start[index]!) / step) as unknown as Vector3;
  }) as [Vector3, Vector3, Vector3];
  return [cross(b, c), cross(c, a), cross(a, b)];
}

const cross = (one: Vector3, other: Vector3): Vector3 => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];

/**
 * Metres on the surface that a pixel of its picture is wide, on the average; 0 where nothing has a picture.
 *
 * @param uvs of the vertices in the picture
 */
export function pixelMetres(
  { positions, triangles }: Pick<PlacedMesh, 'positions' | 'triangles'>,
  uvs: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  let [metres, pixels] = [0, 0];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const along = (vertex: number, part: number): number => uvs[2 * vertex + part]! - uvs[2 * a + part]!;
    const inPicture = Math.abs(along(b, 0) * along(c, 1) - along(b, 1) * along(c, 0)) * width * height;
    if (inPicture === 0) continue;
    const way = (vertex: number): Vector3 =>
      [0, 1, 2].map((axis) => positions[3 * vertex + axis]! - positions[3 * a + axis]!) as unknown as Vector3;
    metres += Math.hypot(...cross(way(b), way(c)));
    pixels += inPicture;
  }
  return pixels > 0 ? Math.sqrt(metres / pixels) : 0;
}
