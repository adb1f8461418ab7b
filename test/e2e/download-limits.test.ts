import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startProcess, type ServiceProcess } from '../support/process.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const FILE = '/orgs/admin/ds/open/download?path=large.bin';
/** More than sockets on both sides hold, so that a client who does not read keeps the download open. */
const LARGE = 40_000_000;

let server: TestPostgres;
let service: TestService;
let other: ServiceProcess;
let person: Person;

beforeAll(async () => {
  server = await startPostgres();
  const limits = { DATABASE_URL: await server.createDatabase('limits'), MaxConcurrentDownloadsPerUser: '2' };
  service = await startService(limits);
  other = await startProcess({ ...limits, DATA_DIR: service.dataDir, BUILDS__CONCURRENCY: '0' });
  person = await createPerson(service, 'person');
  await createDataset(service, 'admin/open', 1, ['a.txt']);
  const body = form({ path: 'large.bin', file: Buffer.alloc(LARGE) });
  await service.call('POST', '/orgs/admin/ds/open/obj', { body });
});
afterAll(async () => {
  await other.end('SIGKILL');
  await service[Symbol.asyncDispose]();
  await server.stop();
});

/** Begins a download and reads no more than its beginning. */
async function beginAt(url: string, token?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${FILE} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n`);
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.pause();
  expect(first.toString('latin1').slice(0, 12)).toBe('HTTP/1.1 200');
  return socket;
}

const check = (headers: Record<string, string> = {}): Promise<Response> =>
  person.call('GET', FILE, undefined, { headers: { 'x-download-check': '1', ...headers } });
const isFree = async (): Promise<boolean> => (await check()).status === 200;

describe('downloads at the same time', () => {
  it('are limited for a user over all processes, and free when they end, their client goes or their process dies', async () => {
    const open = [await beginAt(service.url, person.token), await beginAt(other.url, person.token)];
    const refused = await person.call('GET', '/orgs/admin/ds/open/download');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '10',
      { error: expect.stringContaining('2 downloads open') as string },
    ]);
    const html = await person.call('GET', FILE, undefined, { headers: { accept: 'text/html,*/*' } });
    expect([html.status, html.headers.get('retry-after'), html.headers.get('content-type')]).toEqual([
      429,
      '10',
      'text/html; charset=utf-8',
    ]);
    expect(await html.text()).toContain('Too many downloads');
    const probe = await check({ accept: 'text/html' });
    expect([probe.status, probe.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8']);
    // Others are not concerned: administrators, visitors of another key, HEAD.
    expect((await service.call('GET', FILE, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
    expect((await service.call('GET', FILE, { token: null, headers: { 'x-download-check': '1' } })).status).toBe(200);
    expect((await person.call('HEAD', FILE)).status).toBe(200);
    open[0]!.destroy();
    await until(isFree, (free) => free);
    open.push(await beginAt(service.url, person.token));
    expect(await isFree()).toBe(false);
    await other.end('SIGKILL');
    // The dead process counts until three of its heartbeats are missed.
    await until(isFree, (free) => free, 45);
    for (const socket of open) socket.destroy();
  });

  it('of anonymous visitors are counted by address, and the probe tells nothing to who may not read', async () => {
    const open = [await beginAt(service.url), await beginAt(service.url)];
    const refused = await service.call('GET', '/orgs/admin/ds/open/download?path=a.txt', { token: null });
    expect(refused.status).toBe(429);
    for (const socket of open) socket.destroy();
    const free = (): Promise<number> =>
      service.call('GET', '/orgs/admin/ds/open/download?path=a.txt', { token: null }).then(({ status }) => status);
    await until(free, (status) => status === 200);
    await createDataset(service, 'admin/closed', 0, ['a.txt']);
    const closed = await service.call('GET', '/orgs/admin/ds/closed/download?path=a.txt', {
      token: null,
      headers: { 'x-download-check': '1' },
    });
    expect(closed.status).toBe(401);
    const features = (await (await service.call('GET', '/sys/features')).json()) as object;
    expect(features).toMatchObject({ maxConcurrentDownloadsPerUser: 2 });
  });
});
