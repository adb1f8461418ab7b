import type { CortoMesh } from '../corto/corto-decode.ts';
import type { NexusReader } from '../nexus/nexus-reader.ts';
import { sizeOfPicture } from './node-picture.ts';

/** Nodes of a level that are looked at. */
const SAMPLES = 3;

/**
 * The coarsest level whose pictures have a pixel for each of the wanted one; infinite for a model without pictures. Flat ground is right
 * with few triangles, but its pictures are too coarse there.
 *
 * @param pixel in units of the model
 */
export async function levelForPictures(reader: NexusReader, pixel: number): Promise<number> {
  const { nodes, hasTextures, hasUvs } = reader.head;
  if (!hasTextures || !hasUvs) return Infinity;
  const coarsest = nodes.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = coarsest; level > 0; level -= 1) if ((await pixelsOfUnit(reader, level)) * pixel >= 1) return level;
  return 0;
}

/** Pixels of pictures along a unit of the model. */
async function pixelsOfUnit(reader: NexusReader, level: number): Promise<number> {
  const { nodes, patches } = reader.head;
  const ofLevel = nodes.flatMap((node, number) => (node.level === level ? [{ node, number }] : []));
  const step = Math.max(1, Math.floor(ofLevel.length / SAMPLES));
  let [pixels, surface] = [0, 0];
  for (let at = 0; at < ofLevel.length; at += step) {
    const { node, number } = ofLevel[at]!;
    const texture = patches[node.firstPatch]?.texture ?? null;
    const stored = texture === null ? null : await reader.readTexture(texture);
    const size = stored && (await sizeOfPicture(stored));
    if (size === null) continue;
    const mesh = await reader.readNode(number);
    pixels += areaInPicture(mesh) * size.width * size.height;
    surface += areaOf(mesh.positions, mesh.triangles);
  }
  return surface === 0 ? Infinity : Math.sqrt(pixels / surface);
}

/** Area of the triangles of a mesh in its picture, as a share of it. */
export function areaInPicture({ uvs, triangles }: CortoMesh): number {
  if (uvs === null) return 0;
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [2 * triangles[at]!, 2 * triangles[at + 1]!, 2 * triangles[at + 2]!];
    const [bu, bv] = [uvs[b]! - uvs[a]!, uvs[b + 1]! - uvs[a + 1]!];
    const [cu, cv] = [uvs[c]! - uvs[a]!, uvs[c + 1]! - uvs[a + 1]!];
    area += Math.abs(bu * cv - cu * bv) / 2;
  }
  return area;
}

/** Area of triangles in space; x, y, z of each vertex. */
export function areaOf(positions: ArrayLike<number>, triangles: Uint32Array): number {
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    const [x, y, z] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [bx, by, bz] = [positions[b]! - x, positions[b + 1]! - y, positions[b + 2]! - z];
    const [cx, cy, cz] = [positions[c]! - x, positions[c + 1]! - y, positions[c + 2]! - z];
    area += Math.hypot(by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx) / 2;
  }
  return area;
}
