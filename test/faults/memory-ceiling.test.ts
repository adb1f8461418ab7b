import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inFull } from '../support/full.ts';
import { writeGeoTiff } from '../support/geotiff.ts';
import { basic, mallocSettings, type ServiceProcess, startProcess } from '../support/process.ts';
import { form, until, WHILE_TEST_RUNS } from '../support/service.ts';

/** The smallest limit there is: 64 MB for pictures, 32 for downloads, 16 for uploads. */
const MAX_MB = 512;
const MIB = 2 ** 20;
const MAPS = 200;
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
    DATA_DIR: join(folder, 'data'),
    DefaultAdmin__Password: PASSWORD,
    Memory__MaxMB: String(MAX_MB),
  });
  await call('/orgs/admin/ds', form({ slug: 'maps', visibility: '1' }));
  await call(`${DATASET}/obj`, form({ path: 'ortho.tif', file: noise(512) }));
  const state = async (): Promise<unknown> => {
    const entry = await call(`${DATASET}/obj?path=ortho.tif`);
    return ((await entry.json()) as { readonly buildStatus: string | null }).buildStatus;
  };
  await until(state, (status) => status === null);
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
    width: side,
    height: side,
    origin: [1_113_000, 5_622_000],
    pixel: 0.6,
    epsg: 3857,
    colour: (column, row) => {
      const mixed = Math.imul(column * 374_761_393 + row * 668_265_263, 1_274_126_177) >>> 0;
      return [mixed & 255, (mixed >>> 8) & 255, (mixed >>> 16) & 255];
    },
  });

/** Each map has its own box, so that none is drawn for two. */
function mapPath(number: number, side: number): string {
  const west = 1_113_000 + number / 100;
  const query = new URLSearchParams({
    service: 'WMS',
    request: 'GetMap',
    version: '1.3.0',
    layers: 'ortho.tif',
    styles: '',
    format: 'image/png',
    crs: 'EPSG:3857',
    bbox: [west, 5_621_700, west + 300, 5_622_000].join(','),
    width: String(side),
    height: String(side),
  });
  return `${DATASET}/wms?${query.toString()}`;
}

const residentMB = (): Promise<number> => statusMB('VmRSS');

/** Without files that are seen as memory: that is the system's, which takes it back. */
const ownMB = (): Promise<number> => statusMB('RssAnon');

async function statusMB(line: string): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) / 1024;
}

