import { describe, expect, it } from 'vitest';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../../test/support/xml-schemas.ts';
import { type Envelope, writeException } from './exceptions.ts';

const FACTS = { code: 'LayerNotDefined', locator: 'LAYERS', message: 'There is no layer “<a&b>”.' };

const SCHEMAS: Readonly<Record<Exclude<Envelope, 'json'>, string>> = {
  'wms-1.1.1': 'wms/1.1.1/exception_1_1_1.dtd',
  'wms-1.3.0': 'wms/1.3.0/exceptions_1_3_0.xsd',
  'wcs-1.0.0': 'wcs/1.0.0/OGC-exception.xsd',
  'wcs-1.1': 'ows/1.1.0/owsExceptionReport.xsd',
  'wcs-2.0': 'ows/2.0/owsExceptionReport.xsd',
  'wfs-1.1': 'ows/1.0.0/owsExceptionReport.xsd',
  'wfs-2.0': 'ows/1.1.0/owsExceptionReport.xsd',
  'wmts-1.0': 'ows/1.1.0/owsExceptionReport.xsd',
};
const ENVELOPES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

describe('exceptions', () => {
  it.each(ENVELOPES)('%s is written so', async (envelope) => {
    const { type, body } = writeException(envelope, FACTS);
    await expect(`${body}<!-- ${type} -->\n`).toMatchFileSnapshot(`testing/exceptions/${envelope}.xml`);
  });

  it.skipIf(!hasXmlSchemas).each(ENVELOPES)(
    `%s keeps to its official schema${hasXmlSchemas ? '' : ` (skipped: ${NO_XML_SCHEMAS})`}`,
    async (envelope) => {
      for (const locator of ['LAYERS', undefined])
        expect(await schemaFaults(writeException(envelope, { ...FACTS, locator }).body, SCHEMAS[envelope])).toEqual([]);
    },
  );

  it('of JSON services have what both the service and the standard want', () => {
    const { type, body } = writeException('json', FACTS);
    expect(type).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({ error: FACTS.message, code: 'LayerNotDefined', description: FACTS.message });
  });
});
