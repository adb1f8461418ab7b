import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createLink, createPerson } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { addressOf } from '../support/stand-in-routes.ts';

/** In the name of everything private, so that no answer may hold it. */
const SECRET = 'covert';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs', { json: { slug: 'town', isPublic: true } });
  await service.call('POST', '/orgs', { json: { slug: `${SECRET}-office`, isPublic: false } });
  await createDataset(service, 'town/open', 1, ['a.txt']);
  await createDataset(service, `town/${SECRET}-in-town`, 0, [`${SECRET}.txt`]);
  await createDataset(service, `${SECRET}-office/${SECRET}-plan`, 0, ['b.txt']);
});
afterAll(() => service[Symbol.asyncDispose]());

/** The whole of an answer; of events, which never end, what comes first. */
async function beginningOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

it('B-5 no list, count or description that strangers may read tells of what is private', async () => {
  const stranger = await createPerson(service, 'stranger');
  const link = await createLink(service, 'town/open');
  let read = 0;
  for (const { method, path } of service.app.routes) {
    if (method !== 'GET') continue;
    const url = addressOf(path, { orgSlug: 'town', dsSlug: 'open' });
    for (const token of [null, stranger.token, link.token]) {
      const answer = await service.call('GET', url, { token });
      const text = await beginningOf(answer);
      if (answer.status === 200) read += 1;
      expect([url, token === null, text.includes(SECRET)]).toEqual([url, token === null, false]);
    }
  }
  expect(read).toBeGreaterThan(30);
});

it('B-5 counts of a public organization leave out what the caller may not read', async () => {
  const slugs = async (token: string | null): Promise<string[]> =>
    ((await (await service.call('GET', '/orgs/town/ds', { token })).json()) as { slug: string }[]).map(
      ({ slug }) => slug,
    );
  expect(await slugs(null)).toEqual(['open']);
  expect(await slugs(service.token)).toEqual([`${SECRET}-in-town`, 'open']);
  const open = await (await service.call('GET', '/orgs/public', { token: null })).text();
  expect(open).toContain('town');
});
