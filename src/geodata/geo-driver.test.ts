import { gdalPrograms } from './gdal-programs.ts';
import { rasterFacts } from '../kinds/raster/index.ts';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, createEngine } from '../engine/engine.ts';

/** In the test's own process: the files written here are the test's own. */
const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

let folder: string;
let engine: Engine;
/** What arrived over the network. */
const received: string[] = [];
const server = createServer((socket) => {
  socket.on('data', (data) => void received.push(data.toString('latin1')));
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
});
const port = (): number => (server.address() as AddressInfo).port;

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

function write(name: string, domain?: string, metadata: Record<string, string> = {}): string {
  const path = join(folder, name);
  const dataset = gdal.open(path, 'w', 'GTiff', 64, 64, 1, 'Byte');
  dataset.srs = gdal.SpatialReference.fromEPSG(32633);
  dataset.geoTransform = [500_000, 1, 0, 5_000_000, 0, -1];
  if (domain !== undefined) dataset.setMetadata(metadata, domain);
  dataset.close();
  return path;
}

const facts = (path: string): Promise<{ overviews: number }> => engine.call(rasterFacts, { path, kind: 'tiff' });

describe('a raster whose metadata names another file', () => {
  it('is refused, also when the file is there', async () => {
    const other = write('other');
    expect((await facts(other)).overviews).toBe(0);
    const reading = facts(write('thief', 'OVERVIEWS', { OVERVIEW_FILE: other }));
    await expect(reading).rejects.toMatchObject({ code: 'refused', message: /names other files/ });
    const geolocation = facts(write('swath', 'GEOLOCATION', { X_DATASET: other, Y_DATASET: other }));
    await expect(geolocation).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([
    ['/vsicurl/', () => `/vsicurl/http://127.0.0.1:${port()}/a.none`],
    ['/vsicurl? with a proxy', () => `/vsicurl?proxy=http://127.0.0.1:${port()}&url=http://host.test/a.none`],
    ['/vsicurl_streaming/', () => `/vsicurl_streaming/http://127.0.0.1:${port()}/a.none`],
  ])('%s is asked for neither by a call nor by a program', async (name, target) => {
    const path = write(`remote ${name.replaceAll('/', '')}`, 'OVERVIEWS', { OVERVIEW_FILE: target() });
    await expect(facts(path)).rejects.toMatchObject({ code: 'refused' });
    const args = ['-if', 'GTiff', '-q', '-tr', '20', '20', path, `${path}.warped`];
    // Whether GDAL then fails or goes on without is its own affair.
    await Promise.allSettled([engine.run(gdalPrograms.gdalwarp, args)]);
    expect(received).toEqual([]);
  });
});
