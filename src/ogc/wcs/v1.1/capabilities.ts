import { urnOf } from '../../../projections/index.ts';
import { sendDocument } from '../../answers.ts';
import type { RasterLayer } from '../../layers/layer.ts';
import { serviceIdentification, serviceProvider, wgs84Box } from '../../ows.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import { rastersOf, type WcsDependencies } from '../dependencies.ts';
import { MEDIA_TYPES } from '../formats.ts';
import { operationsMetadata, SERVICE } from '../operations.ts';
import { readSections } from '../sections.ts';
import { COMMON_CRS, VERSIONS, type Version } from '../versions.ts';
import { documentAttributes } from './documents.ts';

const SECTIONS = ['ServiceIdentification', 'ServiceProvider', 'OperationsMetadata', 'Contents'];

/** What the service is, and the coverages it has. */
export async function getCapabilities(
  call: OgcCall,
  dependencies: WcsDependencies,
  version: Version,
): Promise<unknown> {
  const wants = readSections(call.kvp, SECTIONS);
  const layers = wants('Contents') ? await rastersOf(call, dependencies) : [];
  const title = await dependencies.catalog.title(call.view);
  const store = xml('ows:Parameter', { name: 'store' }, xml('ows:AllowedValues', {}, xml('ows:Value', {}, 'False')));
  const root = xml(
    'Capabilities',
    { version, ...documentAttributes },
    wants('ServiceIdentification') && serviceIdentification({ ...SERVICE, title, versions: VERSIONS }),
    wants('ServiceProvider') && serviceProvider(),
    wants('OperationsMetadata') && operationsMetadata(call.address, { GetCoverage: [store] }),
    wants('Contents') &&
      xml(
        'Contents',
        {},
        layers.map((layer) => () => summary(layer)),
        ...COMMON_CRS.map((code) => xml('SupportedCRS', {}, urnOf(code))),
        ...MEDIA_TYPES.map((type) => xml('SupportedFormat', {}, type)),
      ),
  );
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

function summary({ title, name, bounds }: RasterLayer): XmlElement {
  return xml(
    'CoverageSummary',
    {},
    xml('ows:Title', {}, title),
    bounds && wgs84Box(bounds),
    xml('Identifier', {}, name),
  );
}
