import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeGeoTiff } from '../support/geotiff.ts';
import { basic, mallocSettings, type ServiceProcess, startProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

/** The smallest limit there is: 64 MB for pictures, 32 for uploads. */
const MAX_MB = 512;
const MAPS = process.env['ALIDADE_FAULTS'] === 'all' ? 200 : 60;
const SIDE = 2048;
/**
 * What maps may add to the process with its map threads: one picture of 54 MB at a time, and what the main thread has not
 * collected yet, 63 MB in all. Without a budget it was 195 MB with two threads, and grew with every processor.
 */
const MOST_ADDED_MB = 150;
const PASSWORD = 'secret123';
const DATASET = '/orgs/admin/ds/maps';

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-memory-'));
  service = await startProcess({
    ...mallocSettings,
    ...{ DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: PASSWORD, Memory__MaxMB: String(MAX_MB) },
  });
  await call('/orgs/admin/ds', form({ slug: 'maps', visibility: '1' }));
  await call(`${DATASET}/obj`, form({ path: 'ortho.tif', file: noise(512) }));
  const state = async (): Promise<unknown> => {
    const entry = await call(`${DATASET}/obj?path=ortho.tif`);
    return ((await entry.json()) as { readonly buildStatus: string | null }).buildStatus;
  };
  await until(state, (status) => status === null, 60);
});
afterAll(async () => {
  await service.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, body?: FormData): Promise<Response> =>
  fetch(service.url + path, { headers: basic(PASSWORD), ...(body && { method: 'POST', body }) });

/** Pictures of it are as large as photographs: 12 MB of PNG. */
const noise = (side: number): Buffer =>
  writeGeoTiff({
    ...{ width: side, height: side, origin: [1_113_000, 5_622_000], pixel: 0.6, epsg: 3857 },
    colour: (column, row) => {
      const mixed = Math.imul(column * 374_761_393 + row * 668_265_263, 1_274_126_177) >>> 0;
      return [mixed & 255, (mixed >>> 8) & 255, (mixed >>> 16) & 255];
    },
  });

/** Each map has its own box, so that none is drawn for two. */
function mapPath(number: number, side: number): string {
  const west = 1_113_000 + number / 100;
  const query = new URLSearchParams({
    ...{ service: 'WMS', request: 'GetMap', version: '1.3.0', layers: 'ortho.tif', styles: '', format: 'image/png' },
    ...{ crs: 'EPSG:3857', bbox: [west, 5_621_700, west + 300, 5_622_000].join(',') },
    ...{ width: String(side), height: String(side) },
  });
  return `${DATASET}/wms?${query.toString()}`;
}

async function residentMB(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}

/** What work holds and waits for, by use. */
async function memoryFigures(use: string): Promise<readonly number[]> {
  const text = await (await call('/metrics')).text();
  return ['reserved_bytes', 'waiting'].map((figure) =>
    Number(new RegExp(`^alidade_memory_${figure}\\{for="${use}"\\} (\\d+)$`, 'm').exec(text)![1]),
  );
}

it('J-3 a map that can never have its memory is refused with the limit, in the form of the service', async () => {
  const answer = await call(mapPath(0, 4096));
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/xml; charset=utf-8']);
  expect(text).toContain('<ServiceException code="InvalidParameterValue"');
  expect(text).toMatch(/needs \d+ MB of memory, and pictures have 64 MB here\. Ask for fewer pixels or fewer layers\./);
});

it('J-3 many large maps at once take no more memory than they may, and give it back', async () => {
  for (let number = 0; number < 4; number += 1) await (await call(mapPath(number, SIDE))).arrayBuffer();
  const idle = await residentMB();
  let peak = idle;
  let isLoaded = true;
  const watch = async (): Promise<void> => {
    while (isLoaded) {
      peak = Math.max(peak, await residentMB());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const watching = watch();
  const ask = async (number: number) => {
    const answer = await call(mapPath(1000 + number, SIDE));
    const { byteLength } = await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), byteLength };
  };
  const answers = await Promise.all(Array.from({ length: MAPS }, (_, number) => ask(number)));
  isLoaded = false;
  await watching;
  const drawn = answers.filter(({ status }) => status === 200);
  expect(drawn.length).toBeGreaterThan(0);
  // The largest pictures there are: noise.
  expect(Math.min(...drawn.map(({ byteLength }) => byteLength))).toBeGreaterThan(2 ** 22);
  for (const { retryAfter, status } of answers) expect(status === 200 || Number(retryAfter) > 0).toBe(true);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(peak - idle).toBeLessThan(MOST_ADDED_MB);
  await until(residentMB, (resident) => resident < idle + 100, 60);
  expect(await memoryFigures('pictures')).toEqual([0, 0]);
});

it('uploads beyond the memory for their buffers wait unread, and more than may wait are refused for the moment', async () => {
  const BOUNDARY = 'alidade-test';
  const sent: ClientRequest[] = [];
  const answers: IncomingMessage[] = [];
  const open = (number: number): void => {
    const upload = request(`${service.url}${DATASET}/obj`, {
      method: 'POST',
      headers: {
        ...basic(PASSWORD),
        ...{ 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': 8 * 2 ** 20 },
      },
    });
    upload.on('response', (answer) => answers.push(answer.resume()));
    upload.on('error', () => undefined); // Of connections that are closed below.
    const path = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="path"\r\n\r\nfile-${number}\r\n`;
    const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nbegin`;
    upload.write(path + file);
    sent.push(upload);
  };
  const before = await residentMB();
  for (let number = 0; number < 400; number += 1) open(number);
  // 32 MB are five times six; 300 wait.
  await until(
    () => Promise.resolve(answers.length),
    (count) => count >= 95,
    60,
  );
  expect(await memoryFigures('uploads')).toEqual([5 * 6 * 2 ** 20, 300]);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array.from({ length: 95 }, () => [503, '5']),
  );
  expect((await residentMB()) - before).toBeLessThan(200);
  for (const upload of sent) upload.destroy();
  await until(
    () => memoryFigures('uploads'),
    ([reserved, waiting]) => reserved === 0 && waiting === 0,
    60,
  );
});
