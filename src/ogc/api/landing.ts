import { addressOf, type ApiCall, HTML, JSON_TYPE, type Link, selfLinks } from './api-call.ts';

export const OPENAPI = 'application/vnd.oai.openapi+json;version=3.0';

const OGC = 'http://www.opengis.net/spec';

/** What of the standards is kept. */
export const CONFORMANCE: readonly string[] = [
  `${OGC}/ogcapi-common-1/1.0/conf/core`,
  `${OGC}/ogcapi-common-1/1.0/conf/landing-page`,
  `${OGC}/ogcapi-common-1/1.0/conf/json`,
  `${OGC}/ogcapi-common-1/1.0/conf/html`,
  `${OGC}/ogcapi-common-1/1.0/conf/oas30`,
  `${OGC}/ogcapi-common-2/1.0/conf/collections`,
  `${OGC}/ogcapi-common-2/1.0/conf/json`,
  `${OGC}/ogcapi-common-2/1.0/conf/html`,
  `${OGC}/ogcapi-features-1/1.0/conf/core`,
  `${OGC}/ogcapi-features-1/1.0/conf/oas30`,
  `${OGC}/ogcapi-features-1/1.0/conf/html`,
  `${OGC}/ogcapi-features-1/1.0/conf/geojson`,
  `${OGC}/ogcapi-features-2/1.0/conf/crs`,
  `${OGC}/ogcapi-features-3/1.0/conf/queryables`,
  `${OGC}/ogcapi-features-3/1.0/conf/filter`,
  `${OGC}/ogcapi-features-3/1.0/conf/features-filter`,
  // A draft, whose classes have no number yet.
  `${OGC}/ogcapi-features-8/0.0/conf/sorting`,
  `${OGC}/ogcapi-features-8/0.0/conf/features-sorting`,
  `${OGC}/cql2/1.0/conf/cql2-text`,
  `${OGC}/cql2/1.0/conf/cql2-json`,
  `${OGC}/cql2/1.0/conf/basic-cql2`,
  `${OGC}/cql2/1.0/conf/advanced-comparison-operators`,
  `${OGC}/cql2/1.0/conf/case-insensitive-comparison`,
  `${OGC}/cql2/1.0/conf/basic-spatial-functions`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/core`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/tileset`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/tilesets-list`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/geodata-tilesets`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/mvt`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/png`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/jpeg`,
  `${OGC}/ogcapi-tiles-1/1.0/conf/oas30`,
  `${OGC}/tms/2.0/conf/tilematrixset`,
  `${OGC}/tms/2.0/conf/json-tilematrixset`,
];

export interface Landing {
  readonly title: string;
  readonly description: string;
  readonly links: readonly Link[];
}

/** The first page of the API of a dataset. */
/** @param title of the dataset */
export function landing(call: ApiCall, format: string, title: string): Landing {
  const link = (path: string, rel: string, type: string, about: string, query = {}): Link => ({
    href: addressOf(call, path, query),
    rel,
    type,
    title: about,
  });
  return {
    title,
    description: 'Vector files of a dataset as features and tiles, its rasters as tiles.',
    links: [
      ...selfLinks(call, '', format),
      link('/api', 'service-desc', OPENAPI, 'The definition of this API'),
      link('/api', 'service-doc', HTML, 'The definition of this API as a page', { f: 'html' }),
      link('/conformance', 'conformance', JSON_TYPE, 'Standards that are kept'),
      link('/conformance', 'http://www.opengis.net/def/rel/ogc/1.0/conformance', JSON_TYPE, 'Standards that are kept'),
      link('/collections', 'data', JSON_TYPE, 'The layers'),
      link('/collections', 'http://www.opengis.net/def/rel/ogc/1.0/data', JSON_TYPE, 'The layers'),
      link(
        '/tileMatrixSets',
        'http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes',
        JSON_TYPE,
        'The pyramids that tiles are of',
      ),
    ],
  };
}
