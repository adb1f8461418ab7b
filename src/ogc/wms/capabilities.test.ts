import { afterAll, describe, expect, it } from 'vitest';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../../../test/support/xml-schemas.ts';
import { createEngine } from '../../engine/index.ts';
import { createProjections } from '../../projections/index.ts';
import type { Layer } from '../layers/layer.ts';
import { createLayerSet } from '../layers/layer-set.ts';
import { ORTHO, PLOTS } from '../testing/sample-layers.ts';
import { writeCapabilities } from './capabilities.ts';
import { gatherCapabilities } from './capability-facts.ts';
import { createStyleBook } from './styles.ts';
import type { WmsVersion } from './wms-version.ts';

const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
const projections = createProjections(engine);
afterAll(() => engine.close());

const UTM = 'PROJCS["WGS 84 / UTM zone 32N",AUTHORITY["EPSG","32632"]]';
const MULTISPECTRAL: Layer = {
  ...ORTHO,
  name: 'bands, five.tif',
  safeName: 'bands__five.tif',
  title: 'bands, five.tif',
  path: 'bands, five.tif',
  projection: UTM,
  bands: Array.from({ length: 5 }, () => ({ type: 'UInt16', colorInterp: 'Undefined' })),
};
const POINT: Layer = {
  ...PLOTS,
  name: 'well.geojson',
  safeName: 'well.geojson',
  title: 'well',
  bounds: [10, 50, 10, 50],
};
const TABLE: Layer = { ...PLOTS, name: 'table.csv', bounds: null };
const LAYERS = [MULTISPECTRAL, ORTHO, PLOTS, POINT, TABLE];

async function write(
  version: WmsVersion,
  layers: readonly Layer[] = LAYERS,
  address = 'https://maps.example.org/wms?',
) {
  const stored = new Map<string, unknown>([['plots.geojson', { point: { colour: 'url(javascript:)' } }]]);
  const facts = await gatherCapabilities(createLayerSet(layers, new Set(), false), createStyleBook(stored), {
    projections,
    title: 'org/<ds>',
    address,
    signal: AbortSignal.timeout(60_000),
  });
  return writeCapabilities(version, facts);
}

const SCHEMAS = { '1.3.0': 'sld/1.1.0/sld_capabilities.xsd', '1.1.1': 'wms/1.1.1/WMS_MS_Capabilities.dtd' } as const;

describe.each(['1.3.0', '1.1.1'] as const)('the capabilities of WMS %s', (version) => {
  it('are written so', async () => {
    await expect(await write(version)).toMatchFileSnapshot(`testing/capabilities-${version}.xml`);
  });

  it.skipIf(!hasXmlSchemas)(
    `keep to the official schema${hasXmlSchemas ? '' : ` (skipped: ${NO_XML_SCHEMAS})`}`,
    async () => {
      expect(await schemaFaults(await write(version), SCHEMAS[version])).toEqual([]);
      expect(await schemaFaults(await write(version, []), SCHEMAS[version])).toEqual([]);
    },
  );

  it('carry the token they were asked with in all addresses', async () => {
    const text = await write(version, LAYERS, 'https://maps.example.org/wms?token=secret&');
    const addresses = [...text.matchAll(/xlink:href="([^"]+)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(8);
    expect(addresses.filter((address) => !address.includes('?token=secret&amp;'))).toEqual([]);
  });

  it('list what lies somewhere, each name once and without a comma', async () => {
    const text = await write(version);
    const layers = text.split('<Layer queryable="1">').slice(1);
    expect(layers.map((layer) => /<Name>([^<]*)</.exec(layer)![1])).toEqual([
      'bands__five.tif',
      'may/ortho &amp; co.tif',
      'plots.geojson',
      'well.geojson',
    ]);
  });
});
