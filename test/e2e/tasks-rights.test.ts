import { afterAll, beforeAll, expect, it } from 'vitest';
import { followTasks } from '../support/event-stream.ts';
import { addMember, createDataset, createPerson, createToken, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const [OPEN, CLOSED] = ['/orgs/acre/ds/open', '/orgs/acre/ds/closed'];

let service: TestService;
let guest: Person;
beforeAll(async () => {
  service = await startService({
    TRUST_PROXY: 'true',
    BUILDS__CONCURRENCY: '0',
    ProcessingPlatform__Workers: '0',
    ProcessingPlatform__MaxConcurrentBulkDownloadsPerUser: '2',
  });
  await service.call('POST', '/orgs', { json: { slug: 'acre' } });
  await createDataset(service, 'acre/open', 2, ['a.txt']);
  await createDataset(service, 'acre/closed', 0, ['a.txt']);
  guest = await createPerson(service, 'guest');
}, 120_000);
afterAll(() => service[Symbol.asyncDispose]());

const archive = (path: string, token: string | null, address = '192.0.2.1'): Promise<Response> =>
  service.call('POST', `${path}/tasks`, {
    json: { toolId: 'bulk-download', force: true },
    headers: { 'x-forwarded-for': address },
    token,
  });

it('counts tasks of callers without an account for the addresses they call from', async () => {
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await archive(OPEN, null, address)).status);
  expect(statuses).toEqual([202, 202, 429, 202]);
  const refused = await archive(OPEN, null);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining('bulk-download') });
  expect((await archive(CLOSED, null)).status).toBe(401);
});

it('ends the events of tasks when the right to read, or the token, goes', async () => {
  await addMember(service, 'acre', guest.name, 0);
  const { id, token } = await createToken(service, { name: 'follows' }, guest.token);
  const [own, byToken] = [await followTasks(service, CLOSED, guest), await followTasks(service, CLOSED, { token })];
  expect((await archive(CLOSED, service.token)).status).toBe(202);
  for (const stream of [own, byToken]) await stream.until(({ toolId }) => toolId === 'bulk-download');
  expect((await guest.call('DELETE', `/users/tokens/${id}`)).ok).toBe(true);
  await byToken.ended;
  expect((await guest.call('GET', `${CLOSED}/tasks`)).status).toBe(200);
  expect((await service.call('DELETE', `/orgs/acre/members/${guest.name}`)).ok).toBe(true);
  await own.ended;
});
