import { type GeoBounds, isTouching } from '../../../geodata/geometry.ts';

/** Turns of the world: data over the antimeridian reach beyond it, at either side. */
const TURNS = [-360, 0, 360];

/**
 * The boxes, with west before east, in which what a box covers may lie in a layer: two of one over the antimeridian, and
 * those a turn further where the layer reaches so far.
 */
export function windowsOf(box: GeoBounds, bounds: GeoBounds): readonly GeoBounds[] {
  const [west, south, east, north] = box;
  const parts: readonly GeoBounds[] =
    west <= east
      ? [box]
      : [
          [west, south, 180, north],
          [-180, south, east, north],
        ];
  return parts
    .flatMap((part) => TURNS.map((turn): GeoBounds => [part[0] + turn, part[1], part[2] + turn, part[3]]))
    .filter((part) => isTouching(part, bounds));
}
