import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import {
  createOutboundClient,
  createTargetPolicy,
  wholeBody,
  type OutboundClient,
  type OutboundRequest,
  type Resolve,
} from './index.ts';

const open: (Server | OutboundClient)[] = [];
afterEach(() => {
  for (const item of open.splice(0)) {
    if ('closeAllConnections' in item) item.closeAllConnections();
    item.close();
  }
});

/** Where a service is to be given up: soon. */
const IDLE_MS = 300;
/** Elsewhere: later than this process ever stops for, when the machine has other things to do. */
const PATIENT_MS = 60_000;

/** A server on this machine. @returns its port */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function connect(options: { allowed?: readonly string[]; resolve?: Resolve; idleMs?: number } = {}): OutboundClient {
  const { allowed = ['127.0.0.1'], resolve, idleMs = PATIENT_MS } = options;
  const client = createOutboundClient({
    policy: createTargetPolicy(allowed, undefined),
    maxRedirects: 5,
    idleMs,
    connections: 2,
    ...(resolve ? { resolve } : {}),
  });
  open.push(client);
  return client;
}

async function ask(client: OutboundClient, address: string, more: Partial<OutboundRequest> = {}, maxBytes = 1000) {
  const answer = await client.send(new URL(address), { signal: AbortSignal.timeout(PATIENT_MS / 2), ...more });
  return wholeBody(answer.body(maxBytes));
}

it('asks what it may ask, over a connection that stays', async () => {
  const ports = new Set<number | undefined>();
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end(`${request.headers['accept-encoding']} ${request.headers.authorization}`);
  });
  const client = connect();
  for (let round = 0; round < 3; round += 1)
    expect(await ask(client, `HTTP://127.0.0.1:${port}/`, { authorization: 'Bearer token' })).toBe(
      'identity Bearer token',
    );
  expect(ports.size).toBe(1);
});

it('D-2 a name that is public when it is checked and private when it is connected to reaches nothing', async () => {
  let hits = 0;
  const port = await serve((_, response) => response.end(`${(hits += 1)}`));
  // An address of documentation stands for a public one: nothing is there.
  const answers = [['192.0.2.1'], ['127.0.0.1']];
  const asked: string[] = [];
  const client = connect({
    allowed: ['192.0.2.1'],
    idleMs: IDLE_MS,
    resolve: async (name) => {
      asked.push(name);
      return answers[asked.length - 1] ?? ['127.0.0.1'];
    },
  });
  // The first answer is connected to (and gives nothing in time), the second one is refused.
  await expect(ask(client, `http://rebind.example:${port}/`)).rejects.toMatchObject({ fault: 'passing' });
  await expect(ask(client, `http://rebind.example:${port}/`)).rejects.toMatchObject({ fault: 'refused' });
  expect([asked, hits]).toEqual([['rebind.example', 'rebind.example'], 0]);
});

it('D-2 connects to what was checked: the name is asked once for a connection', async () => {
  const port = await serve((_, response) => response.end('here'));
  let asked = 0;
  const client = connect({
    resolve: async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    },
  });
  expect(await ask(client, `http://peer.example:${port}/`)).toBe('here');
  expect(asked).toBe(1);
});

