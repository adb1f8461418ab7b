import type { Corridor, CorridorVisitor, PickRay } from '../../../scene/core/layer-view.ts';
import type { SceneFrame } from '../../../scene/geometry/scene-frame.ts';
import { add, dot, isInside, lengthOf, minus, times, type Triple } from '../../../scene/geometry/triple.ts';
import type { LoadedNode } from './loaded-nodes.ts';

/** Pixels around the ray in which the nearest point counts, and in which any does. */
const CLOSE = 2.5;
const NEAR = 10;

export type PickedPoint = {
  readonly loaded: LoadedNode;
  readonly index: number;
  readonly at: Triple;
  readonly distance: number;
  readonly offPixels: number;
};

/** The first point that a ray meets; where it meets none, the one nearest to it. */
export function pickPoint(
  nodes: readonly LoadedNode[],
  frame: SceneFrame,
  hidden: ReadonlySet<number>,
  { origin, direction, pixel, clip }: PickRay,
): PickedPoint | null {
  let best: PickedPoint | null = null;
  // Numbers alone: an object for each of a million points takes longer than all the rest.
  const [startX, startY, startZ] = origin;
  const [alongX, alongY, alongZ] = direction;
  for (const loaded of nodes) {
    if (!meets(loaded, origin, direction, pixel)) continue;
    forEachPoint(loaded, frame, hidden, clip, (x, y, z, index) => {
      const [toX, toY, toZ] = [x - startX, y - startY, z - startZ];
      const distance = toX * alongX + toY * alongY + toZ * alongZ;
      if (distance <= 0) return;
      const [offX, offY, offZ] = [toX - distance * alongX, toY - distance * alongY, toZ - distance * alongZ];
      const reach = NEAR * distance * pixel;
      if (offX * offX + offY * offY + offZ * offZ > reach * reach) return;
      const offPixels = Math.hypot(offX, offY, offZ) / (distance * pixel);
      const found: PickedPoint = { loaded, index, at: [x, y, z], distance, offPixels };
      if (best === null || isBetter(found, best)) best = found;
    });
  }
  return best;
}

function isBetter(one: PickedPoint, other: PickedPoint): boolean {
  if (one.offPixels <= CLOSE && other.offPixels <= CLOSE) return one.distance < other.distance;
  return one.offPixels < other.offPixels;
}

function meets({ ball }: LoadedNode, origin: Triple, direction: Triple, pixel: number): boolean {
  const toMiddle = minus(ball.middle, origin);
  const along = dot(toMiddle, direction);
  const off = lengthOf(minus(toMiddle, times(direction, along)));
  return along > -ball.radius && off <= ball.radius + NEAR * pixel * Math.max(along, 0) + ball.radius * pixel;
}

/** Goes through the points that are shown, in coordinates of the scene. */
function forEachPoint(
  { points, base }: LoadedNode,
  { scale }: SceneFrame,
  hidden: ReadonlySet<number>,
  clip: PickRay['clip'],
  visit: (x: number, y: number, z: number, index: number) => void,
): void {
  const { positions, colours } = points;
  const [baseX, baseY, baseZ] = base;
  const [scaleX, scaleY, scaleZ] = scale;
  for (let index = 0; index < positions.length / 3; index += 1) {
    if (hidden.has(colours[4 * index + 3] ?? 0)) continue;
    const x = ((positions[3 * index] ?? 0) + baseX) * scaleX;
    const y = ((positions[3 * index + 1] ?? 0) + baseY) * scaleY;
    const z = ((positions[3 * index + 2] ?? 0) + baseZ) * scaleZ;
    if (clip === null || isInside([x, y, z], clip)) visit(x, y, z, index);
  }
}

/** Hands over the points in a corridor. @param colourOf of a point, red, green and blue from 0 to 255 */
export function visitCorridorPoints(
  nodes: readonly LoadedNode[],
  frame: SceneFrame,
  hidden: ReadonlySet<number>,
  { from, to, width, clip }: Corridor,
  colourOf: (loaded: LoadedNode, index: number, height: number) => readonly [number, number, number],
  visit: CorridorVisitor,
): void {
  const line: Triple = [to[0] - from[0], to[1] - from[1], 0];
  const length = lengthOf(line);
  if (length === 0) return;
  const along = times(line, 1 / length);
  const middle = add(from, times(line, 0.5));
  for (const loaded of nodes) {
    const { ball } = loaded;
    const apart = Math.hypot(ball.middle[0] - middle[0], ball.middle[1] - middle[1]);
    if (apart > ball.radius + length / 2 + width) continue;
    forEachPoint(loaded, frame, hidden, clip, (x, y, z, index) => {
      const [toX, toY] = [x - from[0], y - from[1]];
      const distance = toX * along[0] + toY * along[1];
      const beside = toX * along[1] - toY * along[0];
      if (distance < 0 || distance > length || Math.abs(beside) > width / 2) return;
      visit(distance, z, ...colourOf(loaded, index, z));
    });
  }
}
