import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMaps, FIELDS, MAPS, MIDDLE, ORTHO } from '../support/map-service.ts';
import { findings } from './findings.ts';
import { colourAt, difference } from './map-pixels.ts';
import { DESKTOP, focused, PHONE, picture, screenshot, type Stage, startStage, tabTo } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await addMaps(stage.service);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const API = `${MAPS}/ogcapi`;
const COLLECTION = `${API}/collections/${FIELDS}`;
const RASTER = `${API}/collections/${encodeURIComponent(ORTHO)}`;
const PAGES = [
  API,
  `${API}/conformance`,
  `${API}/collections`,
  COLLECTION,
  RASTER,
  `${COLLECTION}/items`,
  `${COLLECTION}/items/1`,
];

const nameOf = (path: string): string => `ogcapi${path.slice(API.length).replaceAll(/\W+/g, '-')}`;

test('no serious finding on the pages of OGC API, in light and dark', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  for (const path of PAGES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect.poll(() => findings(page), { message: `${path}, ${colorScheme}` }).toEqual([]);
      await screenshot(page, `${nameOf(path)}-${colorScheme}`);
    }
  expect(faults).toEqual([]);
});

test('on a phone no page of OGC API is wider than the screen', async () => {
  const { page } = await stage.open(PHONE);
  for (const path of PAGES) {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'), { message: path })
      .toBeLessThanOrEqual(390);
    await screenshot(page, `${nameOf(path)}-phone`);
  }
});

test('the keyboard leads from the first page of OGC API to a feature and back', async () => {
  const { page } = await stage.open(DESKTOP);
  await page.goto(`${API}?f=html`);
  await tabTo(page, 'The layers');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Layers' }).waitFor();
  await tabTo(page, FIELDS);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: FIELDS }).waitFor();
  await tabTo(page, 'The features as a table');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/items/);
  // The table can be scrolled without a mouse.
  await tabTo(page, 'O’Brien & <sons>');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await focused(page)).trim()).toBe('1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Feature 1' }).waitFor();
  await tabTo(page, 'Layers');
});

/** Another site on this machine: a page for a map, and files of packages. */
async function startForeignSite(): Promise<{ readonly url: string } & AsyncDisposable> {
  const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
  const server = createServer(({ url = '' }, response) => {
    if (url === '/favicon.ico') response.writeHead(404).end();
    else if (url === '/') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><div id="map" style="width:512px;height:512px"></div>');
    } else {
      response.setHeader('content-type', 'text/javascript');
      createReadStream(packages + url).pipe(response);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
}

test('OpenLayers on a page of another site reads the documents of WMS, WMTS and WFS, and features', async () => {
  await using site = await startForeignSite();
  const { page } = await stage.open(DESKTOP);
  await page.goto(site.url);
  await page.addScriptTag({ url: '/ol/dist/ol.js' });
  const read = await page.evaluate<Record<string, unknown>>(`(async () => {
    const text = async (query) => (await fetch('${stage.service.url}${MAPS}/' + query)).text();
    const wms = new ol.format.WMSCapabilities().read(await text('wms?service=WMS&request=GetCapabilities'));
    const wmts = new ol.format.WMTSCapabilities().read(await text('wmts?service=WMTS&request=GetCapabilities'));
    const flat = (layer) => [layer.Name, ...(layer.Layer ?? []).flatMap(flat)];
    const optionsOf = (layer, projection) => {
      const options = ol.source.WMTS.optionsFromCapabilities(wmts, { layer, projection });
      const source = new ol.source.WMTS(options);
      const place = options.tileGrid.getTileCoordForCoordAndZ(ol.proj.fromLonLat([${MIDDLE.join()}], options.projection), 16);
      return { set: options.matrixSet, encoding: options.requestEncoding, url: source.tileUrlFunction(place, 1, options.projection) };
    };
    const feature = 'wfs?service=WFS&request=GetFeature&typeNames=${FIELDS}&typeName=${FIELDS}&srsName=EPSG:3857&version=';
    const namesIn = async (version) =>
      new ol.format.WFS({ version }).readFeatures(await text(feature + version)).map((it) => [it.get('name'), it.getGeometry().getArea() > 0]);
    return {
      wms: flat(wms.Capability.Layer),
      wmts: wmts.Contents.Layer.map((layer) => layer.Identifier),
      mercator: optionsOf('${ORTHO}', 'EPSG:3857'),
      degrees: optionsOf('${ORTHO}', 'EPSG:4326'),
      wfs20: await namesIn('2.0.0'),
      wfs11: await namesIn('1.1.0'),
    };
  })()`);
  const names = ['first', 'O’Brien & <sons>', 'third'].map((name) => [name, true]);
  expect(read).toMatchObject({ wmts: [FIELDS, ORTHO], wfs20: names, wfs11: names });
  expect(read['wms']).toEqual(expect.arrayContaining([FIELDS, ORTHO]));
  for (const [key, set] of [
    ['mercator', 'WebMercatorQuad'],
    ['degrees', 'WorldCRS84Quad'],
  ] as const) {
    const options = read[key] as { readonly set: string; readonly url: string };
    expect(options.set).toBe(set);
    expect((await fetch(options.url)).headers.get('content-type')).toBe('image/png');
  }
});

test('MapLibre on a page of another site draws tiles of WMTS and vector tiles of OGC API', async () => {
  await using site = await startForeignSite();
  const { page } = await stage.open(DESKTOP);
  await page.goto(site.url);
  const styles = {
    raster: {
      source: {
        type: 'raster',
        tileSize: 256,
        tiles: [
          `${stage.service.url}${MAPS}/wmts/1.0.0/${encodeURIComponent(ORTHO)}/default/WebMercatorQuad/{z}/{y}/{x}.png`,
        ],
      },
      layer: { type: 'raster' },
      colour: [40, 200, 40],
    },
    vector: {
      source: { type: 'vector', url: `${stage.service.url}${COLLECTION}/tiles/WebMercatorQuad?f=tilejson` },
      layer: {
        type: 'fill',
        'source-layer': 'default',
        filter: ['==', 'name', 'first'],
        paint: { 'fill-color': '#c81ec8' },
      },
      colour: [200, 30, 200],
    },
  } as const;
  for (const [name, { source, layer, colour }] of Object.entries(styles)) {
    const style = { version: 8, sources: { it: source }, layers: [{ id: 'it', source: 'it', ...layer }] };
    await page.evaluate(`(async () => {
      const maplibre = await import('${site.url}/maplibre-gl/dist/maplibre-gl.mjs');
      maplibre.setWorkerUrl('${site.url}/maplibre-gl/dist/maplibre-gl-worker.mjs');
      document.getElementById('map').replaceChildren();
      const options = { container: 'map', center: [${MIDDLE.join()}], zoom: 16.5, fadeDuration: 0, style: ${JSON.stringify(style)} };
      const map = new maplibre.Map(options);
      await new Promise((resolve, reject) => { map.once('idle', resolve); map.once('error', (it) => reject(it.error)); });
    })()`);
    const box = (await page.locator('#map').boundingBox())!;
    const middle = { x: box.x + 256, y: box.y + 256 };
    expect(difference(colourAt(await picture(page, `maplibre-${name}`), middle), [...colour]), name).toBeLessThan(8);
  }
});
