import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

// A browser reads no answer before it has sent its whole body: a service that stops reading leaves it waiting for ever.

const MIB = 1024 * 1024;
/** Far more than the buffers of both sockets. */
const BODY_MIB = 32;

let service: TestService;
let person: Person;

beforeAll(async () => {
  service = await startService({ EnableStorageLimiter: 'true' });
  person = await createPerson(service, 'owner');
  await service.call('PUT', `/users/owner/storage`, { json: { total: MIB } });
  await createDataset(service, 'owner/data', 0, ['file.txt']);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Sends all of a large file at the pace the service reads it. @returns status of the answer */
async function sendAll(path: string, withLength: boolean): Promise<number> {
  const field = (facts: string): string => `--b\r\nContent-Disposition: form-data; ${facts}\r\n\r\n`;
  const head = `${field('name="path"')}${path}\r\n${field('name="file"; filename="f"')}`;
  const parts = [
    Buffer.from(head),
    ...Array.from({ length: BODY_MIB }, () => Buffer.alloc(MIB)),
    Buffer.from('\r\n--b--\r\n'),
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(
    [
      'POST /orgs/owner/ds/data/obj HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${person.token}`,
      'content-type: multipart/form-data; boundary=b',
      withLength ? `content-length: ${length}` : 'transfer-encoding: chunked',
      '\r\n',
    ].join('\r\n'),
  );
  const send = (bytes: Uint8Array): Promise<unknown> =>
    socket.write(bytes) ? Promise.resolve() : once(socket, 'drain');
  for (const part of parts) {
    if (!withLength) await send(Buffer.from(`${part.length.toString(16)}\r\n`));
    await send(part);
    if (!withLength) await send(Buffer.from('\r\n'));
  }
  if (!withLength) await send(Buffer.from('0\r\n\r\n'));
  const [text] = await answer;
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(text))?.[1]);
}

it.each([
  ['over the quota, known from the length', 'big.bin', true, 507],
  ['over the quota, found while reading', 'big.bin', false, 507],
  ['of a path that cannot be', '../out.bin', true, 400],
])('G-2 an upload %s is read to its end, so that its sender gets the answer', async (_, path, withLength, status) => {
  expect(await sendAll(path, withLength)).toBe(status);
});
