import type { DatasetRef } from './types.ts';

/** Addresses of the service. Every name from outside is percent-encoded here and nowhere else. */

/**
 * A share link's page carries its secret as `?token=`; what the page then reads carries it, too. Only addresses of
 * the dataset get it: elsewhere the link counts as nobody.
 */
export function withLink(address: string): string {
  const token = globalThis.location === undefined ? null : new URLSearchParams(location.search).get('token');
  if (token === null || token === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

export const organizationAddress = (org: string): string => `/orgs/${encodeURIComponent(org)}`;

export const membersAddress = (org: string, userName?: string): string =>
  `${organizationAddress(org)}/members${userName === undefined ? '' : `/${encodeURIComponent(userName)}`}`;

export const userAddress = (userName: string, part = ''): string => `/users/${encodeURIComponent(userName)}${part}`;

export const datasetsAddress = (org: string): string => `${organizationAddress(org)}/ds`;

export const datasetAddress = ({ org, ds }: DatasetRef): string => `${datasetsAddress(org)}/${encodeURIComponent(ds)}`;

export const listAddress = (ref: DatasetRef, path: string): string =>
  withLink(`${datasetAddress(ref)}/list?path=${encodeURIComponent(path)}`);

export const objectAddress = (ref: DatasetRef, path?: string): string =>
  `${datasetAddress(ref)}/obj${path === undefined ? '' : `?path=${encodeURIComponent(path)}`}`;

export const buildsAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/builds`;

/** Where resumable uploads begin. */
export const uploadsAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/uploads`;

/**
 * A file of an output, such as `cog/cog.tif`. It has no `?path=`: GDAL goes by how an address ends, and would take a
 * GeoPackage made of `wells.csv` for a table.
 */
export const outputAddress = (ref: DatasetRef, hash: string, file: string): string =>
  withLink(`${datasetAddress(ref)}/build/${hash}/${file}`);

/** Vector tiles by {z}, {x} and {y}. The path tells apart files of the same bytes with others beside them. */
export const vectorTileTemplate = (ref: DatasetRef, hash: string, path: string): string =>
  withLink(`${datasetAddress(ref)}/mvt/${hash}/{z}/{x}/{y}.pbf?path=${encodeURIComponent(path)}`);

/** TileJSON of the vector tiles. */
export const tileJsonAddress = (ref: DatasetRef, hash: string, path: string): string =>
  withLink(`${datasetAddress(ref)}/mvt/${hash}/metadata.json?path=${encodeURIComponent(path)}`);

/** Pictures of a raster by {z}, {x} and {y}, as programs other than the map of the pages take them. */
export const pictureTileTemplate = (ref: DatasetRef, path: string): string =>
  withLink(`${datasetAddress(ref)}/tiles/{z}/{x}/{y}.png?path=${encodeURIComponent(path)}`);

/** One path each time: a name may hold commas. No path is the whole dataset. */
export function downloadAddress(ref: DatasetRef, paths: readonly string[]): string {
  const query = paths.map((path) => `path=${encodeURIComponent(path)}`).join('&');
  return withLink(`${datasetAddress(ref)}/download${query === '' ? '' : `?${query}`}`);
}

/** The file as the browser shows it, instead of saving it. */
export const viewAddress = (ref: DatasetRef, path: string): string =>
  withLink(`${datasetAddress(ref)}/download?path=${encodeURIComponent(path)}&inline=1`);

export const datasetThumbAddress = (ref: DatasetRef): string => withLink(`${datasetAddress(ref)}/thumb?size=512`);

/** `version` is the content hash: the address changes with the content, so no stale picture stays in a cache. */
export const thumbAddress = (ref: DatasetRef, path: string, version: string | null, size: number): string =>
  withLink(
    `${datasetAddress(ref)}/thumb?path=${encodeURIComponent(path)}&size=${size}${version === null ? '' : `&v=${version}`}`,
  );

/**
 * Tile address template in MapLibre's notation ({z}, {x}, {y} and {ratio}, which becomes "@2x" on dense screens).
 * Braces of the file name are encoded, so they are never taken for placeholders.
 */
export const tileTemplate = (origin: string, ref: DatasetRef, path: string, version: string | null): string =>
  withLink(
    `${origin}${datasetAddress(ref)}/tiles/{z}/{x}/{y}{ratio}?path=${encodeURIComponent(path)}${version === null ? '' : `&v=${version}`}`,
  );
