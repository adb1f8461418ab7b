import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, afterAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const MB = 1_000_000;
const TUS = { 'tus-resumable': '1.0.0' };
const SMALL = '/orgs/owner/ds/small';

describeOnEveryDatabase('quotas of uploads that can be resumed', (environment) => {
  let service: TestService;
  let [owner, guest]: Person[] = [];

  beforeAll(async () => {
    service = await startService({
      ...(await environment()),
      EnableStorageLimiter: 'true',
      Uploads__MaxSizeMB: '5000',
    });
    owner = await createPerson(service, 'owner');
    guest = await createPerson(service, 'guest');
    for (const person of [owner, guest]) await person.call('POST', `/orgs/${person.name}/ds`, { slug: 'small' });
    await addMember(service, 'owner', 'guest', 1);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const setQuota = (total: number): Promise<Response> =>
    service.call('PUT', '/users/owner/storage', { json: { total } });
  const create = async (person: Person, size: number, dataset = SMALL): Promise<number> => {
    const metadata = `path ${Buffer.from(`${size}.bin`).toString('base64')}`;
    const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata };
    return (await person.call('POST', `${dataset}/uploads`, undefined, { headers })).status;
  };
  /** Addresses of the open uploads of somebody. */
  const openOf = async (person: Person, dataset = SMALL): Promise<string[]> => {
    const list = (await (await person.call('GET', `${dataset}/uploads`)).json()) as { id: string }[];
    return list.map(({ id }) => `${dataset}/uploads/${id}`);
  };
  const endAll = async (person: Person, dataset = SMALL): Promise<void> => {
    for (const address of await openOf(person, dataset))
      expect((await person.call('DELETE', address, undefined, { headers: TUS })).status).toBe(204);
  };

  it('count what is open when another one begins, no matter who began it, and nothing in the datasets of others', async () => {
    await setQuota(10_000);
    expect(await create(guest!, 50_000, '/orgs/guest/ds/small')).toBe(201);
    expect([
      await create(owner!, 6000 * MB),
      await create(owner!, 10_001),
      await create(guest!, 6000),
      await create(owner!, 5000),
      await create(owner!, 4000),
      await create(guest!, 1),
    ]).toEqual([413, 507, 201, 507, 201, 507]);
    for (const person of [owner!, guest!]) await endAll(person);
    await endAll(guest!, '/orgs/guest/ds/small');
  });

  it('G-1 hold when many uploads begin at once', async () => {
    await setQuota(10_000);
    const made = await Promise.all(Array.from({ length: 20 }, (_, at) => create(at % 2 ? owner! : guest!, 4000 + at)));
    expect(made.toSorted((a, b) => a - b)).toEqual([...Array<number>(2).fill(201), ...Array<number>(18).fill(507)]);
    expect(await readdir(join(service.dataDir, 'uploads'))).toHaveLength(2);
    for (const person of [owner!, guest!]) await endAll(person);
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
  });

  it('are asked again at each piece', async () => {
    await setQuota(10_000);
    expect(await create(owner!, 6000)).toBe(201);
    const [address] = await openOf(owner!);
    const send = async (offset: number, count: number): Promise<number> => {
      const type = { 'content-type': 'application/offset+octet-stream' };
      const headers = { ...TUS, ...type, 'upload-offset': String(offset) };
      const body = new Uint8Array(count);
      return (await owner!.call('PATCH', address!, undefined, { headers, body })).status;
    };
    expect(await send(0, 1000)).toBe(204);
    await setQuota(5999);
    expect(await send(1000, 1000)).toBe(507);
    await setQuota(6000);
    expect(await send(1000, 5000)).toBe(204);
    expect((await owner!.call('GET', `${SMALL}/obj?path=6000.bin`)).status).toBe(200);
  });
});
