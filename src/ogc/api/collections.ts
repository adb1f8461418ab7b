import { uriOf } from '../../projections/index.ts';
import type { Layer } from '../layers/layer.ts';
import { isTiled } from '../tiling/layer-tiles.ts';
import { FILE_FORMS } from '../feature-files.ts';
import { addressOf, type ApiCall, CSV, GEOJSON, HTML, JSON_TYPE, type Link, selfLinks } from './api-call.ts';
import { crsCodes } from './crs-list.ts';
import { createTurns } from '../../concurrency/index.ts';

export const REL = 'http://www.opengis.net/def/rel/ogc/1.0';
const CRS84 = uriOf('OGC:CRS84');

export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly extent?: object;
  readonly itemType?: 'feature';
  readonly dataType: 'vector' | 'map';
  readonly crs: readonly string[];
  readonly storageCrs?: string;
  readonly links: readonly Link[];
}

/** Path of a collection from the landing page. */
export const pathOf = ({ name }: Layer): string => `/collections/${encodeURIComponent(name)}`;

/** The list of vector layers as JSON; rasters are found by their names. */
export async function writeCollections(call: ApiCall, layers: readonly Layer[]): Promise<string> {
  const pause = createTurns();
  let text = `{"links":${JSON.stringify(selfLinks(call, '/collections', 'json'))},"collections":[`;
  for (const [at, layer] of layers.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(collection(call, layer, undefined))}`;
    await pause();
  }
  return `${text}]}`;
}

/** What is known of a layer. @param format in a list undefined: then it links to itself as JSON */
export function collection(call: ApiCall, layer: Layer, format: string | undefined): Collection {
  const { name, title, bounds, kind } = layer;
  const extent = bounds === null ? {} : { extent: { spatial: { bbox: [turned(bounds)], crs: CRS84 } } };
  const path = pathOf(layer);
  return {
    id: name,
    title,
    ...extent,
    ...(kind === 'vector' ? { itemType: 'feature' } : {}),
    dataType: kind === 'vector' ? 'vector' : 'map',
    crs: kind === 'vector' ? crsCodes(layer).map(uriOf) : [CRS84],
    ...(kind === 'vector' ? { storageCrs: CRS84 } : {}),
    links: [
      ...selfLinks(call, path, format ?? 'json'),
      ...(kind === 'vector' ? featureLinks(call, path) : []),
      ...(isTiled(layer) ? [tilesLink(call, path, kind)] : []),
    ],
  };
}

function featureLinks(call: ApiCall, path: string): readonly Link[] {
  const link = (part: string, rel: string, type: string, title: string, query = {}): Link => ({
    href: addressOf(call, `${path}${part}`, query),
    rel,
    type,
    title,
  });
  return [
    link('/items', 'items', GEOJSON, 'The features'),
    link('/items', 'items', HTML, 'The features as a table', { f: 'html' }),
    link('/items', 'items', CSV, 'The features as CSV', { f: 'csv' }),
    link('/items', 'items', FILE_FORMS.fgb.type, 'The features as FlatGeobuf', { f: 'fgb' }),
    link('/items', 'items', FILE_FORMS.gpkg.type, 'The features as a GeoPackage', { f: 'gpkg' }),
    link('/queryables', `${REL}/queryables`, 'application/schema+json', 'What features can be searched by'),
    link('/sortables', `${REL}/sortables`, 'application/schema+json', 'What features can be sorted by'),
    link('/schema', `${REL}/schema`, 'application/schema+json', 'Attributes of the features'),
  ];
}

/** `f` stands in the address because test suites look for it there. */
const tilesLink = (call: ApiCall, path: string, kind: Layer['kind']): Link => ({
  href: addressOf(call, `${path}/tiles`, { f: 'json' }),
  rel: `${REL}/tilesets-${kind === 'vector' ? 'vector' : 'map'}`,
  type: JSON_TYPE,
  title: 'The tiles',
});

/** A box over the antimeridian begins east of where it ends (RFC 7946, 5.2). */
export function turned([west, south, east, north]: NonNullable<Layer['bounds']>): readonly number[] {
  if (east - west >= 360) return [-180, south, 180, north];
  return [west < -180 ? west + 360 : west, south, east > 180 ? east - 360 : east, north];
}
