import { urnOf } from '../../projections/index.ts';
import { queryOf, type OgcCall } from '../service.ts';
import { writeAttributes } from '../../geodata/xml.ts';
import { type Dialect, FEATURES_NAMESPACE, PREFIX } from './dialect.ts';
import type { FoundFeatures } from './feature-pages.ts';
import type { FeatureRequest } from './feature-request.ts';

/** Addresses of the pages before and behind; undefined where there is none. */
export interface PageLinks {
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** The same question with another part of the answer. */
export function pageLinks(
  call: OgcCall,
  { offset, limit, isHits, hitsPage }: FeatureRequest,
  matched: number,
): PageLinks {
  const to = (startIndex: number, count: number): string => {
    const address = new URL(call.address);
    address.search = queryOf(call.request);
    for (const name of Array.from(address.searchParams.keys())) {
      if (['startindex', 'count', 'maxfeatures', 'resulttype'].includes(name.toLowerCase()))
        address.searchParams.delete(name);
    }
    address.searchParams.set('startIndex', String(startIndex));
    address.searchParams.set('count', String(count));
    return address.href;
  };
  // A count for a page tells where the first page is (OGC 09-025r2, 7.7.4.4).
  if (isHits && hitsPage !== undefined && matched > 0) return { next: to(0, hitsPage), previous: undefined };
  if (isHits || limit === 0) return { next: undefined, previous: undefined };
  const before = Math.min(offset, matched);
  return {
    next: offset + limit < matched ? to(offset + limit, limit) : undefined,
    previous: before > 0 ? to(Math.max(0, before - limit), Math.min(limit, before)) : undefined,
  };
}

/** The beginning of a GeoJSON collection, up to its first feature. Other CRSs than that of RFC 7946 are named as before it. */
export function jsonCollectionHead(
  { crs }: FeatureRequest,
  found: FoundFeatures,
  { next, previous }: PageLinks,
): string {
  const isPlain = ['EPSG:4326', 'OGC:CRS84'].includes(crs.crs.code);
  const links = [
    ...(next === undefined ? [] : [{ rel: 'next', type: 'application/geo+json', href: next }]),
    ...(previous === undefined ? [] : [{ rel: 'prev', type: 'application/geo+json', href: previous }]),
  ];
  const members = {
    type: 'FeatureCollection',
    ...(isPlain ? {} : { crs: { type: 'name', properties: { name: urnOf(crs.crs.code) } } }),
    numberMatched: found.matched,
    numberReturned: found.returned,
    timeStamp: new Date().toISOString(),
    ...(links.length === 0 ? {} : { links }),
  };
  return `${JSON.stringify(members).slice(0, -1)},"features":[`;
}

export const collectionTail = '</wfs:FeatureCollection>\n';

/** The beginning of a collection of GML, up to its first member. Version 1.1.0 has one number, and no links. */
export function gmlCollectionHead(options: {
  readonly dialect: Dialect;
  readonly types: readonly string[];
  readonly request: FeatureRequest;
  readonly found: FoundFeatures;
  readonly links: PageLinks;
  readonly address: URL;
}): string {
  const { dialect, found, links, request } = options;
  const numbers =
    dialect.version === '2.0.0'
      ? { numberMatched: found.matched, numberReturned: found.returned, next: links.next, previous: links.previous }
      : { numberOfFeatures: request.isHits ? found.matched : found.returned };
  const attributes = { ...namespacesOf(options), timeStamp: new Date().toISOString(), ...numbers };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<wfs:FeatureCollection${writeAttributes(attributes)}>\n`;
}

/** Namespaces and places of schemas, for the outermost element of a document with features. */
export function namespacesOf(options: {
  readonly dialect: Dialect;
  readonly types: readonly string[];
  readonly address: URL;
}): Readonly<Record<string, string>> {
  const { dialect, types } = options;
  const schema = new URL(options.address);
  const named = types.map((type) => `${PREFIX}:${type}`).join(',');
  for (const [name, value] of [
    ['service', 'WFS'],
    ['version', dialect.version],
    ['request', 'DescribeFeatureType'],
    [dialect.typesParameter, named],
  ] as const)
    schema.searchParams.set(name, value);
  return {
    'xmlns:wfs': dialect.wfs,
    'xmlns:gml': dialect.gml,
    [`xmlns:${PREFIX}`]: FEATURES_NAMESPACE,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${dialect.wfs} ${dialect.wfsSchema} ${FEATURES_NAMESPACE} ${schema.href}`,
  };
}
