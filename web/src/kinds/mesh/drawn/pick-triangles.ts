import type { PickRay } from '../../../scene/core/layer-view.ts';
import { dot, isInside, lengthOf, mapTriple, minus, times, type Triple } from '../../../scene/geometry/triple.ts';
import { largestScale, type ModelPlacing, placed } from '../../model-placing.ts';
import type { LoadedMesh, ShownMesh } from './loaded-meshes.ts';

export type PickedTriangle = {
  readonly loaded: LoadedMesh;
  readonly at: Triple;
  readonly distance: number;
  readonly offPixels: number;
};

/** Pixels of the page around a vertex in which it is picked instead of the surface beside it. */
const SNAP_PIXELS = 6;

/** The surface that a ray meets first, or a vertex of it that is near; where it meets none, the vertex nearest to it. */
export function pickTriangle(
  shown: readonly ShownMesh[],
  placing: ModelPlacing,
  ray: PickRay,
  hidesBacks: boolean,
): PickedTriangle | null {
  const near = shown.filter(({ loaded }) => meets(loaded, placing, ray));
  const hit = firstHit(near, placing, ray, hidesBacks);
  if (hit === null) return nearestVertex(near, placing, ray);
  const corners = [0, 1, 2].map((corner) => vertexAt(hit.loaded, placing, 3 * hit.triangle + corner));
  const vertex = nearest(corners, ray);
  const at = vertex?.at ?? mapTriple(ray.origin, (value, axis) => value + hit.distance * ray.direction[axis]);
  return { loaded: hit.loaded, at, distance: vertex?.distance ?? hit.distance, offPixels: 0 };
}

function meets({ node }: LoadedMesh, placing: ModelPlacing, { origin, direction, pixel }: PickRay): boolean {
  const radius = node.tight * largestScale(placing);
  const toMiddle = minus(placed(placing, node.centre), origin);
  const along = dot(toMiddle, direction);
  const off = lengthOf(minus(toMiddle, times(direction, along)));
  return along > -radius && off <= radius + SNAP_PIXELS * pixel * (Math.max(along, 0) + radius);
}

const vertexAt = ({ arrays: { positions, corners } }: LoadedMesh, placing: ModelPlacing, corner: number): Triple => {
  const at = 3 * corners[corner]!;
  return placed(placing, [positions[at]!, positions[at + 1]!, positions[at + 2]!]);
};

type Hit = { readonly loaded: LoadedMesh; readonly triangle: number; readonly distance: number };

function firstHit(near: readonly ShownMesh[], placing: ModelPlacing, ray: PickRay, hidesBacks: boolean): Hit | null {
  // The ray in coordinates of the file: distances along it stay those of the scene.
  const start = mapTriple(ray.origin, (value, axis) => (value - placing.shift[axis]) / placing.scale[axis]);
  const along = mapTriple(ray.direction, (value, axis) => value / placing.scale[axis]);
  const isShown = (distance: number): boolean =>
    ray.clip === null ||
    isInside(
      mapTriple(ray.origin, (value, axis) => value + distance * ray.direction[axis]),
      ray.clip,
    );
  let best: Hit | null = null;
  for (const { loaded, ranges } of near)
    for (const { start: first, count } of ranges)
      for (let triangle = first; triangle < first + count; triangle += 1) {
        const distance = meeting(loaded, triangle, start, along, hidesBacks);
        if (distance > 0 && (best === null || distance < best.distance) && isShown(distance))
          best = { loaded, triangle, distance };
      }
  return best;
}

const NO_MEETING = -1;

/**
 * Where a ray meets a triangle, in lengths of `along`; negative for nowhere.
 *
 * Source: T. Möller and B. Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997. Written without arrays: it runs for
 * each triangle that may be meant.
 */
function meeting(
  { arrays: { positions, corners } }: LoadedMesh,
  triangle: number,
  [sx, sy, sz]: Triple,
  [dx, dy, dz]: Triple,
  hidesBacks: boolean,
): number {
  const a = 3 * corners[3 * triangle]!;
  const b = 3 * corners[3 * triangle + 1]!;
  const c = 3 * corners[3 * triangle + 2]!;
  const ax = positions[a]!;
  const ay = positions[a + 1]!;
  const az = positions[a + 2]!;
  const e1x = positions[b]! - ax;
  const e1y = positions[b + 1]! - ay;
  const e1z = positions[b + 2]! - az;
  const e2x = positions[c]! - ax;
  const e2y = positions[c + 1]! - ay;
  const e2z = positions[c + 2]! - az;
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const size = e1x * px + e1y * py + e1z * pz;
  if (size === 0 || (hidesBacks && size < 0)) return NO_MEETING;
  const tx = sx - ax;
  const ty = sy - ay;
  const tz = sz - az;
  const u = (tx * px + ty * py + tz * pz) / size;
  if (!(u >= 0 && u <= 1)) return NO_MEETING;
  const qx = ty * e1z - tz * e1y;
  const qy = tz * e1x - tx * e1z;
  const qz = tx * e1y - ty * e1x;
  const v = (dx * qx + dy * qy + dz * qz) / size;
  if (!(v >= 0 && u + v <= 1)) return NO_MEETING;
  return (e2x * qx + e2y * qy + e2z * qz) / size;
}

type Near = { readonly at: Triple; readonly distance: number; readonly offPixels: number };

/** The place that is the nearest to the ray, within a few pixels. */
function nearest(places: readonly Triple[], { origin, direction, pixel, clip }: PickRay): Near | null {
  let best: Near | null = null;
  for (const at of places) {
    const to = minus(at, origin);
    const distance = dot(to, direction);
    if (distance <= 0 || (clip !== null && !isInside(at, clip))) continue;
    const offPixels = lengthOf(minus(to, times(direction, distance))) / (distance * pixel);
    if (offPixels <= SNAP_PIXELS && (best === null || offPixels < best.offPixels)) best = { at, distance, offPixels };
  }
  return best;
}

/** Corners at the edge of a model are hard to meet: beside it, they count as well. */
function nearestVertex(near: readonly ShownMesh[], placing: ModelPlacing, ray: PickRay): PickedTriangle | null {
  let best: PickedTriangle | null = null;
  for (const { loaded, ranges } of near) {
    const corners = function* (): Generator<Triple> {
      for (const { start, count } of ranges)
        for (let corner = 3 * start; corner < 3 * (start + count); corner += 1) yield vertexAt(loaded, placing, corner);
    };
    const found = nearest([...corners()], ray);
    if (found !== null && (best === null || found.offPixels < best.offPixels)) best = { loaded, ...found };
  }
  return best;
}
