import type { Vector3 } from '../../../geodata/place/box.ts';
import { fromLocal, type Geodetic } from '../../../geodata/place/geodesy.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';

/** Where a model lies on Earth. Plain data: it goes into request files and facts. Coordinates of the model have z up. */
export interface ModelPlace {
  /** What says so: the name of the file beside the model, or `projection` for its metadata. */
  readonly from: string;
  /** WKT of the CRS of its coordinates, once `shift` is added; null: they are metres east, north and up of `origin`. */
  readonly projection: string | null;
  readonly shift: Vector3;
  /** Where the local metres of the model have their zero. */
  readonly origin: Geodetic;
  /** The coordinates of the model that lie there. */
  readonly zero: Vector3;
  /**
   * Metres east, north and up of `origin` by the way from `zero`: three rows of the factors of TERMS. Only the first three of
   * a row differ from 0 where coordinates are local metres; the others bend a plane CRS onto the Earth.
   */
  readonly metres: readonly (readonly number[])[];
  /** Metres by which `metres` misses the corners of the model. */
  readonly error: number;
  /** Its outline from above and its middle; null when its box is not known. */
  readonly footprint: SpatialPlace | null;
}

/** Longitude, latitude and height of the zero of coordinates that are metres around an origin. @param placing a `ModelPlace` among facts */
export function localOriginOf(placing: unknown): { readonly localOrigin?: Geodetic } {
  const place = placing as ModelPlace | null | undefined;
  return place?.projection === null ? { localOrigin: place.origin } : {};
}

/** What the factors of `metres` belong to. */
export const TERMS = ['x', 'y', 'z', 'xx', 'xy', 'xz', 'yy', 'yz', 'zz'] as const;

/** Factors of coordinates that are local metres already. */
export const LOCAL_METRES: ModelPlace['metres'] = [0, 1, 2].map((axis) =>
  TERMS.map((_, term) => (term === axis ? 1 : 0)),
);

/** Metres east, north and up of the origin of a place. */
export function localMetres({ zero, metres }: Pick<ModelPlace, 'zero' | 'metres'>, position: Vector3): Vector3 {
  const [x, y, z] = [position[0] - zero[0], position[1] - zero[1], position[2] - zero[2]];
  const terms = [x, y, z, x * x, x * y, x * z, y * y, y * z, z * z];
  const along = (axis: number): number => metres[axis]!.reduce((sum, factor, term) => sum + factor * terms[term]!, 0);
  return [along(0), along(1), along(2)];
}

/** 16 numbers by columns, as tilesets and glTF have them: from metres east, north and up of a place to Earth-centred ones. */
export function earthFrame(origin: Geodetic): readonly number[] {
  const zero = fromLocal(origin, [0, 0, 0]);
  const axis = (east: number, north: number, up: number): number[] => {
    const end = fromLocal(origin, [east, north, up]);
    return [...end.map((value, index) => value - zero[index]!), 0];
  };
  return [...axis(1, 0, 0), ...axis(0, 1, 0), ...axis(0, 0, 1), ...zero, 1];
}

/**
 * 16 numbers by columns: from coordinates of the model, less those of `about`, to Earth-centred metres. It is exact for local
 * metres; a plane CRS leaves the Earth by 2 cm at 500 m from `about`, and programs that need more take `localMetres`.
 */
export function earthTransform(place: ModelPlace, about: Vector3): readonly number[] {
  const frame = earthFrame(place.origin);
  const start = localMetres(place, about);
  const slope = slopeAt(place, about);
  const turn = (vector: readonly number[], w: number): number[] =>
    [0, 1, 2].map((row) =>
      vector.reduce((sum, value, column) => sum + frame[4 * column + row]! * value, w * frame[12 + row]!),
    );
  return [...[0, 1, 2].flatMap((axis) => [...turn(slope[axis]!, 0), 0]), ...turn(start, 1), 1];
}

/** How local metres change along x, y and z at a position. */
function slopeAt({ zero, metres }: ModelPlace, position: Vector3): readonly (readonly number[])[] {
  const [x, y, z] = [position[0] - zero[0], position[1] - zero[1], position[2] - zero[2]];
  const slopes = [
    [1, 0, 0, 2 * x, y, z, 0, 0, 0],
    [0, 1, 0, 0, x, 0, 2 * y, z, 0],
    [0, 0, 1, 0, 0, x, 0, y, 2 * z],
  ];
  return slopes.map((terms) =>
    metres.map((factors) => factors.reduce((sum, factor, term) => sum + factor * terms[term]!, 0)),
  );
}

/** Whether local metres are more than a turn and a scale of the coordinates of the model. */
export const isBent = ({ metres }: Pick<ModelPlace, 'metres'>): boolean =>
  metres.some((factors) => factors.slice(3).some((factor) => factor !== 0));
