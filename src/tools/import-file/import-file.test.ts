import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openToolBench, type ToolBench } from '../../tasks/testing/run-tool.ts';
import { createRemoteFiles } from '../../transfers/index.ts';
import { importFile } from './import-file.ts';

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const settings = {
  import: {
    allowedHosts: ['127.0.0.1'],
    maxRedirects: 3,
    idleTimeoutSeconds: 0.4,
    fileTimeoutSeconds: 2,
    maxSizeMB: 1,
    parallelFiles: 1,
  },
  externalUrl: 'https://maps.example.org',
};
const retry = { retries: 2, firstDelayMs: 10 };
const tool = importFile(createRemoteFiles({ settings, retry }), 2);

let bench: ToolBench;
const servers: Server[] = [];
beforeAll(async () => {
  bench = await openToolBench();
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => bench[Symbol.asyncDispose]());

/** A service on this machine. @returns its address, and what it was asked */
async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const run = (url: string, more: object = {}, files: Record<string, Buffer> = {}, signal?: AbortSignal, kept?: string) =>
  bench.run(tool, { url, fileName: 'a.bin', ...more }, files, signal, kept);
const refused = (words: RegExp) => ({ code: 'invalid-input', message: expect.stringMatching(words) });

it('brings a file, and puts it where it was asked for', async () => {
  const { url, asked } = await serve((_, response) => response.end(BYTES));
  const { written, plan, end } = await run(`${url}/dem.tif?x=1`, { folder: 'flight/', sizeBytes: BYTES.length });
  expect(written.get('flight/a.bin')?.equals(BYTES)).toBe(true);
  expect(plan).toMatchObject({ path: 'flight/a.bin', estimatedBytes: BYTES.length });
  expect(end.facts).toEqual({ path: 'flight/a.bin', bytes: BYTES.length });
  expect([asked[0]?.url, asked[0]?.headers.authorization]).toEqual(['/dem.tif?x=1', undefined]);
});

it('signs in where a name is given, and tells nobody else', async () => {
  const other = await serve((_, response) => response.end('x'));
  const { url, asked } = await serve((request, response) => {
    if (request.headers.authorization === undefined) return void response.writeHead(401).end();
    return void response.writeHead(302, { location: `${other.url}/file` }).end();
  });
  await run(url, { username: 'me', password: 'sécret' });
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:sécret').toString('base64')}`);
  expect(other.asked[0]?.headers.authorization).toBeUndefined();
  await expect(run(url)).rejects.toMatchObject(refused(/answered 401/));
});

it('tells nobody the address, nor words that repeat it', async () => {
  const secret = 'X-Signature=8d969eef6ecad3c2';
  const echoes: readonly RequestListener[] = [
    (request, response) => void response.writeHead(403).end(JSON.stringify({ error: `No ${request.url}` })),
    (request, response) =>
      request.url === '/else'
        ? void response.writeHead(404).end(JSON.stringify({ error: secret }))
        : void response.writeHead(302, { location: '/else' }).end(),
    (request, response) => void response.writeHead(302, { location: `http://10.0.0.1${request.url}` }).end(),
    (request) => request.socket.destroy(),
    (_, response) => response.writeHead(200, { 'content-encoding': secret }).end('x'),
  ];
  for (const [index, echo] of echoes.entries()) {
    const { url } = await serve(echo);
    const failure = (await run(`${url}/private/path?${secret}`).catch((cause: unknown) => cause)) as Error;
    expect(failure).toMatchObject(refused(/127\.0\.0\.1|10\.0\.0\.1/));
    expect(failure.message, String(index)).not.toMatch(/8d969|private/);
  }
  const { url } = await serve((_, response) => response.end('x'));
  const { log, end } = await run(`${url}/private/path?${secret}`);
  expect(JSON.stringify([log, end])).not.toMatch(/8d969|private/);
  expect(tool.parameters.properties.url).toMatchObject({ writeOnly: true });
});

it('keeps what is there, unless it is to be replaced', async () => {
  const { url } = await serve((_, response) => response.end('new'));
  const there = { 'a.bin': Buffer.from('old') };
  await expect(run(url, {}, there)).rejects.toMatchObject({ code: 'conflict' });
  expect((await run(url, { overwrite: true }, there)).written.get('a.bin')?.toString()).toBe('new');
});

/** Bytes of the file in a folder; 0 without one. */
async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return Math.max(0, ...(await Promise.all(sizes)));
}

