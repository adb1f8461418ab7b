import type { Kvp } from '../kvp.ts';
import type { KvpService } from '../service.ts';
import type { WfsDependencies } from './dependencies.ts';
import { answerWfs } from './operations.ts';
import { advertisedFormats } from './output-format.ts';

/** The Web Feature Service. */
export const wfsService = (dependencies: WfsDependencies): KvpService => ({
  path: 'wfs',
  originals: true,
  summary: 'Features of the vector layers (WFS 2.0.0 and 1.1.0)',
  description:
    'Web Feature Service: GetCapabilities, DescribeFeatureType, GetFeature, GetPropertyValue, ListStoredQueries and DescribeStoredQueries. A page has 1,000 features unless `count` says otherwise, 10,000 at most, and as FlatGeobuf or GeoPackage 1,000,000.',
  parameters: {
    service: 'WFS',
    request:
      'GetCapabilities, DescribeFeatureType, GetFeature, GetPropertyValue, ListStoredQueries, DescribeStoredQueries',
    version: '2.0.0 or 1.1.0',
    acceptVersions: 'Versions in the order of preference',
    sections: 'Parts of the capabilities',
    typeNames: 'Types: paths of entries, or the names that the capabilities list (1.1.0: typeName)',
    count:
      'Features of a page, 1000 by default, 10000 at most (1.1.0: maxFeatures); of a FlatGeobuf or GeoPackage 1000000',
    startIndex: 'Features that are left out before the first',
    bbox: 'minX,minY,maxX,maxY and perhaps a CRS; longitude first, except with the URN of a CRS that has latitude first',
    srsName: 'CRS of the answer',
    propertyName: 'Properties that are wanted',
    sortBy: 'Properties to sort by, each with ASC or DESC',
    resourceId: 'Names of features (1.1.0: featureId)',
    resultType: 'results, or hits for their number alone',
    outputFormat: 'Form of the features',
    filter: 'Filter Encoding 2.0 or 1.1, as XML',
    cql_filter: 'The same as text of CQL2',
    valueReference: 'The property of GetPropertyValue',
    storedQuery_id: 'urn:ogc:def:query:OGC-WFS::GetFeatureById',
    id: 'The name of the feature of GetFeatureById',
    namespaces: 'xmlns(prefix,namespace) of the prefixes of types',
  },
  repeatable: ['namespaces', 'namespace'],
  types: ['text/xml', ...new Set([...advertisedFormats('2.0.0'), ...advertisedFormats('1.1.0')])],
  envelope: (kvp) => (isVersion1(kvp) ? 'wfs-1.1' : 'wfs-2.0'),
  handle: (call) => answerWfs(call, dependencies),
});

function isVersion1(kvp: Kvp | undefined): boolean {
  const version = kvp?.text('version') ?? kvp?.text('acceptVersions');
  return version?.startsWith('1.') ?? false;
}