/** Headers of a new user who may write into the dataset. */
async function memberHeaders(userName: string): Promise<Record<string, string>> {
  const password = 'password 1 of a test';
  const post = async (path: string, json: object): Promise<void> => {
    const headers = { ...basic(PASSWORD), 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(json) });
    expect(answer.ok).toBe(true);
  };
  await post('/users', { userName, password, email: `${userName}@example.org`, roles: [] });
  await post('/orgs/admin/members', { userName, permissions: 1 });
  return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` };
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

it('J-3 callers who ask for the same map at once get all of it, and the service goes on', async () => {
  for (let round = 0; round < 10; round += 1) {
    const asked = Array.from({ length: 4 }, async () => {
      const answer = await call(mapPath(500 + round, 300));
      return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')] as const;
    });
    const [first, ...others] = await Promise.all(asked);
    expect(first![0]).toBe(200);
    for (const other of others) expect(other).toEqual(first);
  }
  expect(service.output()).not.toContain('fault outside of every request');
});

it.runIf(inFull('200 large maps take two minutes'))(
  'J-3 many large maps at once take no more memory than they may, and give it back',
  { timeout: 900_000 },
  async ({ signal }) => {
    for (let number = 0; number < 4; number += 1) await (await call(mapPath(number, SIDE))).arrayBuffer();
    const idle = await residentMB();
    let peak = idle;
    let isLoaded = true;
    const watch = async (): Promise<void> => {
      while (isLoaded && !signal.aborted) {
        peak = Math.max(peak, await residentMB());
        await sleep(50);
      }
    };
    const watching = watch();
    /** Requests a map again, when it is refused, until the time limit of this test. */
    const ask = async (number: number): Promise<number> => {
      const answer = await call(mapPath(1000 + number, SIDE));
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status === 200) return byteLength;
      expect(answer.status).toBe(503);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      await sleep(seconds * 1000, undefined, { signal });
      return ask(number);
    };
    const sizes = await Promise.all(Array.from({ length: MAPS }, (_, number) => ask(number)));
    isLoaded = false;
    await watching;
    console.log(`Resident before the maps: ${Math.round(idle)} MB; at most: ${Math.round(peak)} MB.`);
    // All of them are drawn in the end. They are the largest pictures there are: noise.
    expect(Math.min(...sizes)).toBeGreaterThan(4 * MIB);
    expect(peak - idle).toBeLessThan(MOST_ADDED_MB);
    await until(residentMB, (resident) => resident < idle + 100);
    expect(await memoryFigures('pictures')).toEqual([0, 0]);
  },
);

const FEATURES = 150_000;
/** What files of features of 200 MB may add to what shorter ones took: some pieces, and what is not collected yet. */
const MOST_FOR_FEATURES_MB = 150;

it.runIf(inFull('files of features of 200 MB take minutes'))(
  'files of many features take no more memory than their pieces',
  { timeout: 900_000 },
  async ({ signal }) => {
    const lines = Array.from({ length: FEATURES }, (_, n) => {
      const [x, y] = [10 + (n % 400) / 400, 45 + Math.floor(n / 400) / 400];
      const coordinates = Array.from({ length: 9 }, (__, at) => [x + at / 1e4, y + (at % 3) / 1e4]);
      return JSON.stringify({
        type: 'Feature',
        properties: { n, name: `line ${n}`, note: `${n} `.repeat(200) },
        geometry: { type: 'LineString', coordinates },
      });
    });
    const file = Buffer.from(lines.join('\n'));
    await call(`${DATASET}/obj`, form({ path: 'lines.geojsonl', file }));
    const state = async (): Promise<unknown> => {
      const entry = await call(`${DATASET}/obj?path=lines.geojsonl`);
      return ((await entry.json()) as { readonly buildStatus: string | null }).buildStatus;
    };
    await until(state, (status) => status === null, WHILE_TEST_RUNS);
    const ask = async (format: string, count: number): Promise<number> => {
      const query = `request=GetFeature&typeNames=lines.geojsonl&srsName=EPSG:3857&outputFormat=${format}&count=${count}`;
      const answer = await call(`${DATASET}/wfs?service=WFS&version=2.0.0&${query}`);
      let bytes = 0;
      for await (const piece of answer.body!) bytes += piece.byteLength;
      return bytes;
    };
    /** Asks for a file. @returns its size, and the most memory that the process had meanwhile, in MB */
    const watched = async (format: string, count: number): Promise<{ bytes: number; peak: number }> => {
      let peak = 0;
      let isLoaded = true;
      const watch = async (): Promise<void> => {
        while (isLoaded && !signal.aborted) {
          peak = Math.max(peak, await ownMB());
          await sleep(20);
        }
      };
      const watching = watch();
      const bytes = await ask(format, count);
      isLoaded = false;
      await watching;
      return { bytes, peak };
    };
    // The threads grow to what their pieces take, and what is not collected yet is there for short files, too.
    const short = Math.max((await watched('fgb', 30_000)).peak, (await watched('gpkg', 30_000)).peak);
    for (const format of ['fgb', 'gpkg']) {
      const { bytes, peak } = await watched(format, FEATURES);
      console.log(
        `${format} of ${Math.round(bytes / MIB)} MB: ${Math.round(peak)} MB at most, ${Math.round(short)} MB for short ones.`,
      );
      expect(bytes).toBeGreaterThan(180 * MIB);
      expect(peak - short).toBeLessThan(MOST_FOR_FEATURES_MB);
    }
  },
);

/** Opens downloads whose answers nobody reads, from an address of their own. @returns what closes them */
function openSlowDownloads(count: number, path: string, localAddress: string): () => void {
  const sent = Array.from({ length: count }, () => {
    const download = request(`${service.url}${path}`, { localAddress, agent: false });
    download.on('response', (answer) => answer.pause().on('error', () => undefined));
    download.on('error', () => undefined); // The test closes these connections itself.
    download.end();
    return download;
  });
  return () => sent.forEach((download) => download.destroy());
}

it('slow downloads of some addresses leave memory to others, and more than may wait are refused', async () => {
  const large = Buffer.alloc(24 * MIB, 'large');
  expect((await call(`${DATASET}/obj`, form({ path: 'large.bin', file: large }))).status).toBe(201);
  const file = `${DATASET}/download/large.bin`;
  const archive = `${DATASET}/download`;
  const close = [openSlowDownloads(200, file, '127.0.0.2'), openSlowDownloads(60, archive, '127.0.0.3')];
  const held = await until(
    () => memoryFigures('downloads'),
    ([, waiting = 0]) => waiting >= 100 + 56,
    60,
  );
  // A quarter each: 64 files, and four archives. 100 wait of the one, all other archives of the other.
  expect(held).toEqual([64 * 2 * 64 * 1024 + 4 * 1.75 * MIB, 100 + 56]);
  for (const path of [file, archive]) {
    const answer = await call(path);
    expect([answer.status, (await answer.arrayBuffer()).byteLength >= large.length]).toEqual([200, true]);
  }
  // Another anonymous visitor.
  const visit = await fetch(service.url + file);
  expect([visit.status, (await visit.arrayBuffer()).byteLength]).toEqual([200, large.length]);
  for (const closeAll of close) closeAll();
  await until(
    () => memoryFigures('downloads'),
    ([reserved, waiting]) => reserved === 0 && waiting === 0,
    60,
  );
});

it('slow uploads of one user wait unread beyond a quarter of the memory, and leave the rest to others', async () => {
  const BOUNDARY = 'alidade-test';
  const sent: ClientRequest[] = [];
  const answers: IncomingMessage[] = [];
  const open = (number: number): void => {
    const upload = request(`${service.url}${DATASET}/obj`, {
      method: 'POST',
      headers: {
        ...basic(PASSWORD),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': 8 * 2 ** 20,
      },
    });
    upload.on('response', (answer) => answers.push(answer.resume()));
    upload.on('error', () => undefined); // The test closes these connections itself.
    const path = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="path"\r\n\r\nfile-${number}\r\n`;
    const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nbegin`;
    upload.write(path + file);
    sent.push(upload);
  };
  const before = await residentMB();
  for (let number = 0; number < 400; number += 1) open(number);
  // A quarter of 16 MB is four forms; a quarter of the 300 that may wait are 75.
  await until(
    () => Promise.resolve(answers.length),
    (count) => count >= 321,
    60,
  );
  expect(await memoryFigures('uploads')).toEqual([4 * MIB, 75]);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array.from({ length: 321 }, () => [503, '5']),
  );
  const other = await fetch(`${service.url}${DATASET}/obj`, {
    method: 'POST',
    headers: await memberHeaders('other'),
    body: form({ path: 'of-another', file: Buffer.alloc(2 * MIB, 'a') }),
  });
  expect(other.status).toBe(201);
  expect((await residentMB()) - before).toBeLessThan(200);
  for (const upload of sent) upload.destroy();
  await until(
    () => memoryFigures('uploads'),
    ([reserved, waiting]) => reserved === 0 && waiting === 0,
    60,
  );
});
