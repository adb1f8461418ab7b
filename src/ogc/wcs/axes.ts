import type { Crs } from '../../projections/index.ts';
import type { Box } from '../../kinds/raster/index.ts';

/** An axis of a CRS by its name, and what it is in the order GDAL and all grids here have. */
export interface Axis {
  readonly label: string;
  readonly dimension: 'x' | 'y';
}

const WEB_MERCATOR = 'EPSG:3857';

/** The axes of a CRS in its official order. */
export function axesOf({
  code,
  isGeographic,
  axisOrder,
}: Pick<Crs, 'code' | 'isGeographic' | 'axisOrder'>): readonly [Axis, Axis] {
  const [x, y] = isGeographic ? ['Long', 'Lat'] : code === WEB_MERCATOR ? ['X', 'Y'] : ['E', 'N'];
  const [first, second] = [
    { label: x, dimension: 'x' },
    { label: y, dimension: 'y' },
  ] as const;
  return axisOrder === 'yx' ? [second, first] : [first, second];
}

/** Names that clients use whatever the CRS calls its axes. */
const SYNONYMS: Readonly<Record<string, Axis['dimension']>> = {
  e: 'x',
  easting: 'x',
  x: 'x',
  long: 'x',
  lon: 'x',
  longitude: 'x',
  i: 'x',
  n: 'y',
  northing: 'y',
  y: 'y',
  lat: 'y',
  latitude: 'y',
  j: 'y',
};
const AXIS_URI = /^https?:\/\/www\.opengis\.net\/def\/axis\/OGC\/[0-9.]{1,12}\//i;

/** The direction a name stands for, in any letter case; undefined for anything else. */
export function dimensionOf(name: string): Axis['dimension'] | undefined {
  const short = name.trim().replace(AXIS_URI, '').toLowerCase();
  return Object.hasOwn(SYNONYMS, short) ? SYNONYMS[short] : undefined;
}

/** Two numbers, x first, in the order of axes. */
export function inOrder([first]: readonly [Axis, Axis], x: number, y: number): readonly [number, number] {
  return first.dimension === 'x' ? [x, y] : [y, x];
}

/** A box as its lower and upper corners in the order of axes. */
export function cornersInOrder(axes: readonly [Axis, Axis], [minX, minY, maxX, maxY]: Box): readonly [string, string] {
  return [inOrder(axes, minX, minY).join(' '), inOrder(axes, maxX, maxY).join(' ')];
}
