import { sendDocument } from '../answers.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { openEnded } from '../ows.ts';
import { type KvpService, type OgcCall, requireService } from '../service.ts';
import { CAPABILITIES_TYPES, writeCapabilities } from './capabilities.ts';
import { gatherCapabilities } from './capability-facts.ts';
import type { WmsDependencies } from './dependencies.ts';
import { withExceptionPictures } from './exception-pictures.ts';
import { getFeatureInfo } from './feature-info.ts';
import { PICTURE_FORMATS } from './formats.ts';
import { getMap } from './get-map.ts';
import { INFO_FORMATS } from '../feature-info/info-formats.ts';
import { getLegendGraphic } from './legend.ts';
import { createStyleBook } from './styles.ts';
import { negotiateWmsVersion, wmsEnvelope } from './wms-version.ts';

/** Web Map Service 1.1.1 (OGC 01-068r3) and 1.3.0 (06-042): pictures of rasters and vector files. */
export function wmsService(dependencies: WmsDependencies): KvpService {
  const operations: Readonly<Record<string, (call: OgcCall) => Promise<unknown>>> = {
    GETCAPABILITIES: (call) => getCapabilities(call, dependencies),
    // Its name of before 1.1.0, which 1.1.1 still understands.
    CAPABILITIES: (call) => getCapabilities(call, dependencies),
    GETMAP: (call) => withExceptionPictures(call, dependencies, () => getMap(call, dependencies)),
    GETFEATUREINFO: (call) => getFeatureInfo(call, dependencies),
    GETLEGENDGRAPHIC: (call) => getLegendGraphic(call, dependencies),
  };
  return {
    path: 'wms',
    originals: false,
    summary: 'WMS: pictures of any area',
    description:
      'Web Map Service 1.3.0 and 1.1.1. Layers are the rasters and vector files that are built, by their paths. Names of parameters are understood in any letter case.',
    parameters: PARAMETERS,
    types: [
      'text/xml',
      'application/vnd.ogc.wms_xml',
      ...PICTURE_FORMATS.map(({ type }) => type),
      ...INFO_FORMATS.map(({ type }) => type).filter((type) => type !== 'text/xml'),
    ],
    envelope: wmsEnvelope,
    async handle(call) {
      const name = call.kvp.required('REQUEST');
      const operation = operations[name.toUpperCase()];
      if (operation === undefined)
        throw failOgc(
          'OperationNotSupported',
          `There is no operation ${quoteInput(name)} of WMS here.`,
          'REQUEST',
          400,
        );
      // Maps are asked for without it in version 1.3.0; who says it must mean this service.
      if (call.kvp.text('SERVICE') !== undefined || needsService(call.kvp, operation === operations['GETCAPABILITIES']))
        requireService(call, 'WMS');
      return operation(call);
    },
  };
}

/** Capabilities, but not those of a client of before SERVICE. */
const needsService = (kvp: Kvp, isCapabilities: boolean): boolean => isCapabilities && kvp.text('WMTVER') === undefined;

async function getCapabilities(call: OgcCall, dependencies: WmsDependencies): Promise<unknown> {
  const { kvp, view, signal, address } = call;
  const layers = await dependencies.catalog.list(view, signal);
  const styles = await dependencies.findStyles(view.dataset.id, undefined);
  const version = negotiateWmsVersion(kvp);
  const title = await dependencies.catalog.title(view);
  const make = async (waiting: AbortSignal): Promise<string> => {
    const facts = await gatherCapabilities(layers, createStyleBook(styles), {
      projections: dependencies.projections,
      title,
      address: openEnded(address),
      signal: waiting,
    });
    return writeCapabilities(version, facts);
  };
  // Each token has addresses of its own: their documents would push out those of everybody.
  const key = ['wms', version, title, address.href, [...styles]];
  const text = await (address.search === '' ? dependencies.documents.get(layers, key, make, signal) : make(signal));
  return sendDocument(call, { type: CAPABILITIES_TYPES[version], keeping: 'maps', text });
}

/** As the interface description shows them. */
const PARAMETERS = {
  service: 'WMS',
  request: 'GetCapabilities, GetMap, GetFeatureInfo or GetLegendGraphic',
  version: '1.3.0 or 1.1.1',
  layers: 'Paths of rasters and vector files, with commas; the first one is drawn lowest',
  styles: 'A style for each layer: empty for the default, else NDVI, NDRE, NDWI, SAVI or EVI of multispectral rasters',
  crs: 'EPSG:code, or CRS:84; `srs` in version 1.1.1',
  bbox: 'Four numbers in units of the CRS: minx,miny,maxx,maxy, in the order of its axes in version 1.3.0',
  width: 'Pixels, 1 to 4096',
  height: 'Pixels, 1 to 4096',
  format: 'image/png, image/jpeg or image/webp',
  transparent: 'TRUE for nothing where no layer is; FALSE by default',
  bgcolor: '0xRRGGBB where no layer is; white by default',
  exceptions: 'XML, INIMAGE, BLANK or JSON',
  query_layers: 'GetFeatureInfo: those of the layers that are asked',
  info_format: 'GetFeatureInfo: text/plain, text/html, application/json or application/vnd.ogc.gml',
  i: 'GetFeatureInfo: column of the pixel; `x` in version 1.1.1',
  j: 'GetFeatureInfo: row of the pixel; `y` in version 1.1.1',
  feature_count: 'GetFeatureInfo: features of each layer at most, 1 by default',
  layer: 'GetLegendGraphic: the layer',
  style: 'GetLegendGraphic: its style',
} as const;
