import type { Crs, Projections } from '../../projections/index.ts';
import {
  type Filter,
  type GeoBounds,
  type GeoGeometry,
  mapPositions,
  type GeoPosition,
} from '../../kinds/vector/index.ts';
import { failOgc } from '../ogc-error.ts';
import { bentArea } from './bent-area.ts';

/** Pieces of each side of a box: sides are bent in another CRS. */
const PIECES = 16;
/** CRSs whose boxes are boxes of longitude and latitude. */
const STRAIGHT = ['EPSG:4326', 'OGC:CRS84', 'EPSG:3857'];

/** A box in longitude and latitude: as one where it is one there, and as the area it is, its sides bent. */
export interface BoxLiteral {
  readonly box?: GeoBounds;
  /** Around the area, for the index, where it is no box. */
  readonly around?: GeoBounds;
  readonly geometry: GeoGeometry;
}

/** The features that meet a box. */
export function boxFilter({ box, geometry, around }: BoxLiteral): Filter {
  if (box !== undefined) return { op: 'bbox', box };
  const meets: Filter = { op: 'intersects', geometry };
  return around === undefined ? meets : { op: 'and', args: [{ op: 'bbox', box: around }, meets] };
}

/**
 * A box of any CRS in longitude and latitude. In degrees west may be greater than east, over the antimeridian.
 *
 * @throws InvalidParameterValue for one that is empty or lies nowhere
 */
export async function projectBox(
  box: GeoBounds,
  crs: Crs,
  projections: Pick<Projections, 'transform'>,
  signal?: AbortSignal,
): Promise<BoxLiteral> {
  const [west, south, east, north] = box;
  if (south > north || (west > east && !crs.isGeographic))
    throw failOgc('InvalidParameterValue', 'The lower corner of the box is not below its upper corner.', 'BBOX');
  const isStraight = STRAIGHT.includes(crs.code);
  const upwards: GeoBounds = west > east ? [west, south, east + 360, north] : box;
  if (crs.isGeographic && isStraight) return { box, geometry: areaOf(outline(upwards, 1)) };
  const sides = outline(upwards, isStraight ? 1 : PIECES);
  const found = await projections.transform(crs.code, 'EPSG:4326', Float64Array.from(sides.flat()), signal);
  const placed = sides
    .map((_, at): GeoPosition => [found[2 * at]!, found[2 * at + 1]!])
    .filter((position) => position.every(Number.isFinite));
  if (placed.length === 0)
    throw failOgc('InvalidParameterValue', `The box lies outside of where ${crs.code} is of use.`, 'BBOX');
  const [xs, ys] = [0, 1].map((axis) => placed.map((position) => position[axis]!)) as [number[], number[]];
  const around = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  // Where a part of the outline lies nowhere, as around a pole, nothing that is there is left out.
  const bounds = placed.length < sides.length ? ([-180, around[1], 180, around[3]] as const) : around;
  const isBox = isStraight || placed.length < sides.length;
  return isBox ? { box: bounds, geometry: areaOf(outline(bounds, 1)) } : bentArea(placed);
}

const areaOf = (sides: readonly GeoPosition[]): GeoGeometry => ({
  type: 'Polygon',
  coordinates: [[sides.at(-1)!, ...sides]],
});

/** The outline of a box, ending where it would begin. */
function outline([west, south, east, north]: GeoBounds, pieces: number): readonly (readonly [number, number])[] {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return corners.slice(1).flatMap((to, at) => {
    const from = corners[at]!;
    return Array.from({ length: pieces }, (_, piece) => {
      const part = (piece + 1) / pieces;
      return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])] as const;
    });
  });
}

/** A geometry in longitude and latitude. @param from `turn`: its coordinates have north first */
export async function projectGeometry(
  geometry: GeoGeometry,
  { turn, code }: { readonly turn: boolean; readonly code: string },
  projections: Pick<Projections, 'transform'>,
  signal?: AbortSignal,
): Promise<GeoGeometry> {
  const numbers: number[] = [];
  mapPositions(geometry, (position) => {
    const [a = NaN, b = NaN] = position;
    numbers.push(...(turn ? [b, a] : [a, b]));
    return position;
  });
  const found = await projections.transform(code, 'EPSG:4326', Float64Array.from(numbers), signal);
  if (!found.every(Number.isFinite))
    throw failOgc(
      'InvalidParameterValue',
      `A geometry of the filter lies outside of where ${code} is of use.`,
      'FILTER',
    );
  let at = 0;
  return mapPositions(geometry, (): GeoPosition => [found[at++]!, found[at++]!]);
}
