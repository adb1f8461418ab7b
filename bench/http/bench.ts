/**
 * Map tiles over HTTP, the whole way: credential, rights, entry, output, block. 64 requests at a time from a second
 * process on the same two cores; beside them a bare `node:http` server that sends the same bytes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quadrantOrthophoto } from '../../test/support/geotiff.ts';
import { startProcess } from '../../test/support/process.ts';
import { form, until } from '../../test/support/service.ts';
import { tileOf } from '../../test/support/web-mercator.ts';

const SECONDS = 5;
const CLIENT = join(import.meta.dirname, 'client.ts');
const DATASET = '/orgs/admin/ds/bench';
const headers = { authorization: `Basic ${Buffer.from('admin:secret123').toString('base64')}` };

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const service = await startProcess({ DATA_DIR: folder, DefaultAdmin__Password: 'secret123' });
try {
  const tile = await prepare();
  const stored = await (await fetch(service.url + tile, { headers })).arrayBuffer();
  const bare = createHttpServer((_request, response) => response.end(Buffer.from(stored))).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const rows = [
    ['bare node:http, same bytes', await measure(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)],
    ['stored tile, public', await measure(service.url + tile)],
    ['stored tile, with password', await measure(service.url + tile, headers)],
    ['PNG tile, cached', await measure(service.url + tile.replace('?', '.png?'))],
    ['GET /version', await measure(`${service.url}/version`)],
  ] as const;
  bare.close();
  console.log(`${stored.byteLength} bytes a tile, 64 requests at a time, ${SECONDS} s each:`);
  for (const [what, { perSecond, p99 }] of rows) {
    console.log(`  ${what.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s  p99 ${p99.toFixed(1)} ms`);
  }
} finally {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

/** @returns the path of a tile that lies wholly in the raster */
async function prepare(): Promise<string> {
  await fetch(`${service.url}/orgs/admin/ds`, {
    method: 'POST',
    headers,
    body: form({ slug: 'bench', visibility: '1' }),
  });
  const body = form({ path: 'ortho.tif', file: quadrantOrthophoto(2048) });
  const uploaded = (await (await fetch(service.url + DATASET + '/obj', { method: 'POST', headers, body })).json()) as {
    point_geom: { geometry: { coordinates: [number, number] } };
  };
  const state = async (): Promise<string | null> =>
    (
      (await (await fetch(`${service.url}${DATASET}/obj?path=ortho.tif`, { headers })).json()) as {
        buildStatus: string | null;
      }
    ).buildStatus;
  await until(state, (status) => status === null, 120);
  const { z, x, y } = tileOf(uploaded.point_geom.geometry.coordinates, 19);
  return `${DATASET}/tiles/${z}/${x}/${y}?path=ortho.tif`;
}

async function measure(
  url: string,
  requestHeaders: Record<string, string> = {},
): Promise<{ perSecond: number; p99: number }> {
  const client = spawn(process.execPath, [CLIENT, url, String(SECONDS), JSON.stringify(requestHeaders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  client.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(client, 'close');
  return JSON.parse(printed) as { perSecond: number; p99: number };
}