describe('a connection that breaks', () => {
  let kept: string;
  beforeEach(async () => {
    kept = await mkdtemp(join(tmpdir(), 'alidade-kept-'));
  });
  afterEach(() => rm(kept, { recursive: true }));

  /** Sends so many bytes of the file, then ends the connection when they are on the disk. */
  const cutting =
    (etag: string | undefined, cutAfter: number): RequestListener =>
    (request, response) => {
      const from = etag && request.headers['if-range'] === etag ? Number(/\d+/.exec(request.headers.range ?? '0')) : 0;
      const rest = BYTES.subarray(from);
      const headers = { 'content-length': rest.length, ...(etag ? { etag } : {}) };
      if (from > 0)
        response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` });
      else response.writeHead(200, headers);
      if (rest.length <= cutAfter) return void response.end(rest);
      response.write(rest.subarray(0, cutAfter));
      const isThere = async (): Promise<boolean> => (await bytesIn(kept)) >= from + cutAfter;
      void vi.waitUntil(isThere, { timeout: 20_000, interval: 10 }).finally(() => response.destroy());
    };

  it('D-4 is taken up where it broke, of the same version', async () => {
    const { url, asked } = await serve(cutting('"v1"', 120_000));
    const { written } = await run(url, {}, {}, undefined, kept);
    expect(written.get('a.bin')?.equals(BYTES)).toBe(true);
    expect(asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=120000-', '"v1"'],
      ['bytes=240000-', '"v1"'],
    ]);
  });

  it('D-4 begins anew where the other side knows no versions', async () => {
    let answers = 0;
    const { url, asked } = await serve((request, response) =>
      cutting(undefined, (answers += 1) === 1 ? 120_000 : BYTES.length)(request, response),
    );
    const { written } = await run(url, {}, {}, undefined, kept);
    expect(written.get('a.bin')?.equals(BYTES)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('D-4 again and again is given up', async () => {
    const { url, asked } = await serve((request) => request.socket.destroy());
    await expect(run(url)).rejects.toMatchObject(refused(/connection to .* failed/));
    expect(asked).toHaveLength(3);
  });
});

describe('a second attempt', () => {
  /** What the file is now, and how many bytes an answer has before it stalls. */
  interface Origin {
    etag: string | undefined;
    bytes: Buffer;
    stallAfter: number;
    /** It heeds ranges, but not which version they are asked of. */
    isCareless?: boolean;
  }
  const origin =
    (state: Origin): RequestListener =>
    ({ headers }, response) => {
      const { etag, bytes } = state;
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const isPart = from > 0 && (headers['if-range'] === etag || state.isCareless === true);
      if (isPart && from >= bytes.length)
        return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      const rest = isPart ? bytes.subarray(from) : bytes;
      const range = isPart ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
      response.writeHead(isPart ? 206 : 200, { ...range, ...(etag && { etag }), 'content-length': rest.length });
      if (rest.length <= state.stallAfter) response.end(rest);
      else response.write(rest.subarray(0, state.stallAfter));
    };
  const OTHER = Buffer.from(BYTES).reverse();
  /** An attempt that is ended when so many bytes are on the disk, and the one after it. */
  async function twice(first: Origin, change: Partial<Origin>, between = (_: string) => Promise.resolve()) {
    const kept = await mkdtemp(join(tmpdir(), 'alidade-kept-'));
    const state = { ...first };
    const { url, asked } = await serve(origin(state));
    const stop = new AbortController();
    const ended = run(url, {}, {}, stop.signal, kept).catch((cause: unknown) => cause);
    await expect.poll(() => bytesIn(kept), { timeout: 20_000 }).toBe(Math.min(first.stallAfter, first.bytes.length));
    stop.abort(new Error('stopping'));
    await ended;
    await between(kept);
    Object.assign(state, { stallAfter: Infinity }, change);
    const { written, log } = await run(url, {}, {}, undefined, kept);
    await rm(kept, { recursive: true });
    return { file: written.get('a.bin')!, log, ranges: asked.slice(1).map(({ headers }) => headers.range) };
  }
  const FIRST = { etag: '"v1"', bytes: BYTES, stallAfter: 120_000 };

  it('goes on with what the first one left', async () => {
    const { file, ranges, log } = await twice(FIRST, {});
    expect(file.equals(BYTES)).toBe(true);
    expect(ranges).toEqual(['bytes=119999-']);
    expect(log).toContain('120000 bytes of it came before.');
  });

  it.each([
    ['of a version that is no more', FIRST, { etag: '"v2"', bytes: OTHER }, ['bytes=119999-', undefined]],
    ['when there is less by now', FIRST, { bytes: BYTES.subarray(0, 50_000) }, ['bytes=119999-', undefined]],
    [
      'of a version that is no more, from a service that sends parts of any',
      FIRST,
      { etag: '"v2"', bytes: OTHER, isCareless: true },
      ['bytes=119999-', undefined],
    ],
    ['without a version', { ...FIRST, etag: undefined }, {}, [undefined]],
    ['of a weak version', { ...FIRST, etag: 'W/"v1"' }, {}, [undefined]],
  ] as const)('begins anew %s', async (_, first, change, expected) => {
    const { file, ranges } = await twice(first, change);
    expect(file.equals('bytes' in change ? change.bytes : BYTES)).toBe(true);
    expect(ranges).toEqual(expected);
  });

  it('takes what an attempt noted that died, not what lies behind it, and nothing that is damaged', async () => {
    const damaged = await twice(FIRST, {}, async (kept) => {
      for (const name of await readdir(kept)) if (name.endsWith('.json')) await writeFile(join(kept, name), '{"etag"');
    });
    expect([damaged.file.equals(BYTES), damaged.ranges]).toEqual([true, [undefined]]);
    const longer = await twice(FIRST, {}, async (kept) => {
      for (const name of await readdir(kept))
        if (!name.endsWith('.json')) await appendFile(join(kept, name), 'not of this file');
      await writeFile(join(kept, 'lonely.json'), '{"etag": "\\"v1\\"", "bytes": 200000}');
    });
    expect([longer.file.equals(BYTES), longer.ranges]).toEqual([true, ['bytes=119999-']]);
  });
});

describe('what the quota has no room for', () => {
  const LONG = Buffer.alloc(40 * 2 ** 20);
  const large = importFile(
    createRemoteFiles({ settings: { ...settings, import: { ...settings.import, maxSizeMB: 64 } }, retry }),
    2,
  );
  it.each([
    ['as soon as its size is told', { 'content-length': LONG.length }, 0],
    ['while it comes, where nobody knows its size', {}, 20 * 2 ** 20],
  ])('is refused %s, and nothing of it is kept', async (_, headers, room) => {
    const kept = await mkdtemp(join(tmpdir(), 'alidade-kept-'));
    const { url } = await serve((__, response) => void response.writeHead(200, { etag: '"v1"', ...headers }).end(LONG));
    bench.room = room;
    const attempt = bench.run(large, { url, fileName: 'a' }, {}, undefined, kept);
    await expect(attempt).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(await readdir(kept)).toEqual([]);
    bench.room = Infinity;
    await rm(kept, { recursive: true });
  });
});

it('a file that is replaced counts as free', async () => {
  const { url } = await serve((_, response) => void response.end(Buffer.alloc(600)));
  bench.room = 100;
  try {
    const there = { a: Buffer.alloc(500) };
    const { written } = await bench.run(
      importFile(createRemoteFiles({ settings, retry }), 2),
      { url, fileName: 'a', overwrite: true },
      there,
    );
    expect(written.get('a')).toHaveLength(600);
    bench.room = 99;
    const attempt = bench.run(
      importFile(createRemoteFiles({ settings, retry }), 2),
      { url, fileName: 'a', overwrite: true },
      there,
    );
    await expect(attempt).rejects.toMatchObject({ code: 'quota-exceeded' });
  } finally {
    bench.room = Infinity;
  }
});

describe('D-1, D-3 what is not asked', () => {
  it.each([
    ['http://10.0.0.1/x', /not a public address/],
    ['http://[::1]/x', /not a public address/],
    ['http://169.254.169.254/latest', /not a public address/],
    ['http://2130706434/', /not a public address/],
    ['https://maps.example.org/orgs', /this service itself/],
    ['file:///etc/passwd', /url/],
    ['gopher://example.org/x', /url/],
    ['https://me:secret@example.org/x', /as username and password/],
    ['no address', /url/],
  ])('%s', async (url, words) => {
    await expect(run(url)).rejects.toMatchObject(refused(words));
  });

  it.each(['http://127.0.0.2/', 'file:///etc/passwd', 'http://[fd00::1]/'])('a redirect to %s', async (location) => {
    const { url } = await serve((_, response) => void response.writeHead(302, { location }).end());
    await expect(run(url)).rejects.toMatchObject(refused(/not a public address|only http/));
  });

  it('more redirects than are followed', async () => {
    const { url, asked } = await serve((_, response) => void response.writeHead(302, { location: '/' }).end());
    await expect(run(url)).rejects.toMatchObject(refused(/redirects more than 3 times/));
    expect(asked).toHaveLength(4);
  });

  it('D-2 a name with a private address', async () => {
    const files = createRemoteFiles({ settings, retry, resolve: async () => ['93.184.216.34', '10.0.0.1'] });
    const attempt = bench.run(importFile(files, 2), { url: 'http://rebind.example/', fileName: 'a' }, {});
    await expect(attempt).rejects.toMatchObject(refused(/not a public address/));
  });
});

describe('D-4 what has no end in sight', () => {
  it.each([
    ['is silent', (() => undefined) as RequestListener, {}, /did not answer within/],
    ['sends next to nothing', drip(20), {}, /sent next to nothing|did not arrive within/],
    ['sends more than is allowed', flood, {}, /more than the 1048576 bytes|more than/],
    ['announces more than is allowed', announce(2 ** 21), {}, /1048576 bytes/],
    ['announces another size than was said', announce(5), { sizeBytes: 6 }, /sends 5 bytes, not the 6/],
    [
      'sends more than was said',
      ((_, response) => response.write('1234567')) as RequestListener,
      { sizeBytes: 6 },
      /more than the 6 bytes/,
    ],
    [
      'compresses',
      ((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')) as RequestListener,
      {},
      /compresses/,
    ],
    [
      'has no such file',
      ((_, response) => response.writeHead(404).end()) as RequestListener,
      {},
      /answered 404: there is nothing at this address/,
    ],
  ])('a service that %s', async (_, listener, more, words) => {
    const { url } = await serve(listener);
    await expect(run(url, more)).rejects.toMatchObject(refused(words));
  });

  it('ends with its signal', async () => {
    const { url } = await serve(drip(5));
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('cancelled')), 200);
    await expect(run(url, {}, {}, stop.signal)).rejects.toThrow('cancelled');
  });
});

it.each([
  [{ fileName: '../x' }, /fileName|path/],
  [{ fileName: 'a/b' }, /fileName/],
  [{ fileName: '.ddb' }, /reserved name/],
  [{ folder: '../x' }, /path must not hold/],
  [{ folder: '/etc' }, /relative/],
  [{ sizeBytes: -1 }, /sizeBytes/],
])('%j is refused', async (more, words) => {
  await expect(run('http://127.0.0.1:9/', more)).rejects.toMatchObject(refused(words));
});

function drip(everyMs: number): RequestListener {
  return (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), everyMs);
    response.on('close', () => clearInterval(timer));
  };
}

function flood(_: unknown, response: Parameters<RequestListener>[1]): void {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
}

function announce(bytes: number): RequestListener {
  return (_, response) => response.writeHead(200, { 'content-length': bytes }).flushHeaders();
}
