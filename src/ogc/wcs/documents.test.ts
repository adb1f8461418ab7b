import { afterAll, describe, expect, it } from 'vitest';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../../../test/support/xml-schemas.ts';
import { openWcs, PHOTO, POINTS, TURNED, WORLD } from './testing/calls.ts';

const wcs = openWcs([PHOTO, TURNED, WORLD, POINTS]);
afterAll(() => wcs.close());

const EVERY = 'may_ortho___co.tif,turned.tif,world.tif,points.tif';
const DOCUMENTS = [
  ['capabilities-2.0.1', 'version=2.0.1&request=GetCapabilities', 'wcs/2.0/wcsAll.xsd'],
  ['capabilities-1.1.2', 'version=1.1.2&request=GetCapabilities', 'wcs/1.1/wcsAll.xsd'],
  ['capabilities-1.0.0', 'version=1.0.0&request=GetCapabilities', 'wcs/1.0.0/wcsCapabilities.xsd'],
  ['descriptions-2.0.1', `version=2.0.1&request=DescribeCoverage&coverageId=${EVERY}`, 'wcs/2.0/wcsAll.xsd'],
  ['descriptions-1.1.1', `version=1.1.1&request=DescribeCoverage&identifiers=${EVERY}`, 'wcs/1.1/wcsAll.xsd'],
  ['descriptions-1.0.0', 'version=1.0.0&request=DescribeCoverage', 'wcs/1.0.0/describeCoverage.xsd'],
] as const;
const PARTS = [
  ['version=2.0.1&request=GetCapabilities&sections=ServiceMetadata', 'wcs/2.0/wcsAll.xsd'],
  ['version=2.0.1&request=GetCapabilities&sections=Contents,OperationsMetadata', 'wcs/2.0/wcsAll.xsd'],
  ['version=1.1.0&request=GetCapabilities&sections=Contents', 'wcs/1.1/wcsAll.xsd'],
  ['version=1.0.0&request=GetCapabilities&section=/WCS_Capabilities/ContentMetadata', 'wcs/1.0.0/wcsCapabilities.xsd'],
] as const;

const ask = async (query: string): Promise<string> => String((await wcs.ask(`service=WCS&${query}`)).body);
/** What validators say of schemas themselves is no fault of a document. */
const faults = async (document: string, schema: string): Promise<readonly string[]> =>
  (await schemaFaults(document, schema)).filter((line) => !line.includes('parser warning'));

describe('documents of WCS', () => {
  it.each(DOCUMENTS)('%s is written so', async (name, query) => {
    await expect(await ask(query)).toMatchFileSnapshot(`testing/${name}.xml`);
  });

  it.skipIf(!hasXmlSchemas).each([...DOCUMENTS.map(([, query, schema]) => [query, schema] as const), ...PARTS])(
    `%s keeps to its official schema${hasXmlSchemas ? '' : ` (skipped: ${NO_XML_SCHEMAS})`}`,
    async (query, schema) => expect(await faults(await ask(query), schema)).toEqual([]),
  );

  it('have the parts that were asked for, and no others', async () => {
    const contents = await ask('request=GetCapabilities&sections=Contents');
    expect(await ask('request=GetCapabilities&sections=aLL')).toEqual(await ask('request=GetCapabilities'));
    expect(contents).toContain('<wcs:CoverageId>may_ortho___co.tif</wcs:CoverageId>');
    expect(contents).not.toMatch(/ServiceIdentification|OperationsMetadata|formatSupported/);
    await expect(ask('request=GetCapabilities&sections=Nothing')).rejects.toMatchObject({
      ogcCode: 'InvalidParameterValue',
    });
  });

  it('of a list keep its order, and names with commas are found as a whole', async () => {
    const ids = (text: string): readonly (string | undefined)[] =>
      [...text.matchAll(/<wcs:CoverageId>([^<]+)/g)].map(([, id]) => id);
    const described = 'version=2.0.1&request=DescribeCoverage&coverageId=';
    expect(ids(await ask(`${described}world.tif,turned.tif`))).toEqual(['world.tif', 'turned.tif']);
    const odd = openWcs([{ ...WORLD, name: 'a,b.tif', safeName: 'a_b.tif' }]);
    const { body } = await odd.ask(`service=WCS&${described}a,b.tif`);
    await odd.close();
    expect(ids(String(body))).toEqual(['a_b.tif']);
  });

  it('of answers in several parts name the file, and tell how long they are', async () => {
    for (const query of [
      'version=2.0.1&coverageId=world.tif&mediatype=multipart/related',
      'version=1.1.1&identifier=world.tif&boundingbox=-10,-20,10,20,urn:ogc:def:crs:EPSG::4326&format=image/tiff',
    ]) {
      const { headers, body } = await wcs.ask(`service=WCS&request=GetCoverage&${query}`);
      let text = '';
      for await (const piece of body as AsyncIterable<Buffer | string>) text += String(piece);
      expect(headers['content-type']).toMatch(/^multipart\/related; boundary="[^"]+"; type="/);
      expect(headers['content-length']).toBe(text.length);
      expect(text).toContain('Content-ID: <world.tif.tif>');
      // Length of the file alone, whose bytes may be anything.
      expect(text).toMatch(/Content-Length: 5\r\n\r\nbytes\r\n--/);
      expect(text).toContain('"cid:world.tif.tif"');
      const [document = ''] = /<\?xml[^]*?(?=\r\n--)/.exec(text) ?? [];
      if (!hasXmlSchemas) continue;
      const schema = query.includes('2.0.1') ? 'gmlcov/1.0/gmlcovAll.xsd' : 'wcs/1.1/wcsAll.xsd';
      expect(await faults(document, schema)).toEqual([]);
    }
  });
});
