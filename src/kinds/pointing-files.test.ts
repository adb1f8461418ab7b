import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../engine/index.ts';
import { EntryType } from '../inspection/index.ts';
import { soundTiff } from './raster/testing/tiff-bytes.ts';
import { inspectFile } from './testing/inspect-file.ts';

let folder: string;
let engine: Engine;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-pointing-'));
  engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await engine.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const vrt = (source: string): string =>
  `<VRTDataset rasterXSize="4" rasterYSize="4"><SRS>EPSG:4326</SRS><GeoTransform>0,1,0,0,0,-1</GeoTransform>
   <VRTRasterBand dataType="Byte" band="1"><SimpleSource><SourceFilename>${source}</SourceFilename></SimpleSource>
   </VRTRasterBand></VRTDataset>`;

/** Files whose content, or whose name, makes GDAL open something else: on this machine or in the network. */
const pointing: readonly (readonly [name: string, content: (address: string) => string])[] = [
  ['a.vrt', () => vrt('/etc/passwd')],
  ['remote.vrt', (address) => vrt(`/vsicurl/http://${address}/a.tif`)],
  ['header.vrt', (address) => vrt(`/vsicurl?header_file=/etc/passwd&amp;url=http://${address}/a.tif`)],
  ['bucket.vrt', () => vrt('/vsis3/bucket/key.tif')],
  ['vrt.tif', (address) => vrt(`/vsicurl/http://${address}/a.tif`)],
  [
    'WMS.xml',
    (address) =>
      `<GDAL_WMS><Service name="TMS"><ServerUrl>http://${address}/\${z}/\${x}/\${y}.png</ServerUrl></Service>
       <DataWindow><SizeX>256</SizeX><SizeY>256</SizeY></DataWindow></GDAL_WMS>`,
  ],
  [
    'wms.tif',
    (address) => `<GDAL_WMS><Service name="TMS"><ServerUrl>http://${address}/</ServerUrl></Service></GDAL_WMS>`,
  ],
  [
    'index.gti',
    (address) =>
      `<GDALTileIndexDataset><IndexDataset>/vsicurl/http://${address}/i.gpkg</IndexDataset></GDALTileIndexDataset>`,
  ],
  ['tiles.pmtiles', (address) => `PMTiles\u0003 http://${address}/tiles.pmtiles`],
  ['features.json', (address) => JSON.stringify({ links: [{ rel: 'data', href: `http://${address}/collections` }] })],
  ['features.geojson', (address) => `OAPIF:http://${address}/`],
  ['layer.shp', (address) => `/vsicurl/http://${address}/layer.shp`],
  ['layer.prj', (address) => `<?xml version="1.0"?><x href="http://${address}/crs.xml"/>`],
  [
    'map.tif.aux.xml',
    (address) =>
      `<PAMDataset><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">/vsicurl/http://${address}/o.ovr</MDI></Metadata></PAMDataset>`,
  ],
  ['scene.kml', (address) => `<kml><NetworkLink><Link><href>http://${address}/x.kml</href></Link></NetworkLink></kml>`],
  [
    'link.ovf',
    (address) =>
      `<OGRVRTDataSource><OGRVRTLayer name="l"><SrcDataSource>http://${address}/</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`,
  ],
];

it.each(pointing)('D-5 %s is opened by nobody', async (name, content) => {
  const path = join(folder, name);
  const text = content(host());
  await writeFile(path, text);
  const facts = await inspectFile({ path, name, size: Buffer.byteLength(text) }, engine, AbortSignal.timeout(20_000));
  expect([EntryType.Generic, EntryType.Vector]).toContain(facts.type);
  expect([facts.pointGeometry, facts.polygonGeometry, connections]).toEqual([null, null, 0]);
  expect(JSON.stringify(facts)).not.toMatch(/root:|vsi|127\.0\.0\.1/);
});

it('D-5 what lies beside a sound raster is not read', async () => {
  const path = join(folder, 'beside.tif');
  const bytes = soundTiff();
  await writeFile(path, bytes);
  const target = `/vsicurl/http://${host()}/o.ovr`;
  const metadata = `<Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">${target}</MDI></Metadata>`;
  await writeFile(`${path}.aux.xml`, `<PAMDataset><SRS>EPSG:3857</SRS>${metadata}</PAMDataset>`);
  await writeFile(join(folder, 'beside.prj'), `http://${host()}/crs`);
  await writeFile(join(folder, 'beside.tfw'), '1\n0\n0\n-1\n0\n0\n');
  const file = { path, name: 'beside.tif', size: bytes.length };
  const facts = await inspectFile(file, engine, AbortSignal.timeout(20_000));
  const alone = join(folder, 'alone');
  await writeFile(alone, bytes);
  const same = await inspectFile({ ...file, path: alone }, engine, AbortSignal.timeout(20_000));
  expect(facts).toEqual(same);
  expect([facts.type, connections]).toEqual([EntryType.GeoRaster, 0]);
});
