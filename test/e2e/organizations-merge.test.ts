import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

describeOnEveryDatabase('moving datasets and merging organizations', (environment) => {
  let service: TestService;
  let olga: Person;
  let mia: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    olga = await createPerson(service, 'olga');
    mia = await createPerson(service, 'mia');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const found = async (slug: string, owner: string, datasets: Readonly<Record<string, readonly string[]>>) => {
    expect((await service.call('POST', '/orgs', { json: { slug, owner } })).status).toBe(201);
    for (const [name, paths] of Object.entries(datasets)) await createDataset(service, `${slug}/${name}`, 0, paths);
  };
  const post = async (path: string, json: object): Promise<{ status: number; body: unknown }> => {
    const answer = await service.call('POST', `/sys/${path}`, { json });
    return { status: answer.status, body: await answer.json() };
  };
  const datasets = async (slug: string): Promise<Record<string, number>> => {
    const list = (await (await service.call('GET', `/orgs/${slug}/ds`)).json()) as {
      slug: string;
      properties: { entries: number };
    }[];
    return Object.fromEntries(list.map(({ slug, properties }) => [slug, properties.entries]));
  };
  const used = async (who: Person): Promise<number> =>
    ((await (await who.call('GET', '/users/storage')).json()) as { used: number }).used;
  const stays = (slug: string, to: string) => ({
    originalSlug: slug,
    newSlug: null,
    success: false,
    error: `The organization ${to} has a dataset ${slug} already.`,
  });
  const moved = (originalSlug: string, newSlug = originalSlug) => ({
    originalSlug,
    newSlug,
    success: true,
    error: null,
  });

  it('moves datasets with a result for each, and charges the new owner; a taken slug halts its own', async () => {
    await found('from', 'olga', { one: ['a/x.txt'], two: ['y.txt'], stays: [] });
    await found('to', 'mia', { two: [] });
    const bytes = await used(olga);
    const move = { sourceOrgSlug: 'from', destinationOrgSlug: 'TO', datasetSlugs: ['one', 'two', 'missing', 'one'] };
    expect(await post('move-datasets', move)).toEqual({
      status: 200,
      body: [
        moved('one'),
        stays('two', 'to'),
        {
          originalSlug: 'missing',
          newSlug: null,
          success: false,
          error: 'The organization from has no dataset missing.',
        },
        { originalSlug: 'one', newSlug: null, success: false, error: 'The organization from has no dataset one.' },
      ],
    });
    expect([await datasets('from'), await datasets('to')]).toEqual([
      { stays: 0, two: 1 },
      { one: 2, two: 0 },
    ]);
    expect([await used(olga), await used(mia)]).toEqual(['text of y.txt'.length, 'text of a/x.txt'.length]);
    expect((await used(olga)) + (await used(mia))).toBe(bytes);
  });

  it('B-9 answers 404 at the old address at once, and serves the new one to its own people alone', async () => {
    await found('old', 'olga', { flight: ['x.txt'] });
    await found('new', 'mia', {});
    const get = async (who: Person, slug: string): Promise<number> =>
      (await who.call('GET', `/orgs/${slug}/ds/flight/obj?path=x.txt`)).status;
    expect([await get(olga, 'old'), await get(mia, 'new')]).toEqual([200, 404]);
    await post('move-datasets', { sourceOrgSlug: 'old', destinationOrgSlug: 'new', datasetSlugs: ['flight'] });
    expect([await get(olga, 'old'), await get(olga, 'new'), await get(mia, 'new')]).toEqual([404, 404, 200]);
  });

  it('overwrites or renames where that is asked for, by number or name', async () => {
    await found('left', 'olga', { over: ['new.txt', 'n2.txt'], name: ['new.txt'] });
    await found('right', 'mia', { over: ['old.txt'], name: ['old.txt'], name_1: [] });
    const move = (slug: string, conflictResolution: unknown) =>
      post('move-datasets', {
        sourceOrgSlug: 'left',
        destinationOrgSlug: 'right',
        datasetSlugs: [slug],
        conflictResolution,
      });
    expect((await move('over', 'overwrite')).body).toEqual([moved('over')]);
    expect((await move('name', '2')).body).toEqual([moved('name', 'name_2')]);
    expect(await datasets('right')).toEqual({ name: 1, name_1: 0, name_2: 1, over: 2 });
    expect((await move('name', 3)).status).toBe(400);
  });

  it('refuses what cannot be meant', async () => {
    await found('here', 'olga', { ds1: [] });
    const move = { sourceOrgSlug: 'here', destinationOrgSlug: 'public', datasetSlugs: ['ds1'] };
    for (const [change, status] of [
      [{ destinationOrgSlug: 'HERE' }, 400],
      [{ datasetSlugs: [] }, 400],
      [{ datasetSlugs: undefined }, 400],
      [{ sourceOrgSlug: '' }, 400],
      [{ sourceOrgSlug: 'nowhere' }, 404],
      [{ destinationOrgSlug: 'nowhere' }, 404],
      [{ conflictResolution: 'merge' }, 400],
    ] as const) {
      expect([change, (await post('move-datasets', { ...move, ...change })).status]).toEqual([change, status]);
    }
    for (const [json, status] of [
      [{ sourceOrgSlug: 'public', destinationOrgSlug: 'here' }, 400],
      [{ sourceOrgSlug: 'here', destinationOrgSlug: 'here' }, 400],
      [{ sourceOrgSlug: 'here' }, 400],
      [{ sourceOrgSlug: 'nowhere', destinationOrgSlug: 'here' }, 404],
    ] as const) {
      expect([json, (await post('merge-organizations', json)).status]).toEqual([json, status]);
    }
    expect((await olga.call('POST', '/sys/move-datasets', move)).status).toBe(403);
    expect((await olga.call('POST', '/sys/merge-organizations', move)).status).toBe(403);
    expect(await datasets('here')).toEqual({ ds1: 0 });
  });

  it('merges datasets and people; everybody keeps the higher level', async () => {
    for (const name of ['reader', 'both', 'lower']) await createPerson(service, name);
    await found('source', 'olga', { one: ['x.txt'], two: [] });
    await found('target', 'mia', { three: [] });
    await addMember(service, 'source', 'reader', 0);
    await addMember(service, 'source', 'both', 2);
    await addMember(service, 'source', 'lower', 1);
    await addMember(service, 'source', 'mia', 1);
    await addMember(service, 'target', 'both', 1);
    await addMember(service, 'target', 'lower', 3);
    expect(await post('merge-organizations', { sourceOrgSlug: 'source', destinationOrgSlug: 'target' })).toEqual({
      status: 200,
      body: {
        sourceOrgSlug: 'source',
        destinationOrgSlug: 'target',
        datasetResults: [moved('one'), moved('two')],
        sourceOrganizationDeleted: true,
        datasetsMovedCount: 2,
        datasetsFailedCount: 0,
      },
    });
    const members = (await (await mia.call('GET', '/orgs/target/members')).json()) as {
      userName: string;
      permissions: number;
    }[];
    expect(Object.fromEntries(members.map(({ userName, permissions }) => [userName, permissions]))).toEqual({
      both: 2,
      lower: 3,
      olga: 3,
      reader: 0,
    });
    const log = (await (await service.call('GET', '/sys/audit?action=member&limit=3')).json()) as { items: object[] };
    expect(log.items.toReversed()).toMatchObject([
      { action: 'member.update', subject: 'target', details: { user: 'both', level: 2, before: 1, from: 'source' } },
      { action: 'member.add', subject: 'target', details: { user: 'reader', level: 0, from: 'source' } },
      { action: 'member.add', subject: 'target', details: { user: 'olga', level: 3, from: 'source' } },
    ]);
    expect(await datasets('target')).toEqual({ one: 1, three: 0, two: 0 });
    expect((await olga.call('GET', '/orgs/source')).status).toBe(404);
    expect((await olga.call('GET', '/orgs/source/ds/one')).status).toBe(404);
    expect((await olga.call('DELETE', '/orgs/target/ds/one')).status).toBe(204);
  });

  it('keeps the source while something is left in it, or when that is wanted', async () => {
    await found('rest', 'olga', { same: ['mine.txt'], other: [] });
    await found('goal', 'mia', { same: [] });
    const merge = { sourceOrgSlug: 'rest', destinationOrgSlug: 'goal' };
    expect((await post('merge-organizations', merge)).body).toMatchObject({
      datasetResults: [moved('other'), stays('same', 'goal')],
      sourceOrganizationDeleted: false,
      datasetsMovedCount: 1,
      datasetsFailedCount: 1,
    });
    expect(await datasets('rest')).toEqual({ same: 1 });
    const keep = { ...merge, conflictResolution: 'Rename', deleteSourceOrganization: false };
    expect((await post('merge-organizations', keep)).body).toMatchObject({
      datasetResults: [moved('same', 'same_1')],
      sourceOrganizationDeleted: false,
    });
    expect(await datasets('rest')).toEqual({});
    expect(await datasets('goal')).toEqual({ other: 0, same: 0, same_1: 1 });
  });

  it('hands what a deleted user owned to a successor, who is no member of his own', async () => {
    const paul = await createPerson(service, 'paul');
    await found('legacy', 'paul', { one: ['x.txt'], two: [] });
    await addMember(service, 'legacy', 'mia', 1);
    const before = await used(mia);
    const answer = await service.call('DELETE', '/users/paul?successor=mia', { json: {} });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { organizationsTransferred: 2, organizationsDeleted: 0, datasetsTransferred: 2, datasetResults: [] },
    ]);
    expect((await paul.call('GET', '/orgs/legacy')).status).toBe(401);
    expect(await (await mia.call('GET', '/orgs/legacy')).json()).toMatchObject({ owner: 'mia' });
    expect(await (await mia.call('GET', '/orgs/legacy/members')).json()).toEqual([]);
    expect(await used(mia)).toBe(before + 'text of x.txt'.length);
  });

  it('keeps what a deleted user owned without a successor, for administrators to give away', async () => {
    await createPerson(service, 'rosa');
    await found('orphan', 'rosa', { one: ['x.txt'] });
    await addMember(service, 'orphan', 'mia', 0);
    const answer = await service.call('DELETE', '/users/rosa', { json: {} });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { organizationsTransferred: 0, organizationsDeleted: 0, datasetsTransferred: 0, datasetsDeleted: 0 },
    ]);
    expect(await (await service.call('GET', '/orgs/orphan')).json()).toMatchObject({ owner: null });
    expect((await mia.call('GET', '/orgs/orphan/ds/one')).status).toBe(200);
    expect((await service.call('PUT', '/orgs/orphan', { json: { owner: 'mia' } })).status).toBe(204);
    expect(await (await mia.call('GET', '/orgs/orphan')).json()).toMatchObject({ owner: 'mia' });
  });
});
