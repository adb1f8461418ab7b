import { describe, expect, it } from 'vitest';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../../../test/support/xml-schemas.ts';
import { ORTHO, PLOTS } from '../testing/sample-layers.ts';
import { type CapabilitiesInput, type Section, SECTIONS, writeCapabilities } from './capabilities.ts';

const SCHEMA = 'wmts/1.0/wmtsGetCapabilities_response.xsd';

const write = (change: Partial<CapabilitiesInput> = {}): Promise<string> =>
  writeCapabilities({
    layers: [ORTHO, PLOTS],
    title: 'org/<ds>',
    address: new URL('https://maps.example.org/orgs/org/ds/ds/wmts'),
    tileAddress: 'https://maps.example.org/orgs/org/ds/ds/wmts/1.0.0',
    sections: new Set(SECTIONS),
    ...change,
  });

describe('the capabilities of WMTS', () => {
  it('are written so', async () => {
    await expect(await write()).toMatchFileSnapshot('testing/capabilities.xml');
  });

  it.skipIf(!hasXmlSchemas)(
    `keep to the official schema, whole and in parts${hasXmlSchemas ? '' : ` (skipped: ${NO_XML_SCHEMAS})`}`,
    async () => {
      const parts: readonly (readonly Section[])[] = [SECTIONS, ['Contents'], ['OperationsMetadata'], []];
      for (const sections of parts)
        expect(await schemaFaults(await write({ sections: new Set(sections) }), SCHEMA)).toEqual([]);
      expect(await schemaFaults(await write({ layers: [] }), SCHEMA)).toEqual([]);
    },
  );

  it('carry the token they were asked with in all addresses', async () => {
    const text = await write({ address: new URL('https://maps.example.org/orgs/org/ds/ds/wmts?token=secret') });
    const addresses = [...text.matchAll(/(?:template|xlink:href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !/[?&;]token=secret(?:&amp;|$)/.test(address!))).toEqual([]);
  });

  it('name the indices of multispectral rasters', async () => {
    const bands = ['Red', 'Green', 'Blue', 'Undefined', 'Undefined'].map((colorInterp) => ({
      type: 'UInt16',
      colorInterp,
    }));
    const text = await write({ layers: [{ ...ORTHO, bands }] });
    const styles = [...text.matchAll(/<Style[^>]*>\s*<ows:Title>(\w+)/g)];
    expect(styles.map(([, title]) => title)).toEqual(['Default', 'NDVI', 'NDRE', 'NDWI', 'SAVI', 'EVI']);
  });

  it('leave limits out where there would be too many', async () => {
    const layers = Array.from({ length: 201 }, (_, at) => ({ ...ORTHO, name: `${at}.tif` }));
    expect(await write({ layers })).not.toContain('TileMatrixSetLimits');
    expect((await write({ layers: layers.slice(1) })).match(/<TileMatrixSetLimits>/g)).toHaveLength(2 * 200);
  });
});
