import { INFO_FORMATS } from '../feature-info/info-formats.ts';
import type { Layer } from '../layers/layer.ts';
import type { LayerSet } from '../layers/layer-set.ts';
import { setsOf, tileStylesOf, versionOf, zoomsOf } from '../tiling/layer-tiles.ts';
import { LAST_ZOOM, matrixSize, scaleOf, TILE_SIDE, type TileMatrixSet } from '../tiling/tile-matrix-sets.ts';
import { openEnded, serviceIdentification, serviceProvider, wgs84Box } from '../ows.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { endingOf, formatsOf, wmtsLimits } from './tile-request.ts';
import { urnOf } from '../../projections/index.ts';

/** Parts of the document, in its order. */
export const SECTIONS = [
  'ServiceIdentification',
  'ServiceProvider',
  'OperationsMetadata',
  'Contents',
  'Themes',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface CapabilitiesInput {
  readonly layers: LayerSet['layers'];
  readonly title: string;
  /** Address of the service; its query is the caller's token or nothing. */
  readonly address: URL;
  /** Address below which the tiles lie. */
  readonly tileAddress: string;
  readonly sections: ReadonlySet<Section>;
}

/** Limits are 25 lines of 200 bytes for a layer: documents of more layers would be read for their limits alone. */
const MOST_WITH_LIMITS = 200;

const SERVICE = {
  abstract: 'Tiles of the rasters and vectors of a dataset',
  type: 'OGC WMTS',
  versions: ['1.0.0'],
} as const;

const WMTS = 'http://www.opengis.net/wmts/1.0';
const NAMESPACES = {
  xmlns: WMTS,
  'xmlns:ows': 'http://www.opengis.net/ows/1.1',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${WMTS} http://schemas.opengis.net/wmts/1.0/wmtsGetCapabilities_response.xsd`,
};

/** The capabilities of WMTS 1.0.0 (OGC 07-057r7). */
export function writeCapabilities(input: CapabilitiesInput): Promise<string> {
  const { sections, address, tileAddress } = input;
  const root = xml(
    'Capabilities',
    { ...NAMESPACES, version: '1.0.0' },
    sections.has('ServiceIdentification') && serviceIdentification({ ...SERVICE, title: input.title }),
    sections.has('ServiceProvider') && serviceProvider(),
    sections.has('OperationsMetadata') && operations(openEnded(address)),
    sections.has('Contents') && contents(input),
    sections.size === SECTIONS.length &&
      xml('ServiceMetadataURL', {
        'xlink:href': `${tileAddress}/WMTSCapabilities.xml${address.search}`,
      }),
  );
  return writeXmlInTurns(root);
}

function operations(href: string): XmlElement {
  const encoding = xml(
    'ows:Constraint',
    { name: 'GetEncoding' },
    xml('ows:AllowedValues', {}, xml('ows:Value', {}, 'KVP')),
  );
  const http = xml('ows:DCP', {}, xml('ows:HTTP', {}, xml('ows:Get', { 'xlink:href': href }, encoding)));
  return xml(
    'ows:OperationsMetadata',
    {},
    ['GetCapabilities', 'GetTile', 'GetFeatureInfo'].map((name) => xml('ows:Operation', { name }, http)),
  );
}

/** An address that parameters can be put behind. */
function contents({ layers, tileAddress, address }: CapabilitiesInput): XmlElement {
  const sets = new Set(layers.flatMap((layer) => setsOf(layer)));
  const hasLimits = layers.length <= MOST_WITH_LIMITS;
  return xml(
    'Contents',
    {},
    layers.map((layer) => () => layerOf(layer, { tileAddress, address, hasLimits })),
    [...sets].map(tileMatrixSet),
  );
}

interface LayerContext extends Pick<CapabilitiesInput, 'tileAddress' | 'address'> {
  readonly hasLimits: boolean;
}

function layerOf(layer: Layer, context: LayerContext): XmlElement {
  return xml(
    'Layer',
    {},
    xml('ows:Title', {}, layer.title),
    layer.bounds && wgs84Box(layer.bounds),
    xml('ows:Identifier', {}, layer.name),
    tileStylesOf(layer).map((style) =>
      xml(
        'Style',
        style === 'default' ? { isDefault: 'true' } : {},
        xml('ows:Title', {}, style === 'default' ? 'Default' : style),
        xml('ows:Identifier', {}, style),
      ),
    ),
    formatsOf(layer).map((format) => xml('Format', {}, format)),
    INFO_FORMATS.map(({ type }) => xml('InfoFormat', {}, type)),
    setsOf(layer).map((set) =>
      xml('TileMatrixSetLink', {}, xml('TileMatrixSet', {}, set.id), context.hasLimits && limits(layer, set)),
    ),
    formatsOf(layer).map((format) =>
      xml('ResourceURL', { format, resourceType: 'tile', template: template(layer, endingOf(format) ?? '', context) }),
    ),
    INFO_FORMATS.map(({ type, ending }) =>
      xml('ResourceURL', {
        format: type,
        resourceType: 'FeatureInfo',
        template: template(layer, ending, context, '/{J}/{I}'),
      }),
    ),
  );
}

function limits(layer: Layer, set: TileMatrixSet): XmlElement {
  const zooms = zoomsOf(layer, set).map(({ z }) => wmtsLimits(layer, set, z)!);
  return xml(
    'TileMatrixSetLimits',
    {},
    // The zoom of a single row cannot be told by the schema.
    zooms
      .filter(({ maxRow, maxColumn }) => maxRow > 0 && maxColumn > 0)
      .map(({ z, minRow, maxRow, minColumn, maxColumn }) =>
        xml(
          'TileMatrixLimits',
          {},
          xml('TileMatrix', {}, z),
          xml('MinTileRow', {}, minRow),
          xml('MaxTileRow', {}, maxRow),
          xml('MinTileCol', {}, minColumn),
          xml('MaxTileCol', {}, maxColumn),
        ),
      ),
  );
}

/** With the version of the file: a replaced one has other addresses, so that what was kept of it is not shown. */
function template(layer: Layer, ending: string, { tileAddress, address }: LayerContext, pixel = ''): string {
  const query = new URLSearchParams(address.search);
  query.set('v', versionOf(layer) ?? '');
  const place = `{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}${pixel}`;
  return `${tileAddress}/${encodeURIComponent(layer.name)}/${place}.${ending}?${query.toString()}`;
}

function tileMatrixSet(set: TileMatrixSet): XmlElement {
  const matrices = Array.from({ length: LAST_ZOOM + 1 }, (_, z) => {
    const { columns, rows } = matrixSize(set, z);
    return xml(
      'TileMatrix',
      {},
      xml('ows:Identifier', {}, z),
      xml('ScaleDenominator', {}, scaleOf(set, z)),
      xml('TopLeftCorner', {}, set.origin.join(' ')),
      xml('TileWidth', {}, TILE_SIDE),
      xml('TileHeight', {}, TILE_SIDE),
      xml('MatrixWidth', {}, columns),
      xml('MatrixHeight', {}, rows),
    );
  });
  return xml(
    'TileMatrixSet',
    {},
    xml('ows:Title', {}, set.title),
    xml('ows:Identifier', {}, set.id),
    xml('ows:SupportedCRS', {}, set.wellKnownScaleSet?.crs ?? urnOf(set.crs)),
    set.wellKnownScaleSet && xml('WellKnownScaleSet', {}, set.wellKnownScaleSet.urn),
    matrices,
  );
}
