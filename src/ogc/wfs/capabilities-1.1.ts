import { FES_SPATIAL } from '../filters/fes.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { getOperation, openEnded, serviceIdentification, serviceProvider, wgs84Box } from '../ows.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { type CapabilitiesFacts, listedBounds, otherCrs, SERVICE } from './capabilities.ts';
import { DIALECTS, FEATURES_NAMESPACE, PREFIX } from './dialect.ts';
import { COUNT_DEFAULT, DEFAULT_CRS } from './feature-request.ts';
import { advertisedFormats } from './output-format.ts';
import type { Section } from './sections.ts';

const D = DIALECTS['1.1.0'];

/** Capabilities of WFS 1.1.0 (OGC 04-094). */
export function writeCapabilities11({ title, layers, sections, address }: CapabilitiesFacts): Promise<string> {
  const attributes = {
    version: '1.1.0',
    'xmlns:wfs': D.wfs,
    'xmlns:ows': D.ows,
    'xmlns:ogc': 'http://www.opengis.net/ogc',
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
      has('ServiceIdentification', () => serviceIdentification({ ...SERVICE, title, versions: ['1.1.0'] })),
      has('ServiceProvider', serviceProvider),
      has('OperationsMetadata', () => operations(openEnded(address))),
      // The schema wants a type in the list: without any there is none.
      has('FeatureTypeList', () =>
        xml(
          'wfs:FeatureTypeList',
          {},
          queryOnly(),
          layers.map((layer) => () => featureType(layer)),
        ),
      ),
      // Part of every document, by the schema.
      filterCapabilities(),
    ),
  );
}

const queryOnly = (): XmlElement => xml('wfs:Operations', {}, xml('wfs:Operation', {}, 'Query'));

const parameter = (name: string, all: readonly string[]): XmlElement =>
  xml(
    'ows:Parameter',
    { name },
    all.map((value) => xml('ows:Value', {}, value)),
  );

function operations(address: string): XmlElement {
  const get = (name: string, ...parts: readonly XmlElement[]): XmlElement => getOperation(name, address, parts);
  const formats = advertisedFormats('1.1.0');
  return xml(
    'ows:OperationsMetadata',
    {},
    get('GetCapabilities', parameter('AcceptVersions', ['2.0.0', '1.1.0']), parameter('AcceptFormats', ['text/xml'])),
    get('DescribeFeatureType', parameter('outputFormat', [D.gmlType])),
    get('GetFeature', parameter('resultType', ['results', 'hits']), parameter('outputFormat', formats)),
    xml('ows:Constraint', { name: 'DefaultMaxFeatures' }, xml('ows:Value', {}, COUNT_DEFAULT)),
  );
}

function featureType(layer: VectorLayer): XmlElement {
  const hasGeometry = layer.content.geometryType !== 'None';
  return xml(
    'wfs:FeatureType',
    {},
    xml('wfs:Name', {}, `${PREFIX}:${layer.safeName}`),
    xml('wfs:Title', {}, layer.title),
    hasGeometry
      ? [xml('wfs:DefaultSRS', {}, DEFAULT_CRS), otherCrs(layer).map((crs) => xml('wfs:OtherSRS', {}, crs))]
      : xml('wfs:NoSRS'),
    xml(
      'wfs:OutputFormats',
      {},
      advertisedFormats('1.1.0').map((format) => xml('wfs:Format', {}, format)),
    ),
    // Not optional in this version: a table without places has the world.
    wgs84Box(listedBounds(layer)),
  );
}

/** Comparisons have other names here than in requests. */
const COMPARISONS = [
  'LessThan',
  'GreaterThan',
  'LessThanEqualTo',
  'GreaterThanEqualTo',
  'EqualTo',
  'NotEqualTo',
  'Like',
  'Between',
  'NullCheck',
];
const OPERANDS = [
  'Envelope',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'MultiGeometry',
];

function filterCapabilities(): XmlElement {
  return xml(
    'ogc:Filter_Capabilities',
    {},
    xml(
      'ogc:Spatial_Capabilities',
      {},
      xml(
        'ogc:GeometryOperands',
        {},
        OPERANDS.filter(isOperand).map((name) => xml('ogc:GeometryOperand', {}, `gml:${name}`)),
      ),
      xml(
        'ogc:SpatialOperators',
        {},
        ['BBOX', ...FES_SPATIAL.keys()].map((name) => xml('ogc:SpatialOperator', { name })),
      ),
    ),
    xml(
      'ogc:Scalar_Capabilities',
      {},
      xml('ogc:LogicalOperators'),
      xml(
        'ogc:ComparisonOperators',
        {},
        COMPARISONS.map((name) => xml('ogc:ComparisonOperator', {}, name)),
      ),
      xml('ogc:ArithmeticOperators', {}, xml('ogc:SimpleArithmetic')),
    ),
    xml('ogc:Id_Capabilities', {}, xml('ogc:FID'), xml('ogc:EID')),
  );
}

/** The schema lists only the simple geometries. */
const isOperand = (name: string): boolean => !name.startsWith('Multi');
