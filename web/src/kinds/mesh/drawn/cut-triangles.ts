import type { Corridor, CorridorVisitor } from '../../../scene/core/layer-view.ts';
import { add, isInside, lengthOf, times, type Triple } from '../../../scene/geometry/triple.ts';
import { largestScale, type ModelPlacing, placed } from '../../model-placing.ts';
import type { LoadedMesh, ShownMesh } from './loaded-meshes.ts';

/** Points along the longest section: its window is not wider. */
const STEPS = 2000;
const PLAIN = [128, 128, 128] as const;

/** Hands over points of the line in which the surface crosses the vertical plane in the middle of a corridor. */
export function visitCutTriangles(
  shown: readonly ShownMesh[],
  placing: ModelPlacing,
  { from, to, clip }: Corridor,
  visit: CorridorVisitor,
): void {
  const line: Triple = [to[0] - from[0], to[1] - from[1], 0];
  const length = lengthOf(line);
  if (length === 0) return;
  const along = times(line, 1 / length);
  const middle = add(from, times(line, 0.5));
  for (const { loaded, ranges } of shown) {
    const ball = placed(placing, loaded.node.centre);
    const radius = loaded.node.tight * largestScale(placing);
    if (Math.hypot(ball[0] - middle[0], ball[1] - middle[1]) > radius + length / 2) continue;
    for (const { start, count } of ranges)
      for (let triangle = start; triangle < start + count; triangle += 1) {
        const crossing = crossingOf(loaded, triangle, placing, from, along);
        if (crossing !== null) visitLine(crossing, { from, along, length, clip }, colourOf(loaded, triangle), visit);
      }
  }
}

/** A place in the plane: along the line, and its height. */
type InPlane = readonly [along: number, height: number];

/** The line in which a triangle crosses the plane; null where it does not. */
function crossingOf(
  { arrays: { positions, corners } }: LoadedMesh,
  triangle: number,
  placing: ModelPlacing,
  from: Triple,
  along: Triple,
): readonly [InPlane, InPlane] | null {
  const places = [0, 1, 2].map((corner): readonly [side: number, along: number, height: number] => {
    const at = 3 * corners[3 * triangle + corner]!;
    const [x, y, z] = placed(placing, [positions[at]!, positions[at + 1]!, positions[at + 2]!]);
    const [toX, toY] = [x - from[0], y - from[1]];
    return [toX * along[1] - toY * along[0], toX * along[0] + toY * along[1], z];
  });
  const crossings = places.flatMap((one, index): readonly InPlane[] => {
    const other = places[(index + 1) % 3]!;
    // A corner in the plane counts for the side below, so that each crossed triangle has two crossings.
    if (one[0] > 0 === other[0] > 0) return [];
    const share = one[0] / (one[0] - other[0]);
    return [[one[1] + share * (other[1] - one[1]), one[2] + share * (other[2] - one[2])]];
  });
  return crossings.length === 2 ? [crossings[0]!, crossings[1]!] : null;
}

type Section = Pick<Corridor, 'from' | 'clip'> & { readonly along: Triple; readonly length: number };

function visitLine(
  [start, end]: readonly [InPlane, InPlane],
  { from, along, length, clip }: Section,
  colour: readonly [number, number, number],
  visit: CorridorVisitor,
): void {
  const size = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const steps = Math.min(STEPS, Math.ceil((size * STEPS) / length));
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 0 : step / steps;
    const [distance, height] = [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])];
    if (distance < 0 || distance > length) continue;
    const at: Triple = [from[0] + distance * along[0], from[1] + distance * along[1], height];
    if (clip === null || isInside(at, clip)) visit(distance, height, ...colour);
  }
}

function colourOf({ arrays: { colours, corners } }: LoadedMesh, triangle: number): readonly [number, number, number] {
  if (colours === null) return PLAIN;
  const at = 4 * corners[3 * triangle]!;
  return [colours[at]!, colours[at + 1]!, colours[at + 2]!];
}
