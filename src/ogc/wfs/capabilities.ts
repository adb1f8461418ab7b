import { urnOf } from '../../projections/index.ts';
import type { GeoBounds } from '../../kinds/vector/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { FES_COMPARISONS, FES_SPATIAL } from '../filters/fes.ts';
import { GML_OPERANDS } from '../filters/gml-literal.ts';
import { getOperation, openEnded, serviceIdentification, serviceProvider, wgs84Box } from '../ows.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { DIALECTS, FEATURES_NAMESPACE, PREFIX } from './dialect.ts';
import { COUNT_DEFAULT, DEFAULT_CRS } from './feature-request.ts';
import { advertisedFormats } from './output-format.ts';
import type { Section } from './sections.ts';

/** What capabilities tell of. */
export interface CapabilitiesFacts {
  /** Title of the dataset. */
  readonly title: string;
  readonly layers: readonly VectorLayer[];
  readonly sections: ReadonlySet<Section>;
  /** Address of the service, perhaps with a token. */
  readonly address: URL;
}

/** What the service is called in both versions. */
export const SERVICE = { abstract: 'Vector layers of a dataset', type: 'WFS' } as const;

const D = DIALECTS['2.0.0'];

/** Capabilities of WFS 2.0.0 (OGC 09-025r2). */
export function writeCapabilities({ title, layers, sections, address }: CapabilitiesFacts): Promise<string> {
  const attributes = {
    version: '2.0.0',
    'xmlns:wfs': D.wfs,
    'xmlns:ows': D.ows,
    'xmlns:fes': 'http://www.opengis.net/fes/2.0',
    'xmlns:gml': D.gml,
    'xmlns:xlink': 'http://www.w3.org/1999/xlink',
    [`xmlns:${PREFIX}`]: FEATURES_NAMESPACE,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${D.wfs} ${D.wfsSchema}`,
  };
  const has = (section: Section, make: () => XmlElement): XmlElement | null => (sections.has(section) ? make() : null);
  return writeXmlInTurns(
    xml(
      'wfs:WFS_Capabilities',
      attributes,
      has('ServiceIdentification', () => serviceIdentification({ ...SERVICE, title, versions: ['2.0.0', '1.1.0'] })),
      has('ServiceProvider', serviceProvider),
      has('OperationsMetadata', () => operations(openEnded(address))),
      has('FeatureTypeList', () =>
        xml(
          'wfs:FeatureTypeList',
          {},
          layers.map((layer) => () => featureType(layer)),
        ),
      ),
      has('Filter_Capabilities', filterCapabilities),
    ),
  );
}

const values = (all: readonly string[]): XmlElement =>
  xml(
    'ows:AllowedValues',
    {},
    all.map((value) => xml('ows:Value', {}, value)),
  );
const parameter = (name: string, all: readonly string[]): XmlElement => xml('ows:Parameter', { name }, values(all));
const constraint = (name: string, value: string): XmlElement =>
  xml('ows:Constraint', { name }, xml('ows:NoValues'), xml('ows:DefaultValue', {}, value));

/** What the service does and does not (09-025r2, tables 1 and 13). */
const CONSTRAINTS: Readonly<Record<string, boolean>> = {
  ImplementsBasicWFS: true,
  ImplementsTransactionalWFS: false,
  ImplementsLockingWFS: false,
  KVPEncoding: true,
  XMLEncoding: false,
  SOAPEncoding: false,
  ImplementsInheritance: false,
  ImplementsRemoteResolve: false,
  ImplementsResultPaging: true,
  ImplementsStandardJoins: false,
  ImplementsSpatialJoins: false,
  ImplementsTemporalJoins: false,
  ImplementsFeatureVersioning: false,
  ManageStoredQueries: false,
};

function operations(address: string): XmlElement {
  const get = (name: string, ...parts: readonly XmlElement[]): XmlElement => getOperation(name, address, parts);
  const formats = advertisedFormats('2.0.0');
  const gml = formats.filter((format) => format.includes('3.2'));
  return xml(
    'ows:OperationsMetadata',
    {},
    get('GetCapabilities', parameter('AcceptVersions', ['2.0.0', '1.1.0']), parameter('AcceptFormats', ['text/xml'])),
    get('DescribeFeatureType', parameter('outputFormat', gml)),
    get('ListStoredQueries'),
    get('DescribeStoredQueries'),
    get(
      'GetFeature',

      parameter('resultType', ['results', 'hits']),
      parameter('outputFormat', formats),
      parameter('resolve', ['local']),
      constraint('PagingIsTransactionSafe', 'FALSE'),
      constraint('CountDefault', String(COUNT_DEFAULT)),
    ),
    get('GetPropertyValue', parameter('outputFormat', gml), parameter('resolve', ['local'])),
    parameter('version', ['2.0.0', '1.1.0']),
    Object.entries(CONSTRAINTS).map(([name, does]) => constraint(name, does ? 'TRUE' : 'FALSE')),
    xml('ows:Constraint', { name: 'QueryExpressions' }, values(['wfs:Query', 'wfs:StoredQuery'])),
  );
}

/** CRSs in which everybody may want a layer beside its own. */
const COMMON = ['EPSG:3857', 'OGC:CRS84'];

/** The CRSs that a layer is advertised in beside the default; any other that PROJ knows may be asked for. */
export function otherCrs({ content }: VectorLayer): readonly string[] {
  const own = content.crs !== null && /^(?:EPSG|ESRI):\d+$/.test(content.crs) ? [content.crs] : [];
  return [...new Set([...own, ...COMMON])].filter((code) => code !== 'EPSG:4326').map(urnOf);
}

/** A box that a layer has in its list: the world where nothing lies anywhere. Longitudes beyond 180 go once around. */
export function listedBounds({ bounds }: VectorLayer): GeoBounds {
  if (bounds === null) return [-180, -90, 180, 90];
  const [west, south, east, north] = bounds;
  return west < -180 || east > 180 ? [-180, south, 180, north] : bounds;
}

function featureType(layer: VectorLayer): XmlElement {
  const hasGeometry = layer.content.geometryType !== 'None';
  return xml(
    'wfs:FeatureType',
    {},
    xml('wfs:Name', {}, `${PREFIX}:${layer.safeName}`),
    xml('wfs:Title', {}, layer.title),
    hasGeometry
      ? [xml('wfs:DefaultCRS', {}, DEFAULT_CRS), otherCrs(layer).map((crs) => xml('wfs:OtherCRS', {}, crs))]
      : xml('wfs:NoCRS'),
    xml(
      'wfs:OutputFormats',
      {},
      advertisedFormats('2.0.0').map((format) => xml('wfs:Format', {}, format)),
    ),
    hasGeometry && wgs84Box(listedBounds(layer)),
  );
}

const CONFORMANCE: Readonly<Record<string, boolean>> = {
  ImplementsQuery: true,
  ImplementsAdHocQuery: true,
  ImplementsFunctions: false,
  ImplementsResourceId: true,
  ImplementsMinStandardFilter: true,
  ImplementsStandardFilter: true,
  ImplementsMinSpatialFilter: true,
  ImplementsSpatialFilter: true,
  ImplementsMinTemporalFilter: true,
  ImplementsTemporalFilter: true,
  ImplementsVersionNav: false,
  ImplementsSorting: true,
  ImplementsExtendedOperators: false,
  ImplementsMinimumXPath: true,
  ImplementsSchemaElementFunc: false,
};
const TEMPORAL = ['After', 'Before', 'During', 'TEquals'];

function filterCapabilities(): XmlElement {
  const conformance = Object.entries(CONFORMANCE).map(([name, does]) =>
    xml('fes:Constraint', { name }, xml('ows:NoValues'), xml('ows:DefaultValue', {}, does ? 'TRUE' : 'FALSE')),
  );
  const comparisons = [
    ...FES_COMPARISONS.keys(),
    'PropertyIsLike',
    'PropertyIsNull',
    'PropertyIsNil',
    'PropertyIsBetween',
  ];
  const operators = (element: string, names: readonly string[]): XmlElement[] =>
    names.map((name) => xml(element, { name }));
  return xml(
    'fes:Filter_Capabilities',
    {},
    xml('fes:Conformance', {}, conformance),
    xml('fes:Id_Capabilities', {}, xml('fes:ResourceIdentifier', { name: 'fes:ResourceId' })),
    xml(
      'fes:Scalar_Capabilities',
      {},
      xml('fes:LogicalOperators'),
      xml('fes:ComparisonOperators', {}, operators('fes:ComparisonOperator', comparisons)),
    ),
    xml(
      'fes:Spatial_Capabilities',
      {},
      xml(
        'fes:GeometryOperands',
        {},
        operators(
          'fes:GeometryOperand',
          GML_OPERANDS.filter(isGml32).map((name) => `gml:${name}`),
        ),
      ),
      xml('fes:SpatialOperators', {}, operators('fes:SpatialOperator', ['BBOX', ...FES_SPATIAL.keys()])),
    ),
    xml(
      'fes:Temporal_Capabilities',
      {},
      xml('fes:TemporalOperands', {}, operators('fes:TemporalOperand', ['gml:TimeInstant', 'gml:TimePeriod'])),
      xml('fes:TemporalOperators', {}, operators('fes:TemporalOperator', TEMPORAL)),
    ),
  );
}

/** GML 2 and 3.1 have two more names. */
const isGml32 = (name: string): boolean => name !== 'MultiLineString' && name !== 'MultiPolygon';
