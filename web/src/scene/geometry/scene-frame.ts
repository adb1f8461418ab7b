import type { Crs } from './crs.ts';
import { type Box, mapTriple, middleOf, type Triple } from './triple.ts';

export type SceneFrame = {
  /** Place in the CRS that is 0, 0, 0 in the scene. */
  readonly origin: Triple;
  /** Units of the scene in a unit of the CRS. */
  readonly scale: Triple;
  readonly crs: Crs | null;
  /** Unit of lengths in the scene. */
  readonly unit: LengthUnit;
};

export type LengthUnit = 'm' | 'ft' | 'ft (US)' | 'units';

/** Metres in a degree of latitude, of a sphere of the earth's mean radius. */
const METRES_A_DEGREE = 111_195;
const FOOT = 0.3048;
const US_FOOT = 1200 / 3937;

/** The frame of a scene whose first layer has this CRS and this box, both of the CRS. */
export function frameFor(crs: Crs | null, bounds: Box): SceneFrame {
  // A round origin keeps the digits of coordinates short.
  const origin = mapTriple(middleOf(bounds), (value, axis) =>
    crs?.isGeographic === true && axis < 2 ? value : Math.round(value),
  );
  return { origin, crs, scale: scaleOf(crs, origin), unit: lengthUnit(crs) };
}

/** Degrees become metres at the middle of the cloud; heights get the unit of x and y. */
function scaleOf(crs: Crs | null, [, latitude]: Triple): Triple {
  if (crs === null) return [1, 1, 1];
  if (crs.isGeographic) {
    const east = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return [METRES_A_DEGREE * east, METRES_A_DEGREE, crs.verticalMetres ?? 1];
  }
  return [1, 1, crs.metres === null || crs.verticalMetres === null ? 1 : crs.verticalMetres / crs.metres];
}

/** Unit of lengths in the scene of a cloud with this CRS. */
export function lengthUnit(crs: Crs | null): LengthUnit {
  if (crs === null) return 'units';
  if (crs.isGeographic) return 'm';
  const is = (metres: number): boolean => crs.metres !== null && Math.abs(crs.metres / metres - 1) < 1e-7;
  return is(1) ? 'm' : is(FOOT) ? 'ft' : is(US_FOOT) ? 'ft (US)' : 'units';
}

/** From the CRS into the scene. */
export const toScene = ({ origin, scale }: SceneFrame, place: Triple): Triple =>
  mapTriple(place, (value, axis) => (value - origin[axis]) * scale[axis]);

/** From the scene into the CRS. */
export const toCrs = ({ origin, scale }: SceneFrame, at: Triple): Triple =>
  mapTriple(at, (value, axis) => value / scale[axis] + origin[axis]);

export const boxToScene = (frame: SceneFrame, { min, max }: Box): Box => ({
  min: toScene(frame, min),
  max: toScene(frame, max),
});
