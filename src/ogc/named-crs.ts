import { type Crs, type Projections, readCrsName, urnOf } from '../projections/index.ts';

/** A CRS as a client named it: the form of the name decides the order of coordinates. */
export interface NamedCrs {
  readonly crs: Crs;
  /**
   * Whether latitude or northing comes first: the official order, where the name is a URN or an address; the short form
   * `EPSG:4326` has x (longitude) first, as programs have always read it.
   */
  readonly isNorthFirst: boolean;
  /** How answers name it, so that clients read the same order: `urn:ogc:def:crs:EPSG::4326`, or the short form as it came. */
  readonly name: string;
}

/** @returns undefined for a CRS that nobody knows */
export async function findNamedCrs(
  projections: Pick<Projections, 'find'>,
  text: string,
  signal?: AbortSignal,
): Promise<NamedCrs | undefined> {
  const read = readCrsName(text);
  const crs = read === undefined ? undefined : await projections.find(read.code, signal);
  if (read === undefined || crs === undefined) return undefined;
  const isShort = read.form === 'short';
  return { crs, isNorthFirst: !isShort && crs.axisOrder === 'yx', name: isShort ? read.code : urnOf(read.code) };
}
