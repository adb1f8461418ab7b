import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { basic, startProcess } from '../support/process.ts';
import { form } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alidade-process-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('refuses a second process on the embedded database, and a third may start after a kill', async () => {
  await placeEmbeddedDatabase(dataDir);
  const first = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123' });
  await expect(startProcess({ DATA_DIR: dataDir })).rejects.toThrow(
    'The data folder is in use by another Alidade process',
  );
  await first.end('SIGKILL');
  const third = await startProcess({ DATA_DIR: dataDir });
  expect(await third.end('SIGTERM')).toBe(0);
});

it('I-6 lets a running upload end after SIGTERM, takes no new one, and cuts off what is late', async () => {
  await placeEmbeddedDatabase(dataDir);
  const service = await startProcess({ DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123', SHUTDOWN_SECONDS: '8' });
  const headers = basic('secret123');
  await fetch(`${service.url}/orgs/admin/ds`, { method: 'POST', headers, body: form({ slug: 'late' }) });
  const { port } = new URL(service.url);
  const begin = (length: number): ReturnType<typeof connect> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /orgs/admin/ds/late/obj HTTP/1.1\r\nhost: x\r\nauthorization: ${headers['authorization']!}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`,
    );
    return socket;
  };
  // More than what is gathered in memory: only a larger file shows on the disk before all of it has come.
  const content = `${'early '.repeat(50_000)}late`;
  const body = `--b\r\ncontent-disposition: form-data; name="path"\r\n\r\nlate.txt\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${content}\r\n--b--\r\n`;
  const finishing = begin(body.length);
  const hanging = begin(1_000_000);
  // Behind the begin of the file, which shows on the disk that the upload was let in.
  const half = body.lastIndexOf('late');
  for (const socket of [finishing, hanging]) socket.write(body.slice(0, half + 2));
  await expect.poll(async () => (await storedFiles({ dataDir })).length).toBe(2);
  const exit = service.end('SIGTERM');
  const asked = (): Promise<string> =>
    fetch(`${service.url}/version`).then(
      () => 'answered',
      ({ message }: Error) => message,
    );
  await expect.poll(asked).toBe('fetch failed');
  const answers = text(finishing);
  // The next request of a client that did not wait for the answer.
  finishing.write(`${body.slice(half + 2)}GET /version HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [first, second] = (await answers).split(/(?=HTTP\/1.1 503 )/);
  expect(first).toMatch(/^HTTP\/1.1 201 /);
  expect(second).toMatch(/^retry-after: 5\r$/m);
  expect(second).toMatch(/\r\n\r\n\{"error":"The service is stopping. Try again in some seconds."\}$/);
  expect(await exit).toBe(0);
});
