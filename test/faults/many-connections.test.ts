import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { FULL } from '../support/full.ts';
import { startProcess, type ServiceProcess } from '../support/process.ts';
import { ADMIN, until } from '../support/service.ts';

/** Connections of one test process; each takes a handle of it and one of the service. */
const CONNECTIONS = FULL ? 10_000 : 1500;
/** Others are answered within a second. */
const LONGEST_WAIT_MS = 1000;
/** At once: more are refused by the queue of the system's listener. */
const OPENING = 100;

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-connections-'));
  await placeEmbeddedDatabase(dataDir);
  service = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: ADMIN.password });
});
afterAll(async () => {
  await service.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const handles = async (): Promise<number> => (await readdir(`/proc/${service.child.pid}/fd`)).length;

async function open(): Promise<Socket> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  await new Promise<void>((resolve, reject) => socket.once('connect', () => resolve()).once('error', reject));
  socket.removeAllListeners('error').on('error', () => undefined);
  return socket;
}

/** @returns milliseconds until the service answers */
async function answerTime(): Promise<number> {
  const asked = performance.now();
  expect((await fetch(`${service.url}/version`)).status).toBe(200);
  return performance.now() - asked;
}

/** What the service sends to raw bytes, up to the end of the connection or for a time. */
async function answerTo(bytes: string, milliseconds = 10_000): Promise<string> {
  const socket = await open();
  let sent = '';
  socket.on('data', (chunk) => (sent += chunk.toString()));
  socket.write(bytes);
  await Promise.race([once(socket, 'close'), once(socket, 'data'), delay(milliseconds)]);
  socket.destroy();
  return sent;
}

describe('J-1', () => {
  it(`answers others while ${CONNECTIONS} connections are idle, or send their headers byte by byte`, async () => {
    await answerTime();
    const before = await handles();
    const sockets: Socket[] = [];
    while (sockets.length < CONNECTIONS)
      sockets.push(
        ...(await Promise.all(Array.from({ length: Math.min(OPENING, CONNECTIONS - sockets.length) }, open))),
      );
    for (const [index, socket] of sockets.entries()) if (index % 2 === 0) socket.write('GET /version HT');
    // The system accepts connections before the service does.
    await until(handles, (now) => now >= before + CONNECTIONS);
    for (let asked = 0; asked < 5; asked += 1) expect(await answerTime()).toBeLessThan(LONGEST_WAIT_MS);
    for (const socket of sockets) socket.destroy();
    // The embedded database opens files of its own meanwhile.
    await until(handles, (now) => now < before + 100);
  });

  it('refuses 1 MB of headers, and reads an address with 40,000 fields in time proportional to its size', async () => {
    expect(await answerTo(`GET /version HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*"The headers of the request are too long\."/,
    );
    const asked = performance.now();
    const answer = await fetch(`${service.url}/version?${'a=&'.repeat(40_000)}`);
    expect(answer.status).toBe(200);
    // Some 20 ms; copying what came before for each field would take a minute.
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect((await fetch(`${service.url}/version?__proto__=1&constructor.prototype=2`)).status).toBe(200);
  });

  it('ends requests whose headers do not arrive within 30 s', async ({ skip }) => {
    skip(CONNECTIONS < 10_000, 'it waits for up to 60 s; npm run test:full has it');
    expect(await answerTo('GET /version HTTP/1.1\r\nhost: x\r\nx-slow: ', 90_000)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
