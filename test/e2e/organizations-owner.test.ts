import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('giving an organization away', (environment) => {
  let service: TestService;
  let olga: Person;
  let mia: Person;
  let made = 0;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), EnableStorageLimiter: 'true' });
    olga = await createPerson(service, 'olga');
    mia = await createPerson(service, 'mia');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** An organization of Olga with nine bytes in it. */
  const found = async (level?: number): Promise<string> => {
    const slug = `gift-${(made += 1)}`;
    await olga.call('POST', '/orgs', { slug });
    await createDataset(service, `${slug}/field`, 0, ['one']);
    if (level !== undefined) await addMember(service, slug, 'mia', level);
    return slug;
  };
  const give = async (slug: string): Promise<readonly [status: number, text: string]> => {
    const answer = await olga.call('PUT', `/orgs/${slug}`, { owner: 'mia', name: 'Given' });
    return [answer.status, await answer.text()];
  };
  const owner = async (slug: string): Promise<unknown> => (await service.call('GET', `/orgs/${slug}`)).json();
  const limit = (bytes: number | null) => service.call('PUT', '/users/mia/storage', { json: { total: bytes } });

  it.each([undefined, 0, 1, 2])('is refused to somebody who does not manage it (level %s)', async (level) => {
    const slug = await found(level);
    expect(await give(slug)).toEqual([403, expect.stringContaining('does not manage the organization yet')]);
    expect(await owner(slug)).toMatchObject({ owner: 'olga', name: slug });
  });

  it('goes to a member who manages it, and the log tells that his membership ended', async () => {
    const slug = await found(3);
    expect(await give(slug)).toEqual([204, '']);
    expect(await owner(slug)).toMatchObject({ owner: 'mia', name: 'Given' });
    const log = (await (await service.call('GET', '/sys/audit?user=olga&action=member.remove')).json()) as {
      items: object[];
    };
    expect(log.items).toMatchObject([{ subject: slug, details: { user: 'mia', before: 3, became: 'owner' } }]);
  });

  it('is refused when the new owner may not store its files, except to administrators', async () => {
    const slug = await found(3);
    const { used } = (await (await mia.call('GET', '/users/storage')).json()) as { used: number };
    await limit(used + 'text of one'.length - 1);
    expect(await give(slug)).toEqual([507, expect.stringContaining('more than mia may store')]);
    expect(await owner(slug)).toMatchObject({ owner: 'olga', name: slug });
    expect((await (await mia.call('GET', '/users/storage')).json()) as object).toMatchObject({ used });
    await limit(used + 'text of one'.length);
    expect(await give(slug)).toEqual([204, '']);
    const another = await found();
    expect((await service.call('PUT', `/orgs/${another}`, { json: { owner: 'mia' } })).status).toBe(204);
    await limit(null);
  });
});
