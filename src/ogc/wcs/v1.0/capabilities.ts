import { sendDocument } from '../../answers.ts';
import { failOgc, quoteInput } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import { rastersOf, type WcsDependencies } from '../dependencies.ts';
import { openEnded } from '../../ows.ts';
import { OPERATIONS } from '../operations.ts';
import { brief, documentOf } from './documents.ts';

const ROOT = '/WCS_Capabilities';
const SECTIONS = ['Service', 'Capability', 'ContentMetadata'] as const;

/** What the service is, and the coverages it has; or one section of it, as a document of its own. */
export async function getCapabilities(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const section = call.kvp.text('section') ?? '/';
  const wanted =
    section === '/' || section === ROOT ? SECTIONS : SECTIONS.filter((name) => section === `${ROOT}/${name}`);
  if (wanted.length === 0)
    throw failOgc('InvalidParameterValue', `There is no section ${quoteInput(section)}.`, 'section');
  const attributes = documentOf('wcsCapabilities.xsd');
  const own = wanted.length === 1 ? attributes : {};
  const parts: Readonly<Record<(typeof SECTIONS)[number], () => Promise<XmlElement> | XmlElement>> = {
    Service: async () => service(own, await dependencies.catalog.title(call.view)),
    Capability: () => capability(own, call.address),
    ContentMetadata: async () =>
      xml(
        'ContentMetadata',
        own,
        (await rastersOf(call, dependencies)).map((layer) => () => xml('CoverageOfferingBrief', {}, ...brief(layer))),
      ),
  };
  const made: XmlElement[] = [];
  for (const name of wanted) made.push(await parts[name]());
  const [only] = made;
  const root = wanted.length === 1 && only !== undefined ? only : xml('WCS_Capabilities', attributes, ...made);
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

function service(attributes: XmlElement['attributes'], title: string): XmlElement {
  return xml(
    'Service',
    attributes,
    xml('description', {}, 'The rasters of a dataset, in their own pixels and values.'),
    xml('name', {}, 'WCS'),
    xml('label', {}, title),
    xml('fees', {}, 'NONE'),
    xml('accessConstraints', {}, 'NONE'),
  );
}

function capability(attributes: XmlElement['attributes'], address: URL): XmlElement {
  const get = (): XmlElement =>
    xml(
      'DCPType',
      {},
      xml(
        'HTTP',
        {},
        xml('Get', {}, xml('OnlineResource', { 'xlink:type': 'simple', 'xlink:href': openEnded(address) })),
      ),
    );
  return xml(
    'Capability',
    attributes,
    xml('Request', {}, ...OPERATIONS.map((name) => xml(name, {}, get()))),
    xml('Exception', {}, xml('Format', {}, 'application/vnd.ogc.se_xml')),
  );
}
