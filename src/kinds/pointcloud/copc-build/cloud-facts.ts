import type * as Gdal from 'gdal-async';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { placeBox } from '../../../geodata/place/crs.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { className } from '../records/class-names.ts';
import { ANGLE_DEGREES, dimensionsOf, type Dimension } from '../records/dimensions.ts';
import type { FootprintGrid, Measures } from '../records/records.ts';
import { geoJsonOf, outlineInDegrees, outlineOf } from './cloud-outline.ts';
import { byReturn, storedBox } from './measures.ts';
import type { PointLayout } from './point-layout.ts';

/** What is known of a cloud when all of its points were looked at. */
export interface CloudFacts {
  readonly pointCount: number;
  readonly min: Vector3;
  readonly max: Vector3;
  /** Points of a square unit of the area that has points; null without extent, and for degrees. */
  readonly density: number | null;
  /** CRS as WKT; null: none. */
  readonly projection: string | null;
  /** Where the box of its points lies on Earth; null: nowhere that is known. */
  readonly place: SpatialPlace | null;
  /** The area that has points, from above: GeoJSON in the CRS of the cloud, and in longitude and latitude where it has a place. */
  readonly outline: object | null;
  readonly footprint: object | null;
  /** Lowest, highest and mean value of each dimension. */
  readonly statistics: readonly DimensionFacts[];
  readonly classes: readonly { readonly class: number; readonly name: string; readonly points: number }[];
  /** Points of return 1 to 15. */
  readonly returns: readonly number[];
  /** What its owner should know, in a sentence. */
  readonly warning?: string;
}

export interface DimensionFacts {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
}

const [RETURNS, FLAGS, CLASS, USER] = [0, 1, 2, 3] as const;

export function cloudFacts(
  layout: PointLayout,
  measures: Measures,
  footprint: Uint8Array,
  grid: FootprintGrid,
  crs: Gdal.SpatialReference | null,
): CloudFacts {
  const { points, bytes } = measures;
  const { scale, offset } = layout;
  const stored = storedBox(measures);
  const world = (vector: Vector3): Vector3 =>
    [0, 1, 2].map((axis) => vector[axis]! * scale[axis]! + offset[axis]!) as never;
  const { polygons, area } = outlineOf(points, footprint, grid, layout);
  const classes = [...bytes[CLASS]!.entries()].filter(([, count]) => count > 0);
  const box = { min: world(stored.min), max: world(stored.max) };
  return {
    pointCount: points,
    ...box,
    density: area > 0 && crs?.isGeographic() !== true ? points / area : null,
    projection: crs?.toWKT() ?? null,
    place: crs === null ? null : placeBox(crs, box).place,
    outline: polygons.length === 0 ? null : geoJsonOf(polygons),
    footprint: outlineInDegrees(polygons, crs),
    statistics: [...ranges(layout, measures), ...ofBytes(bytes)],
    classes: classes.map(([value, count]) => ({ class: value, name: className(value), points: count })),
    returns: byReturn(measures),
  };
}

/** Dimensions of whole bytes, in the units of the cloud. */
function ranges(layout: PointLayout, measures: Measures): readonly DimensionFacts[] {
  return dimensionsOf(layout).flatMap((dimension, index) => {
    const { lowest, highest, sum, count } = measures.ranges[index]!;
    if (count === 0) return [];
    const value = (stored: number): number => toUnits(dimension, stored, layout);
    // A scale may be negative.
    const [minimum, maximum] = [value(lowest), value(highest)].toSorted((one, other) => one - other) as [
      number,
      number,
    ];
    const mean = value(sum / count);
    // Sums of the largest numbers have no end, which JSON has no word for.
    return [minimum, maximum, mean].every(Number.isFinite) ? [{ name: dimension.name, minimum, maximum, mean }] : [];
  });
}

function toUnits({ name, units }: Dimension, stored: number, { scale, offset }: PointLayout): number {
  if (units !== undefined) return stored * units.scale + units.offset;
  const axis = ['X', 'Y', 'Z'].indexOf(name);
  if (axis >= 0) return stored * scale[axis]! + offset[axis]!;
  return name === 'ScanAngleRank' ? stored * ANGLE_DEGREES : stored;
}

/** Dimensions of some bits of a byte, by the counts of its values. */
function ofBytes(bytes: readonly Float64Array[]): readonly DimensionFacts[] {
  const of = (name: string, byte: number, part: (value: number) => number): DimensionFacts => {
    let [minimum, maximum, sum, points] = [Infinity, -Infinity, 0, 0];
    bytes[byte]!.forEach((count, value) => {
      if (count === 0) return;
      minimum = Math.min(minimum, part(value));
      maximum = Math.max(maximum, part(value));
      sum += count * part(value);
      points += count;
    });
    return { name, minimum, maximum, mean: sum / points };
  };
  return [
    of('ReturnNumber', RETURNS, (value) => value & 15),
    of('NumberOfReturns', RETURNS, (value) => value >> 4),
    of('ClassFlags', FLAGS, (value) => value & 15),
    of('ScanChannel', FLAGS, (value) => (value >> 4) & 3),
    of('ScanDirectionFlag', FLAGS, (value) => (value >> 6) & 1),
    of('EdgeOfFlightLine', FLAGS, (value) => value >> 7),
    of('Classification', CLASS, (value) => value),
    of('UserData', USER, (value) => value),
  ];
}
