import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';

/** What arrives of a file at first: so much that the rest is not gathered in memory, and so little that it is. */
const LARGE = 'first half '.repeat(30_000);
const SMALL = 'first half';
/** Longer than bodies take that count as read at once. */
const SLOW_MS = 1200;

describeOnOneDatabase('rights lost while a request is sent', (environment) => {
  let service: TestService | undefined;
  let sender: Person;
  let made = 0;

  beforeEach(async () => {
    service ??= await startService({ ...(await environment()), BUILDS__CONCURRENCY: '0' });
    made += 1;
    await service.call('POST', '/orgs', { json: { slug: `team${made}` } });
    await createDataset(service, `team${made}/data`, 0);
    sender = await createPerson(service, `sender${made}`);
    await addMember(service, `team${made}`, sender.name, 3);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  /** Sends the head and the first half of a body; what is returned sends the rest and gives the status. */
  const begin = (
    method: string,
    path: string,
    contentType: string,
    [head, rest]: readonly [string, string],
    more: Readonly<Record<string, string>> = {},
  ) => {
    const sending = request(service!.url + path, {
      method,
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': contentType, ...more },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sending.on('response', (answer) => resolve(answer.resume().statusCode));
      sending.on('error', reject);
    });
    sending.write(head);
    return () => {
      sending.end(rest);
      return status;
    };
  };
  const part = (name: string, more = ''): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const beginUpload = (file: string | null = LARGE) =>
    begin('POST', `/orgs/team${made}/ds/data/obj`, 'multipart/form-data; boundary=b', [
      `${part('path')}new.txt\r\n${file === null ? '' : `${part('file', '; filename="x"')}${file}`}`,
      file !== null ? 'second half\r\n--b--\r\n' : '--b--\r\n',
    ]);
  /** Until the service has let the uploads in: their bytes are on the way to the disk then. */
  const arriving = (uploads: number) =>
    until(
      () => storedFiles(service!),
      ({ length }) => length === uploads,
    );
  /** The same for requests that leave nothing on the disk before their end. */
  const underWay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
  const entries = async (dataset = `team${made}/ds/data`): Promise<unknown> =>
    (await service!.call('GET', `/orgs/${dataset}/list`)).json();
  /** Files of the blob store, finished or not. */
  const losses: readonly (readonly [what: string, loss: () => Promise<Response>, status: number])[] = [
    ['his membership', () => service!.call('DELETE', `/orgs/team${made}/members/${sender.name}`), 404],
    [
      'the level that writes',
      () => service!.call('PUT', `/orgs/team${made}/members/${sender.name}`, { json: { permissions: 0 } }),
      403,
    ],
    ['his account', () => service!.call('DELETE', `/users/${sender.name}`), 401],
    [
      'the right to sign in',
      () => service!.call('PUT', `/users/${sender.name}`, { json: { roles: ['deactivated'] } }),
      401,
    ],
    ['his session', () => sender.call('POST', '/users/logout/everywhere', {}), 401],
  ];

  for (const [what, loss, expected] of losses) {
    it(`B-7 places no file whose sender lost ${what} before its end`, async () => {
      for (const file of [LARGE, SMALL, null]) {
        if (file !== LARGE && what !== 'his membership') break;
        const end = beginUpload(file);
        await (file === LARGE ? arriving(1) : underWay());
        expect((await loss()).ok).toBe(true);
        expect(await end()).toBe(expected);
        expect([await entries(), await storedFiles(service!)]).toEqual([[], []]);
        if (what === 'his membership') await addMember(service!, `team${made}`, sender.name, 3);
      }
    });
  }

  it('B-7 places no file in a dataset that was moved to where its sender may not write, nor in one that took its name', async () => {
    await service!.call('POST', '/orgs', { json: { slug: `secret${made}` } });
    const end = beginUpload();
    const second = beginUpload();
    await arriving(2);
    const move = { sourceOrgSlug: `team${made}`, destinationOrgSlug: `secret${made}`, datasetSlugs: ['data'] };
    expect((await service!.call('POST', '/sys/move-datasets', { json: move })).status).toBe(200);
    expect(await end()).toBe(404);
    await createDataset(service!, `team${made}/data`, 0);
    expect(await second()).toBe(409);
    expect([await entries(), await entries(`secret${made}/ds/data`), await storedFiles(service!)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('B-7 places no resumed upload whose sender lost the level that writes before its last byte, until he has it again', async () => {
    const uploads = `/orgs/team${made}/ds/data/uploads`;
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `path ${Buffer.from('new.txt').toString('base64')}`;
    // So much is on the disk before its end, and shows there that the upload was let in.
    const half = 'half '.repeat(300_000);
    const size = 2 * half.length;
    const begun = await sender.call('POST', uploads, undefined, {
      headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata },
    });
    const address = begun.headers.get('location')!;
    const type = 'application/offset+octet-stream';
    const end = begin('PATCH', address, type, [half, half], { ...tus, 'upload-offset': '0' });
    const part = join(service!.dataDir, 'uploads', address.split('/').at(-1)!);
    await expect.poll(async () => (await stat(part)).size).toBeGreaterThan(0);
    const level = (permissions: number): Promise<Response> =>
      service!.call('PUT', `/orgs/team${made}/members/${sender.name}`, { json: { permissions } });
    await level(0);
    expect(await end()).toBe(403);
    expect(await entries()).toEqual([]);
    await level(1);
    // Its bytes waited.
    const again = await sender.call('HEAD', address, undefined, { headers: tus });
    expect([again.status, again.headers.get('upload-offset')]).toEqual([200, String(size)]);
    expect(await entries()).toMatchObject([{ path: 'new.txt', size }]);
  });

  it('B-7 does nothing of a slow call whose sender lost his rights before its body ended', async () => {
    const other = await createPerson(service!, `other${made}`);
    const body = JSON.stringify({ userName: other.name, permissions: 3 });
    const end = begin('POST', `/orgs/team${made}/members`, 'application/json', [body.slice(0, 9), body.slice(9)]);
    await underWay();
    await service!.call('DELETE', `/orgs/team${made}/members/${sender.name}`);
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    expect(await end()).toBe(404);
    expect(await (await service!.call('GET', `/orgs/team${made}/members`)).json()).toEqual([]);
  });

  it('takes a file whose sender kept his rights, however long it took', async () => {
    const end = beginUpload();
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    expect(await end()).toBe(201);
    expect(
      await until(
        () => entries() as Promise<unknown[]>,
        ({ length }) => length > 0,
      ),
    ).toHaveLength(1);
  });
});
