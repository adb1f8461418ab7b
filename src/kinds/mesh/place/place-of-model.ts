import type * as Gdal from 'gdal-async';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { crsOfWkt, metresPerHeight, placeBox } from '../../../geodata/place/crs.ts';
import { crsOfOwner } from '../../../geodata/place/crs-of-owner.ts';
import { toEarthCentred } from '../../../geodata/place/geodesy.ts';
import { placeOfLocalBox } from '../../../geodata/place/place.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { type Claim, claimOf } from './claims.ts';
import { metresOfPlane, shifted, upright } from './metres-of-plane.ts';
import { LOCAL_METRES, type ModelPlace } from './model-place.ts';
import type { PlaceSources } from './place-sources.ts';

export interface MeshPlacementRequest extends PlaceSources {
  /** In the coordinates of the file; null: not known. */
  readonly bounds: Box3 | null;
  /** The axis of the file that leads up: with z, x leads east and y north; with y, x leads east and z south. */
  readonly up: 'y' | 'z';
}

export interface MeshPlacement {
  /** Null when nothing says where the model lies, or nothing that fits its coordinates. */
  readonly place: ModelPlace | null;
  /** Whether something says where it lies, whether or not that fits. */
  readonly isTold: boolean;
  /** Why it has no place, in whole sentences. */
  readonly problems: readonly string[];
}

const TOO_FAR = 'Its coordinates reach too far from its origin to be local metres.';
const NEAR_ZERO =
  'Its coordinates lie around zero, so they are local ones and not those of the coordinate reference system that is named for it.';
/** Units of a plane CRS: no survey lies as near to the zero of both of its axes. */
const AROUND_ZERO = 1000;

/**
 * Finds where a model lies: by the first of the files beside it that says so and fits its coordinates. The metadata of its
 * owner come before its `.prj` file.
 *
 * @throws OperationRefusal for metadata that name no CRS
 */
export function placeOfModel({ sidecars, projection, bounds, up }: MeshPlacementRequest): MeshPlacement {
  const box = bounds === null || up === 'z' ? bounds : upright(bounds);
  const told: Claim[] =
    projection === null ? [] : [{ from: 'projection', crs: crsOfOwner(projection), shift: [0, 0, 0] }];
  const isPlane = ({ name }: (typeof sidecars)[number]): boolean => /\.prj$/i.test(name);
  const origins = sidecars.filter((one) => !isPlane(one)).map(claimOf);
  const planes = sidecars.filter(isPlane).map(claimOf);
  const claims = [...origins, ...told, ...planes].filter((claim) => claim !== null);
  const problems: string[] = [];
  for (const claim of claims) {
    const found = 'crs' in claim ? placeInCrs(claim, box) : placeByOrigin(claim, box);
    if (typeof found !== 'string') return { place: found, isTold: true, problems: [] };
    problems.push(found);
  }
  return { place: null, isTold: claims.length > 0, problems: [...new Set(problems)].filter((text) => text !== '') };
}

/** @returns a sentence that says why it does not fit */
function placeByOrigin(
  { from, origin }: Extract<Claim, { readonly origin: unknown }>,
  box: Box3 | null,
): ModelPlace | string {
  const footprint = box === null ? null : placeOfLocalBox(origin, box);
  if (box !== null && footprint === null) return TOO_FAR;
  const local = { projection: null, shift: [0, 0, 0], zero: [0, 0, 0], metres: LOCAL_METRES, error: 0 } as const;
  return { from, origin, footprint, ...local };
}

/** @returns a sentence that says why it does not fit; an empty one while the box is not known */
function placeInCrs(
  { from, crs, shift }: Extract<Claim, { readonly crs: unknown }>,
  own: Box3 | null,
): ModelPlace | string {
  if (own === null) return '';
  const box = shifted(own, shift);
  if (crs.isProjected() && isAroundZero(box)) return NEAR_ZERO;
  const { place: footprint, problem } = placeBox(crs, box);
  if (footprint === null) return problem ?? '';
  const found = metresOfPlane(box, crs.isGeographic(), earthOf(crs));
  if (found === null) return 'Its coordinates do not lie in the coordinate reference system that is named for it.';
  const zero: Vector3 = [found.zero[0] - shift[0], found.zero[1] - shift[1], found.zero[2] - shift[2]];
  return { from, projection: crs.toWKT(), shift, ...found, zero, footprint };
}

/**
 * Earth-centred metres of coordinates of a placed model, with z up; null where they have none. Null for a model whose coordinates
 * are local metres of its origin.
 */
export function earthOfPlace({ projection, shift }: ModelPlace): ((position: Vector3) => Vector3 | null) | null {
  if (projection === null) return null;
  const crs = crsOfWkt(projection);
  if (crs === null) throw new Error('A place has no CRS of its own');
  const toEarth = earthOf(crs);
  return ([x, y, z]) => toEarth([x + shift[0], y + shift[1], z + shift[2]]);
}

function isAroundZero({ min, max }: Box3): boolean {
  const reach = Math.max(AROUND_ZERO, Math.hypot(max[0] - min[0], max[1] - min[1]));
  const away = [0, 1].map((axis) => Math.max(min[axis]!, -max[axis]!, 0));
  return Math.hypot(...away) < reach;
}

/** Earth-centred metres of coordinates of a CRS. Heights keep their vertical datum. */
function earthOf(crs: Gdal.SpatialReference): (position: Vector3) => Vector3 | null {
  if (crs.isGeocentric()) return (position) => position;
  const [way, metres] = [toDegrees(crs), metresPerHeight(crs)];
  return ([x, y, z]) => {
    try {
      const { x: longitude, y: latitude } = way.transformPoint(x, y);
      return toEarthCentred([longitude, latitude, z * metres]);
    } catch {
      // PROJ reports a position without an image in the other CRS by an error: here that is an answer.
      return null;
    }
  };
}
