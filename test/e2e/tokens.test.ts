import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

const OUT_OF_REACH = { error: 'This token does not reach that.', noRetry: true };
const ONLY_READS = {
  error:
    'This token only reads. Make one that may also change things (page Account; readOnly=false over HTTP), or sign in.',
  noRetry: true,
};
const basic = (pair: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

describeOnEveryDatabase('access tokens', (environment) => {
  let service: TestService;
  let editor: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs', { json: { slug: 'survey' } });
    editor = await createPerson(service, 'editor');
    await addMember(service, 'survey', 'editor', 1);
    await createDataset(service, 'survey/field', 0, ['a/one.txt', 'a/two.txt', 'ab.txt']);
    await createDataset(service, 'survey/other', 0, ['x.txt']);
    await createDataset(service, 'survey/open', 1, ['x.txt']);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const status = async (token: string | null, method: string, path: string, json?: unknown): Promise<number> =>
    (await service.call(method, path, { token, ...(json === undefined ? {} : { json }) })).status;
  const get = (token: string | null, path: string): Promise<number> => status(token, 'GET', path);
  const field = (rest: string): string => `/orgs/survey/ds/field${rest}`;

  it('shows the secret of a token once and lists it without', async () => {
    const answer = await service.call('POST', '/users/tokens', { token: editor.token, json: { name: 'qgis' } });
    const created = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(created).toMatchObject({
      name: 'qgis',
      kind: 'personal',
      userName: 'editor',
      token: expect.stringMatching(/^ald_[\w-]{43}$/) as string,
      organization: null,
      dataset: null,
      path: null,
      readOnly: true,
      lastUsedAt: null,
    });
    const days = (Date.parse(created['expiresAt'] as string) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 1);
    expect(await get(created['token'] as string, '/users/me')).toBe(200);
    const list = await (await service.call('GET', '/users/tokens', { token: editor.token })).text();
    expect(list).not.toContain(created['token']);
    expect(JSON.parse(list)).toMatchObject([{ id: created['id'], lastUsedAt: expect.any(String) as string }]);
    const byAdmin = await (await service.call('GET', '/users/editor/tokens')).json();
    expect(byAdmin).toMatchObject([{ id: created['id'], userName: 'editor' }]);
    expect(await get(editor.token, '/users/admin/tokens')).toBe(403);

    expect(await status(service.token, 'DELETE', `/users/tokens/${String(created['id'])}`)).toBe(404);
    expect(await status(editor.token, 'DELETE', `/users/tokens/${String(created['id'])}`)).toBe(204);
    expect(await get(created['token'] as string, '/users/me')).toBe(401);
    expect(await status(editor.token, 'DELETE', `/users/tokens/${String(created['id'])}`)).toBe(404);
  });

  it('refuses tokens that make no sense, by the name of the field', async () => {
    for (const [json, text] of [
      [{}, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'x', expiresInDays: -1 }, 'expiresInDays'],
      [{ name: 'x', expiresInDays: 3651 }, 'expiresInDays'],
      [{ name: 'x', dataset: 'field' }, 'organization'],
      [{ name: 'x', path: 'a' }, 'path'],
      [{ name: 'x', organization: 'survey', dataset: 'field', path: 'a', readOnly: false }, 'readOnly'],
      [{ name: 'x', organization: 'survey', dataset: 'field', path: '../a' }, 'path'],
    ] as const) {
      const answer = await service.call('POST', '/users/tokens', { json });
      expect([json, answer.status]).toEqual([json, 400]);
      expect(((await answer.json()) as { error: string }).error).toContain(text);
    }
    const missing = { name: 'x', organization: 'survey', dataset: 'field', path: 'none.txt' };
    expect(await status(service.token, 'POST', '/users/tokens', missing)).toBe(404);
    expect(await status(service.token, 'POST', '/users/tokens', { ...missing, dataset: 'none' })).toBe(404);
    expect(await status(service.token, 'DELETE', '/users/tokens/none')).toBe(400);
    for (const expiresInDays of [0, null]) {
      const created = await service.call('POST', '/users/tokens', { json: { name: 'endless', expiresInDays } });
      expect(await created.json()).toMatchObject({ expiresAt: null });
    }
  });

  it('takes a token as bearer, as the password of any name, as the cookie and on reads in the address', async () => {
    const { token } = await createToken(service, { name: 'carriers', readOnly: false }, editor.token);
    const anonymously = (method: string, path: string, headers: Record<string, string> = {}): Promise<number> =>
      service.call(method, path, { token: null, headers }).then((answer) => answer.status);
    const me = (headers: Record<string, string>, query = ''): Promise<number> =>
      anonymously('GET', `/users/me${query}`, headers);
    expect(await me({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await me(basic(`anything:${token}`))).toBe(200);
    expect(await me(basic(`:${token}`))).toBe(200);
    expect(await me({ cookie: `jwtToken=${token}` })).toBe(200);
    expect(await me({}, `?token=${token}`)).toBe(200);
    expect(await me({}, `?TOKEN=${token}`)).toBe(200);
    expect(await anonymously('HEAD', `/users/me?token=${token}`)).toBe(200);
    // Twice is not told which is meant; a changed one is none; a session token does not belong into an address.
    expect(await me({}, `?token=${token}&token=${token}`)).toBe(401);
    expect(await me({}, `?token=${token.slice(0, -1)}`)).toBe(401);
    expect(await me({}, `?token=${editor.token}`)).toBe(401);
    // The header wins, whatever it is worth; without one a dead address leaves the cookie.
    expect(await me({ authorization: 'Bearer rubbish' }, `?token=${token}`)).toBe(401);
    expect(await me({ cookie: `jwtToken=${editor.token}` }, `?token=ald_${'A'.repeat(43)}`)).toBe(200);
    expect(await anonymously('POST', `${field('/list')}?token=${token}`)).toBe(401);
  });

  it('keeps a token that only reads from changing anything, and every token from sessions and administration', async () => {
    const reading = (await createToken(service, { name: 'reads' })).token;
    const writing = (await createToken(service, { name: 'writes', readOnly: false })).token;
    expect(await get(reading, field('/list'))).toBe(200);
    expect(await status(reading, 'POST', field('/list'), { path: 'a' })).toBe(200);
    for (const [method, path] of [
      ['DELETE', field('/obj?path=ab.txt')],
      ['POST', '/orgs'],
      ['POST', field('/build')],
      ['DELETE', '/orgs/survey/ds/nothing'],
    ] as const) {
      const answer = await service.call(method, path, { token: reading, json: { slug: 'made-by-token' } });
      expect([method, path, answer.status, await answer.json()]).toEqual([method, path, 403, ONLY_READS]);
    }
    const folder = await service.call('POST', field('/obj'), { token: writing, body: form({ path: 'by-token' }) });
    expect(folder.status).toBe(201);
    for (const token of [reading, writing]) {
      for (const [method, path] of [
        ['GET', '/users'],
        ['GET', '/users/tokens'],
        ['POST', '/users/tokens'],
        ['POST', '/users/authenticate/refresh'],
        ['POST', '/users/changepwd'],
        ['GET', field('/links')],
        ['POST', field('/links')],
        ['GET', '/users/editor/tokens'],
      ] as const) {
        const answer = await service.call(method, path, { token, ...(method === 'POST' ? { json: {} } : {}) });
        expect([method, path, answer.status]).toEqual([method, path, 403]);
      }
      // The administrator's token lists what he has, not what everybody has.
      const organizations = (await (await service.call('GET', '/orgs', { token })).json()) as { slug: string }[];
      expect(organizations.map(({ slug }) => slug)).not.toContain('editor');
    }
    const { permissions } = (await (await service.call('GET', field('/ex'), { token: reading })).json()) as {
      permissions: object;
    };
    expect(permissions).toEqual({ canRead: true, canWrite: false, canDelete: false, canManageMembers: false });
  });

  it('keeps a token for a dataset in it; elsewhere it is nobody, and existing and missing things answer alike', async () => {
    const json = { name: 'one dataset', organization: 'survey', dataset: 'field', readOnly: false };
    const { token } = await createToken(service, json, editor.token);
    expect(await get(token, field('/list'))).toBe(200);
    expect((await service.call('POST', field('/obj'), { token, body: form({ path: 'made' }) })).status).toBe(201);
    expect(await get(token, '/orgs/survey/ds/open/list')).toBe(200);
    expect(await get(token, '/orgs/public')).toBe(200);
    for (const [method, path] of [
      ['GET', '/orgs/survey/ds/other/list'],
      ['GET', '/orgs/survey/ds/missing/list'],
      ['GET', '/orgs/nowhere/ds/missing/list'],
      ['DELETE', '/orgs/survey/ds/open/obj?path=x.txt'],
      ['GET', '/orgs/survey'],
      ['GET', '/orgs/nowhere'],
      ['GET', '/orgs'],
      ['GET', '/users/me'],
      ['POST', '/orgs/survey/ds'],
      ['DELETE', '/orgs/survey/ds/field'],
    ] as const) {
      const answer = await service.call(method, path, { token });
      expect([method, path, answer.status, await answer.json()]).toEqual([method, path, 403, OUT_OF_REACH]);
    }
  });

  it('B-2 opens by a link for a file that file and nothing else', async () => {
    const { token, url } = await createLink(service, 'survey/field', { path: 'a/one.txt' }, editor.token);
    expect(url).toBe(`${service.url}/r/survey/field?path=a%2Fone.txt&token=${token}`);
    for (const path of [
      field('/obj?path=a/one.txt'),
      field('/list?path=a/one.txt'),
      field('/list?path=a/one.txt/'),
      field('/download?path=a/one.txt'),
      field('/download/a/one.txt'),
      '/orgs/survey/ds/open/list',
    ]) {
      expect([path, await get(null, `${path}${path.includes('?') ? '&' : '?'}token=${token}`)]).toEqual([path, 200]);
    }
    const hash = async (path: string): Promise<string> =>
      ((await (await service.call('GET', field(`/obj?path=${path}`))).json()) as { hash: string }).hash;
    // Its own hash is let through to be looked up; it has no output.
    expect(await get(token, field(`/build/${await hash('a/one.txt')}/cog/cog.tif`))).toBe(404);
    for (const path of [
      field('/obj?path=a/two.txt'),
      field('/obj?path=a'),
      field('/obj?path=none'),
      field('/download?path=a/two.txt'),
      field('/download/a/two.txt'),
      field('/download/a%2Ftwo.txt'),
      field('/thumb?path=a/two.txt'),
      field('/thumb'),
      field('/tiles/0/0/0.png?path=ab.txt'),
      field('/list'),
      field('/list?path='),
      field('/list?path=a'),
      field('/list?path=/ab.txt'),
      field(''),
      field('/ex'),
      field('/builds'),
      field(`/build/${await hash('a/two.txt')}/cog/cog.tif`),
      field(`/build/${'0'.repeat(64)}/cog/cog.tif`),
      '/orgs/survey/ds/other/obj?path=a/one.txt',
      '/orgs/survey/ds/missing/obj?path=a/one.txt',
    ]) {
      expect([path, await get(token, path)]).toEqual([path, 403]);
    }
    for (const path of [field('/obj?path=a/../ab.txt'), field('/download/a%2F..%2Fab.txt')])
      expect([path, await get(token, path)]).toEqual([path, 400]);
    for (const [method, path] of [
      ['DELETE', field('/obj?path=a/one.txt')],
      ['POST', field('/obj')],
      ['POST', field('/build')],
      ['POST', field('/links')],
      ['DELETE', field('')],
    ] as const)
      expect([method, path, await status(token, method, path)]).toEqual([method, path, 403]);
    expect(await status(token, 'POST', field('/list'), { path: 'a' })).toBe(403);
    expect(await status(token, 'POST', field('/list'), { path: 'a/one.txt' })).toBe(200);
  });

  it('B-2 takes a link for a folder as that folder, not as all that begins like it', async () => {
    const { token } = await createLink(service, 'survey/field', { path: 'a' }, editor.token);
    expect(await get(token, field('/list?path=a'))).toBe(200);
    expect(await get(token, field('/obj?path=a/two.txt'))).toBe(200);
    expect(await get(token, field('/obj?path=ab.txt'))).toBe(403);
  });

  it('shows by a link for a dataset what it may do, and lists links for those who may change the dataset', async () => {
    const { id, token } = await createLink(service, 'survey/field', { name: 'For the client', expiresInDays: 7 });
    const shown = (await (await service.call('GET', field('/ex'), { token })).json()) as { permissions: object };
    expect(shown.permissions).toEqual({ canRead: true, canWrite: false, canDelete: false, canManageMembers: false });
    expect(await get(token, field('/builds'))).toBe(200);
    const links = async (): Promise<unknown[]> =>
      (await (await service.call('GET', field('/links'), { token: editor.token })).json()) as unknown[];
    expect(await links()).toContainEqual(
      expect.objectContaining({ id, name: 'For the client', userName: 'admin', readOnly: true, path: null }),
    );
    // People who may change the dataset may close its links, and only through the dataset they are of.
    expect(await status(service.token, 'DELETE', `/orgs/survey/ds/other/links/${id}`)).toBe(404);
    expect(await status(editor.token, 'DELETE', field(`/links/${id}`))).toBe(204);
    expect(await get(token, field('/ex'))).toBe(401);
  });

  it('B-2 ends a link with its maker’s right to change the dataset, and all tokens with his deactivation', async () => {
    const maker = await createPerson(service, 'maker');
    await addMember(service, 'survey', 'maker', 1);
    const link = await createLink(service, 'survey/field', {}, maker.token);
    const personal = await createToken(service, { name: 'own' }, maker.token);
    expect(await get(link.token, field('/list'))).toBe(200);
    await service.call('PUT', '/orgs/survey/members/maker', { json: { permissions: 0 } });
    expect(await get(maker.token, field('/list'))).toBe(200);
    expect(await get(link.token, field('/list'))).toBe(403);
    expect(await get(personal.token, field('/list'))).toBe(200);
    expect(await status(maker.token, 'POST', field('/links'), {})).toBe(403);
    await service.call('PUT', '/orgs/survey/members/maker', { json: { permissions: 1 } });
    expect(await get(link.token, field('/list'))).toBe(200);
    await service.call('PUT', '/users/maker', { json: { roles: ['deactivated'] } });
    for (const { token } of [link, personal]) expect(await get(token, field('/list'))).toBe(401);
  });
});
