import { codeOfWkt, uriOf } from '../../../projections/index.ts';
import { sendDocument } from '../../answers.ts';
import type { RasterLayer } from '../../layers/layer.ts';
import { serviceIdentification, serviceProvider, wgs84Box } from '../../ows.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import { rastersOf, type WcsDependencies } from '../dependencies.ts';
import { MEDIA_TYPES } from '../formats.ts';
import { horizontalWkt } from '../horizontal-wkt.ts';
import { INTERPOLATION_URIS } from '../interpolation.ts';
import { operationsMetadata, SERVICE } from '../operations.ts';
import { readSections } from '../sections.ts';
import { COMMON_CRS, VERSIONS } from '../versions.ts';
import { NAMESPACES, schemaLocation } from './namespaces.ts';

const SPEC = 'http://www.opengis.net/spec';
const PROFILES = [
  `${SPEC}/WCS/2.0/conf/core`,
  `${SPEC}/WCS_protocol-binding_get-kvp/1.0`,
  `${SPEC}/WCS_protocol-binding_get-kvp/1.0/conf/get-kvp`,
  `${SPEC}/GMLCOV_geotiff-coverages/1.0/conf/geotiff-coverage`,
  `${SPEC}/WCS_service-extension_range-subsetting/1.0/conf/record-subsetting`,
  `${SPEC}/WCS_service-extension_scaling/1.0/conf/scaling`,
  `${SPEC}/WCS_service-extension_crs/1.0/conf/crs`,
  `${SPEC}/WCS_service-extension_interpolation/1.0/conf/interpolation`,
];
const SECTIONS = ['ServiceIdentification', 'ServiceProvider', 'OperationsMetadata', 'ServiceMetadata', 'Contents'];

/** What the service is, and the coverages it has. */
export async function getCapabilities(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const wants = readSections(call.kvp, SECTIONS);
  const layers = wants('Contents') || wants('ServiceMetadata') ? await rastersOf(call, dependencies) : [];
  const title = await dependencies.catalog.title(call.view);
  const root = xml(
    'wcs:Capabilities',
    { ...NAMESPACES, version: '2.0.1', 'xsi:schemaLocation': schemaLocation('wcs') },
    wants('ServiceIdentification') &&
      serviceIdentification({ ...SERVICE, title, versions: VERSIONS, profiles: PROFILES }),
    wants('ServiceProvider') && serviceProvider(),
    wants('OperationsMetadata') && operationsMetadata(call.address),
    wants('ServiceMetadata') && serviceMetadata(layers),
    wants('Contents') &&
      xml(
        'wcs:Contents',
        {},
        layers.map((layer) => () => summary(layer)),
      ),
  );
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

function serviceMetadata(layers: readonly RasterLayer[]): XmlElement {
  // Projections of the few there are, not of every layer.
  const projections = new Set(layers.map(({ projection }) => projection ?? ''));
  const own = [...projections].map((wkt) => codeOfWkt(horizontalWkt(wkt)));
  const codes = new Set([...COMMON_CRS, ...own.filter((code) => code !== undefined)]);
  return xml(
    'wcs:ServiceMetadata',
    {},
    ...MEDIA_TYPES.map((type) => xml('wcs:formatSupported', {}, type)),
    xml(
      'wcs:Extension',
      {},
      xml('crs:CrsMetadata', {}, ...[...codes].map((code) => xml('crs:crsSupported', {}, uriOf(code)))),
      xml(
        'int:InterpolationMetadata',
        {},
        ...Object.keys(INTERPOLATION_URIS).map((uri) => xml('int:InterpolationSupported', {}, uri)),
      ),
    ),
  );
}

function summary({ title, safeName, bounds }: RasterLayer): XmlElement {
  return xml(
    'wcs:CoverageSummary',
    {},
    xml('ows:Title', {}, title),
    bounds && wgs84Box(bounds),
    xml('wcs:CoverageId', {}, safeName),
    xml('wcs:CoverageSubtype', {}, 'RectifiedGridCoverage'),
  );
}
