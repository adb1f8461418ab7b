import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

interface OrganizationBody {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly owner: string | null;
  readonly isPublic: boolean;
  readonly permissions: Record<string, boolean>;
}

describeOnOneDatabase('organizations', (environment) => {
  let service: TestService;
  let owner: Person;
  let writer: Person;
  let manager: Person;
  let stranger: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    owner = await createPerson(service, 'olga');
    writer = await createPerson(service, 'willi');
    manager = await createPerson(service, 'Mona');
    stranger = await createPerson(service, 'sven');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const read = async (slug: string, who: Person = owner): Promise<OrganizationBody> =>
    (await (await who.call('GET', `/orgs/${slug}`)).json()) as OrganizationBody;
  /** An organization of Olga with a member who writes and one who manages. */
  const found = async (slug: string): Promise<void> => {
    expect((await owner.call('POST', '/orgs', { slug, name: 'Survey', description: 'Fields' })).status).toBe(201);
    for (const [person, permissions] of [
      [writer, 1],
      [manager, 'Admin'],
    ] as const) {
      const json = { userName: person.name, permissions };
      expect((await owner.call('POST', `/orgs/${slug}/members`, json)).status).toBe(204);
    }
  };

  it('gives a new user an organization of his name, reached in any letter case', async () => {
    expect(await read('mona', manager)).toMatchObject({ slug: 'mona', name: 'Mona', owner: 'Mona', isPublic: false });
    expect(await read('MONA', manager)).toMatchObject({ slug: 'mona' });
    await owner.call('POST', '/orgs', { slug: 'petra' });
    await owner.call('POST', '/orgs', { slug: 'petra-1' });
    const petra = await createPerson(service, 'Petra');
    expect(await read('petra-2', petra)).toMatchObject({ name: 'Petra', owner: 'Petra' });
  });

  it('changes only what is sent, by JSON and by a form', async () => {
    await found('partial');
    const put = (json: object): Promise<Response> => writer.call('PUT', '/orgs/partial', json);
    expect((await put({ description: 'Meadows' })).status).toBe(204);
    expect(await read('partial')).toMatchObject({ name: 'Survey', description: 'Meadows', isPublic: false });
    const body = form({ slug: 'elsewhere', name: 'New', description: '', isPublic: 'True' });
    expect((await writer.call('PUT', '/orgs/partial/', undefined, { body })).status).toBe(204);
    expect(await read('partial')).toMatchObject({ slug: 'partial', name: 'New', description: null, isPublic: true });
    expect((await put({ isPublic: null, name: null, owner: null })).status).toBe(204);
    expect(await read('partial')).toMatchObject({ name: 'New', isPublic: true, owner: 'olga' });
    expect((await put({ name: 'x'.repeat(257) })).status).toBe(400);
  });

  it('keeps its owner, no matter who edits it, and is given away by him or an administrator only', async () => {
    await found('owned');
    const put = async (who: Person, json: object): Promise<number> =>
      (await who.call('PUT', '/orgs/owned', json)).status;
    expect(await put(writer, { name: 'Edited', description: 'x', isPublic: false })).toBe(204);
    expect((await service.call('PUT', '/orgs/owned', { json: { name: 'By the administrator' } })).status).toBe(204);
    expect(await put(writer, { name: 'Sent back', owner: 'olga' })).toBe(204);
    expect(await put(writer, { name: 'Mine', owner: 'willi' })).toBe(403);
    expect(await put(manager, { owner: 'Mona' })).toBe(403);
    expect(await put(manager, { owner: 'nobody' })).toBe(403);
    expect(await read('owned')).toMatchObject({ owner: 'olga', name: 'Sent back' });

    expect(await put(owner, { owner: 'nobody' })).toBe(400);
    expect(await put(owner, { owner: 'MONA' })).toBe(204);
    expect(await read('owned', manager)).toMatchObject({ owner: 'Mona', name: 'Sent back' });
    const members = (await (await manager.call('GET', '/orgs/owned/members')).json()) as { userName: string }[];
    expect(members.map(({ userName }) => userName)).toEqual(['willi']);
    expect((await owner.call('GET', '/orgs/owned')).status).toBe(404);
    // Administrators name an owner by his id, too, as existing web pages do.
    const users = (await (await service.call('GET', '/users/detailed')).json()) as { id: string; userName: string }[];
    const { id } = users.find(({ userName }) => userName === 'sven')!;
    expect((await service.call('PUT', '/orgs/owned', { json: { owner: id } })).status).toBe(204);
    expect(await read('owned', stranger)).toMatchObject({ owner: 'sven' });
  });

  it('lets only administrators make an organization for somebody else', async () => {
    expect((await writer.call('POST', '/orgs', { slug: 'for-olga', owner: 'olga' })).status).toBe(403);
    expect((await owner.call('GET', '/orgs/for-olga')).status).toBe(404);
    expect((await writer.call('POST', '/orgs', { slug: 'for-me', owner: 'Willi' })).status).toBe(201);
    const made = await service.call('POST', '/orgs', { json: { slug: 'for-olga', owner: 'olga' } });
    expect([made.status, ((await made.json()) as OrganizationBody).owner]).toEqual([201, 'olga']);
    expect((await service.call('POST', '/orgs', { json: { slug: 'for-none', owner: 'nobody' } })).status).toBe(400);
    expect((await service.call('GET', '/orgs/for-none')).status).toBe(404);
  });

  it('is deleted with its datasets by those who manage it, and never the public one', async () => {
    await found('doomed');
    await owner.call('POST', '/orgs/doomed/ds', { slug: 'flight' });
    await owner.call('POST', '/orgs/doomed/ds/flight/obj', undefined, {
      body: form({ path: 'a/b.txt', file: Buffer.from('x') }),
    });
    const level2 = { userName: stranger.name, permissions: 2 };
    expect((await owner.call('POST', '/orgs/doomed/members', level2)).status).toBe(204);
    expect((await read('doomed', stranger)).permissions).toMatchObject({ canWrite: true, canDelete: false });
    expect((await stranger.call('DELETE', '/orgs/doomed', {})).status).toBe(403);
    expect((await read('doomed', manager)).permissions).toMatchObject({ canDelete: true, canManageMembers: true });
    expect((await manager.call('DELETE', '/orgs/doomed', {})).status).toBe(204);
    expect((await owner.call('GET', '/orgs/doomed')).status).toBe(404);
    expect((await owner.call('GET', '/orgs/doomed/ds/flight')).status).toBe(404);
    expect((await owner.call('POST', '/orgs', { slug: 'doomed' })).status).toBe(201);
    expect(await (await owner.call('GET', '/orgs/doomed/ds')).json()).toEqual([]);

    expect((await service.call('DELETE', '/orgs/public', { json: {} })).status).toBe(403);
    const list = (await (await service.call('GET', '/orgs')).json()) as OrganizationBody[];
    expect(list.find(({ slug }) => slug === 'public')?.permissions).toMatchObject({ canWrite: true, canDelete: false });
  });

  it('shows public ones to everybody, with what each may do, and hides those of deactivated owners', async () => {
    await found('open');
    await owner.call('PUT', '/orgs/open', { isPublic: true });
    const slugs = async (who: Person | null): Promise<string[]> => {
      const answer = await service.call('GET', '/orgs/public', { token: who?.token ?? null });
      return ((await answer.json()) as OrganizationBody[]).map(({ slug }) => slug);
    };
    expect(await slugs(null)).toContain('open');
    expect((await stranger.call('GET', '/orgs/open')).status).toBe(200);
    expect((await stranger.call('PUT', '/orgs/open', { name: 'x' })).status).toBe(403);
    expect((await stranger.call('DELETE', '/orgs/open')).status).toBe(403);
    await createPerson(service, 'gone');
    await service.call('PUT', '/orgs/open', { json: { owner: 'gone' } });
    await service.call('PUT', '/users/gone', { json: { roles: ['deactivated'] } });
    expect(await slugs(null)).not.toContain('open');
    expect((await stranger.call('GET', '/orgs/open')).status).toBe(404);
    expect((await writer.call('GET', '/orgs/open')).status).toBe(200);
    const refused = await service.call('PUT', '/orgs/partial', { json: { owner: 'gone', name: 'Not taken' } });
    expect([refused.status, (await read('partial')).name]).toEqual([400, 'New']);
  });

  it('B-6 answers alike for a private organization and none, to strangers and to nobody', async () => {
    await found('hidden');
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/ds'],
      ['GET', '/members'],
      ['POST', '/members'],
      ['PUT', '/members/olga'],
      ['DELETE', '/members/olga'],
      ['DELETE', '/members/sven'],
    ] as const) {
      for (const token of [stranger.token, null]) {
        const json = method === 'GET' ? undefined : {};
        const answers = await Promise.all(
          ['hidden', 'nowhere'].map(async (slug) => {
            const answer = await service.call(method, `/orgs/${slug}${path}`, { token, json });
            return [answer.status, await answer.text()];
          }),
        );
        expect([method, path, ...answers[0]!]).toEqual([method, path, ...answers[1]!]);
        expect(answers[0]![0]).toBe(token === null ? 401 : 404);
      }
    }
  });

  it('writes what happened into the audit log', async () => {
    await found('logged');
    await owner.call('PUT', '/orgs/logged', { name: 'Changed', owner: 'Mona' });
    await manager.call('DELETE', '/orgs/logged');
    const { items } = (await (await service.call('GET', '/sys/audit')).json()) as {
      items: { actor: string; action: string; subject: string; details: Record<string, unknown> }[];
    };
    const lines = items.filter(({ subject }) => subject === 'logged').map(({ actor, action }) => [actor, action]);
    expect(lines.toReversed()).toEqual([
      ['olga', 'organization.create'],
      ['olga', 'member.add'],
      ['olga', 'member.add'],
      ['olga', 'member.remove'],
      ['olga', 'organization.owner'],
      ['olga', 'organization.update'],
      ['Mona', 'organization.delete'],
    ]);
  });
});
