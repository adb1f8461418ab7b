import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { type CapabilityFacts, COMMON_CRSS, type LayerFacts } from './capability-facts.ts';
import { FEATURE_FORMATS, MAP_FORMATS, onlineResource, operation, styleElements, XLINK } from './capability-parts.ts';
import type { CrsBox } from './layer-boxes.ts';

const DOCTYPE = '<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">';
const CAPABILITIES_TYPE = 'application/vnd.ogc.wms_xml';
const EXCEPTION_TYPES = [
  'application/vnd.ogc.se_xml',
  'application/vnd.ogc.se_inimage',
  'application/vnd.ogc.se_blank',
  'application/json',
];
/** This version knows codes of EPSG alone. */
const SRSS = COMMON_CRSS.filter((code) => code.startsWith('EPSG:'));

/** The document of WMS 1.1.1 (OGC 01-068r3). Coordinates are always x, or longitude, first. */
export function writeCapabilities111(facts: CapabilityFacts): Promise<string> {
  const { title, abstract, address } = facts;
  const service = xml(
    'Service',
    {},
    xml('Name', {}, 'OGC:WMS'),
    xml('Title', {}, title),
    xml('Abstract', {}, abstract),
    onlineResource(address, XLINK),
    xml('Fees', {}, 'none'),
    xml('AccessConstraints', {}, 'none'),
  );
  const request = xml(
    'Request',
    {},
    operation('GetCapabilities', [CAPABILITIES_TYPE], address, XLINK),
    operation('GetMap', MAP_FORMATS, address, XLINK),
    operation('GetFeatureInfo', FEATURE_FORMATS, address, XLINK),
    operation('GetLegendGraphic', MAP_FORMATS, address, XLINK),
  );
  const exceptions = EXCEPTION_TYPES.map((format) => xml('Format', {}, format));
  const capability = xml('Capability', {}, request, xml('Exception', {}, exceptions), rootLayer(facts));
  return writeXmlInTurns(xml('WMT_MS_Capabilities', { version: '1.1.1' }, service, capability), DOCTYPE);
}

function rootLayer({ title, layers, geographic, address }: CapabilityFacts): XmlElement {
  return xml(
    'Layer',
    {},
    xml('Title', {}, title),
    SRSS.map((code) => xml('SRS', {}, code)),
    latLonBox(geographic ?? [-180, -90, 180, 90]),
    layers.map((layer) => () => layerElement(layer, address)),
  );
}

function layerElement(layer: LayerFacts, address: string): XmlElement {
  const { name, title, abstract, geographic } = layer;
  const boxes = layer.boxes.filter(({ crs }) => crs.code !== 'OGC:CRS84');
  const own = boxes.filter(({ crs }) => !SRSS.includes(crs.code));
  return xml(
    'Layer',
    { queryable: 1 },
    xml('Name', {}, name),
    xml('Title', {}, title),
    abstract !== '' && xml('Abstract', {}, abstract),
    own.map(({ crs }) => xml('SRS', {}, crs.code)),
    latLonBox(geographic),
    boxes.map(boundingBox),
    styleElements(layer, address, '1.1.1', XLINK),
  );
}

function latLonBox([minx, miny, maxx, maxy]: LayerFacts['geographic']): XmlElement {
  return xml('LatLonBoundingBox', { minx, miny, maxx, maxy });
}

function boundingBox({ crs, box: [minx, miny, maxx, maxy] }: CrsBox): XmlElement {
  return xml('BoundingBox', { SRS: crs.code, minx, miny, maxx, maxy });
}
