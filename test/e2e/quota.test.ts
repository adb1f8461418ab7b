import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';

const MIB = 1024 * 1024;

describeOnOneDatabase('quota', (environment) => {
  let service: TestService;
  let made = 0;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), EnableStorageLimiter: 'true' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** Somebody with a quota and a dataset `<name>/data`. */
  const personWith = async (quota: number | null): Promise<Person> => {
    const person = await createPerson(service, `owner${(made += 1)}`);
    await service.call('PUT', `/users/${person.name}/storage`, { json: { total: quota } });
    await createDataset(service, `${person.name}/data`, 0);
    return person;
  };
  const upload = (person: Person, owner: string, path: string, bytes: number): Promise<Response> =>
    person.call('POST', `/orgs/${owner}/ds/data/obj`, undefined, {
      body: form({ path, file: Buffer.alloc(bytes, made % 256) }),
    });
  /** Files of the blob store, finished or not. */
  const used = async (userName: string): Promise<number> =>
    ((await (await service.call('GET', `/users/${userName}/storage`)).json()) as { used: number }).used;

  it('G-1 lets no more bytes in than the quota when fifty uploads come at once', async () => {
    const owner = await personWith(100_000);
    const [one, two] = [owner.name, `other${made}`];
    await owner.call('POST', '/orgs', { slug: two });
    await createDataset(service, `${two}/data`, 0);
    // Into two datasets: what is written into one waits for it anyway.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => upload(owner, index % 2 ? one : two, `file-${index}.bin`, 30_000)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 507)).toHaveLength(47);
    expect(await used(owner.name)).toBe(90_000);
    const sizes = await Promise.all(
      [one, two].map(async (slug) => (await owner.call('GET', `/orgs/${slug}/ds/data/list`)).json()),
    );
    expect((sizes.flat() as { size: number }[]).map(({ size }) => size)).toEqual([30_000, 30_000, 30_000]);
    const refused = answers.find(({ status }) => status === 507)!;
    expect(await refused.json()).toEqual({
      error: 'Storage quota exceeded: 117 KiB out of 97.7 KiB. Delete files, or ask an administrator for more.',
      noRetry: true,
    });
  });

  it('G-1 counts for the owner what others put into his organizations, over all of them', async () => {
    const owner = await personWith(100_000);
    const writer = await createPerson(service, `writer${made}`);
    await service.call('POST', `/orgs/${owner.name}/members`, { json: { userName: writer.name, permissions: 1 } });
    await owner.call('POST', '/orgs', { slug: `more${made}` });
    await createDataset(service, `more${made}/data`, 0);
    expect((await upload(writer, owner.name, 'a.bin', 60_000)).status).toBe(201);
    expect((await upload(owner, `more${made}`, 'b.bin', 60_000)).status).toBe(507);
    expect((await upload(owner, `more${made}`, 'b.bin', 40_000)).status).toBe(201);
    expect([await used(owner.name), await used(writer.name)]).toEqual([100_000, 0]);
  });

  it('lets a file be replaced by one that fits in its place, and shrinks for ever', async () => {
    const owner = await personWith(100_000);
    expect((await upload(owner, owner.name, 'a.bin', 100_000)).status).toBe(201);
    expect((await upload(owner, owner.name, 'a.bin', 100_000)).status).toBe(201);
    expect((await upload(owner, owner.name, 'a.bin', 100_001)).status).toBe(507);
    await service.call('PUT', `/users/${owner.name}/storage`, { json: { total: 10_000 } });
    expect((await upload(owner, owner.name, 'a.bin', 50_000)).status).toBe(201);
    expect((await upload(owner, owner.name, 'b.bin', 1)).status).toBe(507);
    expect((await owner.call('DELETE', `/orgs/${owner.name}/ds/data/obj?path=a.bin`)).status).toBe(204);
    expect((await upload(owner, owner.name, 'b.bin', 1)).status).toBe(201);
    expect(await used(owner.name)).toBe(1);
  });

  it('binds no administrator, nobody without a quota, and no organization without an owner', async () => {
    const owner = await personWith(10);
    const free = await personWith(null);
    const body = form({ path: 'a.bin', file: Buffer.alloc(1000) });
    expect((await service.call('POST', `/orgs/${owner.name}/ds/data/obj`, { body })).status).toBe(201);
    expect((await upload(free, free.name, 'a.bin', 1000)).status).toBe(201);
    expect([await used(owner.name), await used(free.name)]).toEqual([1000, 1000]);
    await createDataset(service, `public/data${made}`, 2, ['a.txt']);
  });

  it('refuses a file that is announced too large before it is sent', async () => {
    const owner = await personWith(MIB);
    const boundary = 'part';
    const head =
      `--${boundary}\r\ncontent-disposition: form-data; name="path"\r\n\r\na.bin\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${service.url}/orgs/${owner.name}/ds/data/obj`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': 100 * MIB,
        },
      });
      sending.on('response', (answer) => {
        resolve(answer.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      // A hundredth of what was announced; the rest never comes.
      sending.write(head);
      sending.write(Buffer.alloc(MIB));
    });
    expect(status).toBe(507);
    expect(await used(owner.name)).toBe(0);
  });

  it('G-1 keeps no bytes of files that turn out too large, in whatever order and without a length they come', async () => {
    const owner = await personWith(MIB);
    const field = '--part\r\ncontent-disposition: form-data; name="path"\r\n\r\na.bin\r\n';
    const file = (bytes: Buffer): (string | Buffer)[] => [
      '--part\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n',
      bytes,
      '\r\n',
    ];
    /** Sends a form in chunks, without telling its length. */
    const send = (parts: readonly (string | Buffer)[]): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sending = request(`${service.url}/orgs/${owner.name}/ds/data/obj`, {
          method: 'POST',
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=part' },
        });
        sending.on('response', (answer) => resolve(answer.resume().statusCode));
        sending.on('error', reject);
        for (const part of parts) sending.write(part);
        sending.end('--part--\r\n');
      });
    const before = await storedFiles(service);
    const large = Buffer.alloc(20 * MIB, 3);
    expect(await send([field, ...file(large)])).toBe(507);
    expect(await send([...file(large), field])).toBe(507);
    expect(await storedFiles(service)).toEqual(before);
    // Each fits alone: all but one are refused at the end, and their bytes go with them.
    const atOnce = await Promise.all(
      [1, 2, 3, 4].map((fill) => send([field.replace('a.bin', `${fill}.bin`), ...file(Buffer.alloc(700_000, fill))])),
    );
    expect(atOnce.toSorted((a = 0, b = 0) => a - b)).toEqual([201, 507, 507, 507]);
    expect(await storedFiles(service)).toHaveLength(before.length + 1);
    expect(await used(owner.name)).toBe(700_000);
    // What takes the place of a file may have its bytes and those that are left.
    const name = atOnce.indexOf(201) + 1;
    expect(await send([field.replace('a.bin', `${name}.bin`), ...file(Buffer.alloc(1_000_000, 9))])).toBe(201);
  });
});

it('counts, and binds nobody, while the limiter is off', async () => {
  const service = await startService();
  const person = await createPerson(service, 'ann');
  await service.call('PUT', '/users/ann/storage', { json: { total: 10 } });
  await createDataset(service, 'ann/data', 0);
  const body = form({ path: 'a.bin', file: Buffer.alloc(1000) });
  expect((await person.call('POST', '/orgs/ann/ds/data/obj', undefined, { body })).status).toBe(201);
  expect(await (await person.call('GET', '/users/storage')).json()).toEqual({ total: 10, used: 1000 });
  await service[Symbol.asyncDispose]();
});
