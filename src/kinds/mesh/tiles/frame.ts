import type { Vector3 } from '../../../geodata/place/box.ts';
import { readMap, type SmoothMap } from './smooth-map.ts';

/** How places of a Nexus become those of a tileset, in metres. Plain data, for threads. */
export interface Frame {
  /** From the tileset to the Earth, by columns; null for a model without a place. */
  readonly transform: readonly number[] | null;
  /** Null: metres already, off by `shift`. */
  readonly map: SmoothMap | null;
  readonly shift: Vector3;
  /** Metres of one unit of the model, at most. */
  readonly metres: number;
}

/** @returns places of a Nexus in the metres of its tileset */
export function inFrame({ map, shift }: Frame): (position: Vector3) => Vector3 {
  if (map !== null) return readMap(map);
  return ([x, y, z]) => [x + shift[0], y + shift[1], z + shift[2]];
}