it.each([
  ['one private address among public ones', async () => ['93.184.216.34', '10.0.0.1'], 'refused'],
  ['a name like 127.0.0.1.nip.io', async () => ['127.0.0.1'], 'refused'],
  ['an IPv6 name for this machine', async () => ['::ffff:127.0.0.1'], 'refused'],
  ['no address', async () => [], 'passing'],
  ['a name server that fails', () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' })), 'passing'],
] as const)('D-2 %s', async (_, resolve, fault) => {
  let hits = 0;
  const port = await serve((_request, response) => response.end(`${(hits += 1)}`));
  const client = connect({ allowed: [], resolve });
  await expect(ask(client, `http://peer.example:${port}/`)).rejects.toMatchObject({ fault });
  expect(hits).toBe(0);
});

it('D-3 follows a few redirects, not thirty', async () => {
  let hits = 0;
  const port = await serve((request, response) => {
    hits += 1;
    const left = Number(request.url!.slice(1));
    if (left === 0) return void response.end('arrived');
    return void response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await ask(connect(), `http://127.0.0.1:${port}/5`)).toBe('arrived');
  hits = 0;
  await expect(ask(connect(), `http://127.0.0.1:${port}/30`)).rejects.toMatchObject({ fault: 'refused' });
  expect(hits).toBe(6);
});

it.each([
  'http://127.0.0.2/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706434/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
])('D-3 an allowed host cannot lead to %s', async (location) => {
  const port = await serve((_, response) => void response.writeHead(307, { location }).end());
  await expect(ask(connect(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ fault: 'refused' });
});

it('D-3 a redirect to a name is looked up like every other', async () => {
  const port = await serve((_, response) => void response.writeHead(302, { location: 'http://inside.example/' }).end());
  const client = connect({ resolve: async () => ['10.1.2.3'] });
  await expect(ask(client, `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ fault: 'refused' });
});

it('D-3 takes the token nowhere else, and never back', async () => {
  const seen: (string | undefined)[] = [];
  let first = '';
  const second = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { location: `${first}/end` }).end();
  });
  const port = await serve((request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === '/end') return void response.end('arrived');
    return void response.writeHead(302, { location: `http://127.0.0.1:${second}/` }).end();
  });
  first = `http://127.0.0.1:${port}`;
  expect(await ask(connect(), first, { authorization: 'Bearer token' })).toBe('arrived');
  expect(seen).toEqual(['Bearer token', undefined, undefined]);
});

it('D-3 a sign-in is not sent on', async () => {
  const port = await serve(
    (_, response) => void response.writeHead(307, { location: 'https://elsewhere.example/' }).end(),
  );
  const login = { method: 'POST', body: 'password=secret' } as const;
  await expect(ask(connect(), `http://127.0.0.1:${port}/`, login)).rejects.toThrow(/https:\/\/elsewhere.example/);
});

const loris =
  (every: number): RequestListener =>
  (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), every);
    response.on('close', () => clearInterval(timer));
  };

it.each([
  ['says nothing at all', () => undefined, 'passing'],
  ['sends a head and no body', (_: unknown, response: { flushHeaders(): void }) => response.flushHeaders(), 'passing'],
  ['sends a byte now and then', loris(20), 'passing'],
] as const)('D-4 a service that %s is given up in time', async (_, listener, fault) => {
  const port = await serve(listener as RequestListener);
  // What `ask` itself ends, after half a minute, has no fault.
  const client = connect({ idleMs: IDLE_MS });
  await expect(ask(client, `http://127.0.0.1:${port}/`, {}, 1e6)).rejects.toMatchObject({ fault });
});

it('D-4 time in which this side does not read counts for nothing', async () => {
  const port = await serve((_, response) => response.end(Buffer.alloc(3_000_000)));
  const idleMs = 3 * IDLE_MS;
  const signal = AbortSignal.timeout(PATIENT_MS);
  const answer = await connect({ idleMs }).send(new URL(`http://127.0.0.1:${port}/`), { signal });
  let bytes = 0;
  for await (const chunk of answer.body(3_000_000)) {
    if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, idleMs * 2));
    bytes += chunk.byteLength;
  }
  expect(bytes).toBe(3_000_000);
});

it('D-4 an endless body ends where it should have', async () => {
  let sent = 0;
  const port = await serve((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  await expect(ask(connect(), `http://127.0.0.1:${port}/`, {}, 100_000)).rejects.toMatchObject({ fault: 'lasting' });
  expect(sent).toBeLessThan(50_000_000);
});

it.each([
  ['more than was expected', { 'content-length': '1001' }, Buffer.alloc(1001), 'lasting'],
  ['less than it says', { 'content-length': '900' }, Buffer.alloc(10), 'passing'],
  ['a gzip bomb', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1e7)).subarray(0, 900), 'lasting'],
] as const)('D-4 %s', async (_, headers, bytes, fault) => {
  const port = await serve((_request, response) => {
    response.writeHead(200, headers);
    response.write(bytes, () => response.destroy());
  });
  await expect(ask(connect(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ fault });
});

it('ends with its signal, with the reason of the signal', async () => {
  const port = await serve(loris(20));
  const stop = new AbortController();
  const asked = ask(connect(), `http://127.0.0.1:${port}/`, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 100);
  await expect(asked).rejects.toThrow('enough');
});

it('is quiet when its signal fires while a short answer was read in part', async () => {
  const port = await serve((_, response) => response.end('{"hello":1}'));
  const client = connect();
  for (let round = 0; round < 20; round += 1) {
    const stop = new AbortController();
    const answer = await client.send(new URL(`http://127.0.0.1:${port}/`), { signal: stop.signal });
    const reader = async (): Promise<void> => {
      for await (const chunk of answer.body(100)) throw new Error(`had enough of ${chunk.byteLength} bytes`);
    };
    await expect(reader()).rejects.toThrow('had enough');
    stop.abort(new Error('all is over')); // An error that nobody hears would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, round % 3));
  }
});
