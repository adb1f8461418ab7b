import { sendDocument } from '../../answers.ts';
import { failOgc } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import type { Coverage } from '../coverage.ts';
import { findCoverage, type WcsDependencies } from '../dependencies.ts';
import { MEDIA_TYPES } from '../formats.ts';
import { describedIds } from '../described-ids.ts';
import { boundedBy, domainSet, rangeType } from './gml-coverage.ts';
import { NAMESPACES, schemaLocation } from './namespaces.ts';

/** Describes the coverages of a list, in its order. */
export async function describeCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp } = call;
  if (kvp.has('coverageId') && kvp.text('coverageId') === undefined)
    throw failOgc('emptyCoverageIdList', 'The list of coverages is empty.', 'coverageId');
  const unknown = { code: 'NoSuchCoverage', locator: 'coverageId' };
  const coverages = await describedIds(kvp, 'coverageId', (id) => findCoverage(call, dependencies, id, unknown));
  const root = xml(
    'wcs:CoverageDescriptions',
    { ...NAMESPACES, 'xsi:schemaLocation': schemaLocation('wcs') },
    coverages.map((coverage) => () => description(coverage)),
  );
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

function description(coverage: Coverage): XmlElement {
  const { safeName, title } = coverage.layer;
  return xml(
    'wcs:CoverageDescription',
    { 'gml:id': safeName },
    xml('gml:description', {}, title),
    boundedBy(coverage),
    xml('wcs:CoverageId', {}, safeName),
    domainSet(coverage),
    rangeType(coverage),
    xml(
      'wcs:ServiceParameters',
      {},
      xml('wcs:CoverageSubtype', {}, 'RectifiedGridCoverage'),
      xml('wcs:nativeFormat', {}, MEDIA_TYPES[0]),
    ),
  );
}
