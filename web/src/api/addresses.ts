import type { RouteName } from '../../../api/routes.ts';
import { parseItems } from './item-list.ts';

/** Addresses of the service. Every name from outside is percent-encoded here and nowhere else. */

/** Which dataset a call is about. */
export type DatasetRef = { readonly org: string; readonly ds: string };

/** The dataset in the path of a route. */
export const inDataset = ({ org, ds }: DatasetRef) => ({ orgSlug: org, dsSlug: ds });

type RouteInput = {
  /** Values of the names in braces. */
  readonly path?: Readonly<Record<string, string>>;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Adds the secret of the share link that opened the page. */
  readonly byLink?: true;
};

/** Address of a route. */
export function routeAddress(route: RouteName, { path = {}, query = {}, byLink }: RouteInput): string {
  const template = route.slice(route.indexOf('/'));
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  const whole = pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
  return byLink ? withLink(whole) : whole;
}

/**
 * A share link's page carries its secret as `?token=`; what the page then reads carries it, too. Only addresses of
 * the dataset get it: elsewhere the link counts as nobody.
 */
export function withLink(address: string): string {
  const token = tokenOfLink();
  if (token === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/** The secret of the share link that opened the page. */
export const tokenOfLink = (): string | undefined => queryOfPage().get('token') || undefined;

/** The path that a page opened by a share link shows, of a scene its first; undefined where no link opened it. */
export function pathOfLink(): string | undefined {
  const query = queryOfPage();
  if (tokenOfLink() === undefined) return undefined;
  return query.get('path') ?? parseItems(query.get('items') ?? '')[0] ?? '';
}

const queryOfPage = (): URLSearchParams => new URLSearchParams(globalThis.location?.search ?? '');

export const datasetAddress = ({ org, ds }: DatasetRef): string =>
  `/orgs/${encodeURIComponent(org)}/ds/${encodeURIComponent(ds)}`;

/** Where files are sent to as forms. */
export const objectAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/obj`;

/** Stream of events of the builds of a dataset. */
export const buildEventsAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/builds/events`;

/** Stream of events of the tasks of a dataset. */
export const taskEventsAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/tasks/events`;

/** The file that a task has made. */
export const taskResultAddress = (ref: DatasetRef, taskId: string): string =>
  withLink(`${datasetAddress(ref)}/tasks/${encodeURIComponent(taskId)}/result`);

/** Where resumable uploads begin. */
export const uploadsAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/uploads`;

/**
 * A file of an output, by its path below the build. It has no `?path=`: GDAL goes by how an address ends, and would take a
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

/** Services that GIS programs read layers from; all but OGC API also of one folder alone. */
export type GisService = 'wms' | 'wmts' | 'wfs' | 'wcs' | 'ogcapi';

/** Address of a GIS service as programs on other machines ask for it. @param folder empty: the whole dataset */
export function gisAddress(ref: DatasetRef, service: GisService, folder: string): string {
  const below = folder.split('/').map(encodeURIComponent).join('/');
  const part = folder === '' || service === 'ogcapi' ? '' : `/p/${below}`;
  // QGIS takes an address of map tiles for one of maps, unless it says what it is.
  const query = service === 'wmts' ? '?service=WMTS&request=GetCapabilities' : '';
  return new URL(withLink(`${datasetAddress(ref)}/${service}${part}${query}`), location.origin).href;
}

/** A resource of the dataset's OGC API; one of a layer by its id, which is a path. */
export function featuresAddress(
  ref: DatasetRef,
  layer: { readonly id: string; readonly part: 'items' | 'queryables' | 'schema' | `items/${string}` } | null,
  query: Readonly<Record<string, string>> = {},
): string {
  const below = layer === null ? '' : `/${encodeURIComponent(layer.id)}/${layer.part}`;
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = `${datasetAddress(ref)}/ogcapi/collections${below}`;
  return withLink(pairs.length === 0 ? address : `${address}?${pairs.join('&')}`);
}

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
