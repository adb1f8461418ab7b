import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { type CapabilityFacts, COMMON_CRSS, type LayerFacts } from './capability-facts.ts';
import { FEATURE_FORMATS, MAP_FORMATS, onlineResource, operation, styleElements, XLINK } from './capability-parts.ts';
import type { CrsBox } from './layer-boxes.ts';
import { MAX_LAYERS, MAX_SIDE } from './limits.ts';

const NAMESPACE = 'http://www.opengis.net/wms';
const SLD = 'http://www.opengis.net/sld';
const SCHEMAS = 'http://schemas.opengis.net';

/** The document of WMS 1.3.0 (OGC 06-042), with the legends of its SLD profile (05-078r4). */
export function writeCapabilities130(facts: CapabilityFacts): Promise<string> {
  const { title, abstract, address } = facts;
  const service = xml(
    'Service',
    {},
    xml('Name', {}, 'WMS'),
    xml('Title', {}, title),
    xml('Abstract', {}, abstract),
    onlineResource(address),
    xml('Fees', {}, 'none'),
    xml('AccessConstraints', {}, 'none'),
    xml('LayerLimit', {}, MAX_LAYERS),
    xml('MaxWidth', {}, MAX_SIDE),
    xml('MaxHeight', {}, MAX_SIDE),
  );
  const request = xml(
    'Request',
    {},
    operation('GetCapabilities', ['text/xml'], address),
    operation('GetMap', MAP_FORMATS, address),
    operation('GetFeatureInfo', FEATURE_FORMATS, address),
    operation('sld:GetLegendGraphic', MAP_FORMATS, address),
  );
  const exceptions = ['XML', 'INIMAGE', 'BLANK', 'JSON'].map((format) => xml('Format', {}, format));
  const root = xml(
    'WMS_Capabilities',
    {
      version: '1.3.0',
      xmlns: NAMESPACE,
      'xmlns:sld': SLD,
      'xmlns:xlink': XLINK,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${NAMESPACE} ${SCHEMAS}/wms/1.3.0/capabilities_1_3_0.xsd ${SLD} ${SCHEMAS}/sld/1.1.0/sld_capabilities.xsd`,
    },
    service,
    xml('Capability', {}, request, xml('Exception', {}, exceptions), rootLayer(facts)),
  );
  return writeXmlInTurns(root);
}

function rootLayer({ title, layers, geographic, address }: CapabilityFacts): XmlElement {
  return xml(
    'Layer',
    {},
    xml('Title', {}, title),
    COMMON_CRSS.map((code) => xml('CRS', {}, nameOf(code))),
    geographic && geographicBox(geographic),
    layers.map((layer) => () => layerElement(layer, address)),
  );
}

function layerElement(layer: LayerFacts, address: string): XmlElement {
  const { name, title, abstract, geographic, boxes } = layer;
  const own = boxes.filter(({ crs }) => !COMMON_CRSS.includes(crs.code));
  return xml(
    'Layer',
    { queryable: 1 },
    xml('Name', {}, name),
    xml('Title', {}, title),
    abstract !== '' && xml('Abstract', {}, abstract),
    own.map(({ crs }) => xml('CRS', {}, nameOf(crs.code))),
    geographicBox(geographic),
    boxes.map(boundingBox),
    styleElements(layer, address, '1.3.0'),
  );
}

/** `CRS:84` is what this standard calls the CRS that others call `OGC:CRS84`. */
const nameOf = (code: string): string => (code === 'OGC:CRS84' ? 'CRS:84' : code);

function geographicBox([west, south, east, north]: LayerFacts['geographic']): XmlElement {
  return xml(
    'EX_GeographicBoundingBox',
    {},
    xml('westBoundLongitude', {}, west),
    xml('eastBoundLongitude', {}, east),
    xml('southBoundLatitude', {}, south),
    xml('northBoundLatitude', {}, north),
  );
}

/** Coordinates stand in the order of the CRS: latitude comes first in EPSG:4326. */
function boundingBox({ crs, box }: CrsBox): XmlElement {
  const [minx, miny, maxx, maxy] = crs.axisOrder === 'xy' ? box : [box[1], box[0], box[3], box[2]];
  return xml('BoundingBox', { CRS: nameOf(crs.code), minx, miny, maxx, maxy });
}
