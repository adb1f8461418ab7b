import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createLink, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const AT = '/orgs/survey/ds/field';
const PASSWORD = 'river bank 7';

/** An answer with its body, as a test compares it. */
async function told(answer: Response): Promise<readonly [number, Readonly<Record<string, unknown>>]> {
  const text = await answer.text();
  return [answer.status, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)];
}

describeOnEveryDatabase('share links', (environment) => {
  let service: TestService;
  let editor: Person;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), SignIn__MaxFailures: '3' });
    await service.call('POST', '/orgs', { json: { slug: 'survey' } });
    editor = await createPerson(service, 'editor');
    await addMember(service, 'survey', 'editor', 1);
    await createDataset(service, 'survey/field', 0, ['a/one.txt', 'a/two.txt', 'b.txt']);
    await createDataset(service, 'survey/other', 1, ['x.txt']);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const link = (json: object = {}) => createLink(service, 'survey/field', json, editor.token);
  const change = async (id: string, json: object, token = editor.token) =>
    told(await service.call('PATCH', `${AT}/links/${id}`, { token, json }));
  const read = async (token: string, path = `${AT}/list`, headers: Record<string, string> = {}) =>
    told(await service.call('GET', `${path}${path.includes('?') ? '&' : '?'}token=${token}`, { token: null, headers }));
  const open = (token: string, json: object = {}, headers: Record<string, string> = {}, at = AT) =>
    service.call('POST', `${at}/links/open`, { token: null, json: { token, ...json }, headers });
  const reason = async (answer: Promise<Response>) => {
    const [status, { reason: why }] = await told(await answer);
    return [status, why];
  };
  /** What a browser sends back of the cookies that it was given. */
  const cookieOf = (answer: Response): string => answer.headers.getSetCookie().join('').split(';')[0]!;

  it('limits nothing unless it is asked to, and tells its limits in lists', async () => {
    const plain = await link();
    const [, [facts]] = (await told(await service.call('GET', `${AT}/links`, { token: editor.token }))) as never as [
      number,
      Record<string, unknown>[],
    ];
    expect(facts).toMatchObject({ id: plain.id, downloads: true, frames: [], hasPassword: false, view: null });
    expect((await service.call('GET', `${AT}/download?path=b.txt&token=${plain.token}`, { token: null })).status).toBe(
      200,
    );
    const limited = { downloads: false, frames: ['https://www.example.org/'], password: PASSWORD, view: '?path=a#2d' };
    const made = await told(await service.call('POST', `${AT}/links`, { token: editor.token, json: limited }));
    expect(made).toMatchObject([
      201,
      { downloads: false, frames: ['https://www.example.org'], hasPassword: true, view: '?path=a#2d' },
    ]);
    expect(JSON.stringify(made)).not.toContain(PASSWORD);
    expect(made[1]['url']).toBe(`${service.url}/r/survey/field?path=a&token=${String(made[1]['token'])}#2d`);
  });

  it('ends at a date, and not in the past', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await told(await service.call('POST', `${AT}/links`, { json: { expiresAt } }));
    expect(made).toMatchObject([201, { expiresAt }]);
    expect(await told(await service.call('POST', `${AT}/links`, { json: { expiresAt: null } }))).toMatchObject([
      201,
      { expiresAt: null },
    ]);
    for (const wrong of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'tomorrow'])
      expect([wrong, (await service.call('POST', `${AT}/links`, { json: { expiresAt: wrong } })).status]).toEqual([
        wrong,
        400,
      ]);
  });

  it.each([
    ['frames', ['https://example.org/path']],
    ['frames', ['https://user@example.org']],
    ['frames', ['*']],
    ['frames', ['https://*.example.org']],
    ['frames', ["https://example.org;script-src 'unsafe-inline'"]],
    ['frames', ['https://a;b']],
    ['frames', ["'none'"]],
    ['frames', ['https://example.org https://evil.example']],
    ['frames', ['javascript:alert(1)']],
    ['frames', ['data:text/html,x']],
    ['frames', ['null']],
    ['frames', ['']],
    ['frames', Array.from({ length: 11 }, (_, n) => `https://s${n}.example.org`)],
    ['password', 'short'],
    ['password', 'x'.repeat(257)],
    ['view', '/r/other/dataset'],
    ['view', 'https://evil.example'],
    ['view', '//evil.example'],
    ['view', '?a=\nb'],
    ['view', '?path=a&TOKEN=ald_x'],
    ['view', `?path=${'é'.repeat(1022)}`],
  ])('refuses %s %j', async (field, value) => {
    const answer = await service.call('POST', `${AT}/links`, { json: { [field]: value } });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([400, expect.stringContaining(field) as string]);
  });

  it('is changed by anyone who may write, and by nobody else', async () => {
    const { id, token } = await link({ name: 'first' });
    const stranger = await createPerson(service, 'stranger');
    expect((await change(id, { name: 'x' }, stranger.token))[0]).toBe(404);
    expect((await change(id, { name: 'x' }, token))[0]).toBe(403);
    expect(await change(id, { name: 'second', expiresInDays: 7, downloads: false })).toMatchObject([
      200,
      { name: 'second', downloads: false, expiresAt: expect.any(String) as string },
    ]);
    expect(await change(id, {})).toMatchObject([200, { name: 'second', downloads: false }]);
    expect(await change(id, { expiresAt: null })).toMatchObject([200, { expiresAt: null, downloads: false }]);
    // Another dataset does not know the link.
    const elsewhere = `/orgs/survey/ds/other/links/${id}`;
    expect((await service.call('PATCH', elsewhere, { json: { name: 'x' } })).status).toBe(404);
    await service.call('DELETE', `${AT}/links/${id}`);
    expect((await change(id, { name: 'x' }))[0]).toBe(404);
  });

  it('stays ended when it has ended', async () => {
    const { id } = await link({ path: 'a/two.txt' });
    await service.call('DELETE', `${AT}/obj?path=a/two.txt`);
    expect(await change(id, { expiresAt: null })).toMatchObject([
      409,
      { error: expect.stringContaining('ended') as string },
    ]);
  });

  it('a link without downloads shows the dataset and hands out nothing of it, by whatever way it is asked', async () => {
    const { token, id } = await link({ downloads: false });
    const bearer = { authorization: `Bearer ${token}` };
    expect((await read(token))[0]).toBe(200);
    expect((await read(token, `${AT}/obj?path=b.txt`))[0]).toBe(200);
    const etag = (await service.call('HEAD', `${AT}/download?path=b.txt`)).headers.get('etag')!;
    const selection = (await (
      await service.call('POST', `${AT}/download`, {
        json: { paths: ['b.txt'] },
        headers: { accept: 'application/json' },
      })
    ).json()) as { downloadUrl: string };
    const kept = new URL(selection.downloadUrl, service.url);
    for (const [method, path, extra] of [
      ['GET', '/download?path=b.txt'],
      ['GET', '/download?path=b.txt&inline=1'],
      ['GET', '/DOWNLOAD?path=b.txt'],
      ['GET', '/download/?path=b.txt'],
      ['GET', '/download'],
      ['GET', '/download?path=a'],
      ['GET', '/download/b.txt'],
      ['GET', '/download/a%2Fone.txt'],
      ['HEAD', '/download?path=b.txt'],
      ['HEAD', '/download/b.txt'],
      ['GET', '/download/b.txt', { range: 'bytes=0-3' }],
      ['GET', '/download/b.txt', { 'if-none-match': etag }],
      ['GET', '/download/b.txt', { 'if-range': etag, range: 'bytes=0-3' }],
      ['GET', '/download', { 'x-download-check': '1' }],
      ['GET', '/ddb'],
      ['GET', '/svc'],
      ['GET', '/tasks/none/result'],
      ['GET', '/build/none/cog/cog.tif'],
      ['GET', '/build/none/COG/Cog.TIF'],
      ['GET', '/build/none/vec/source.GPKG'],
      ['GET', '/wcs?service=WCS&request=GetCoverage&version=2.0.1&coverageId=x'],
      ['GET', '/wcs/p/a?service=WCS&request=GetCapabilities'],
      ['GET', '/wfs?service=WFS&request=GetFeature&version=2.0.0&typeNames=x'],
      ['POST', '/wfs'],
      ['POST', '/download'],
      ['POST', '/download', { accept: 'application/json' }],
    ] as readonly (readonly [string, string, Record<string, string>?])[]) {
      const asked = { token: null, ...(method === 'POST' ? { json: { paths: ['b.txt'] } } : {}) };
      const byHeader = await service.call(method, AT + path, { ...asked, headers: { ...extra, ...bearer } });
      expect([method, path, extra, byHeader.status]).toEqual([method, path, extra, 403]);
      if (method === 'POST') continue; // A token in the address of a POST is none.
      const address = `${AT}${path}${path.includes('?') ? '&' : '?'}token=${token}`;
      const byAddress = await service.call(method, address, { token: null, ...(extra ? { headers: extra } : {}) });
      expect([method, path, extra, byAddress.status]).toEqual([method, path, extra, 403]);
    }
    const byKept = await service.call('GET', `${kept.pathname}${kept.search}&token=${token}`, { token: null });
    expect(byKept.status).toBe(403);
    expect(await read(token, `${AT}/download/b.txt`)).toEqual([
      403,
      {
        error:
          'This link shows the data and does not hand out the files: downloads are switched off. Ask the person who sent you the link.',
        noRetry: true,
        reason: 'downloads-off',
      },
    ]);
    // A signed-in person who opens the link is shown what the link shows.
    const both = { cookie: `jwtToken=${editor.token}` };
    expect((await read(token, `${AT}/download/b.txt`, both))[0]).toBe(403);
    expect((await change(id, { downloads: true }))[0]).toBe(200);
    expect((await service.call('GET', `${AT}/download/b.txt?token=${token}`, { token: null })).status).toBe(200);
    expect((await change(id, { downloads: false }))[0]).toBe(200);
    expect((await read(token, `${AT}/download/b.txt`))[0]).toBe(403);
  });

  it('a link with a password is good for nothing until it is given, and then for that browser', async () => {
    const { token, id } = await link({ password: PASSWORD, path: 'a' });
    const needed = [401, 'password-needed'];
    for (const path of [
      '/list?path=a',
      '/ex',
      '/download?path=a/one.txt',
      '/thumb?path=a/one.txt',
      '/wms?service=WMS',
    ]) {
      const answer = await service.call('GET', `${AT}${path}&token=${token}`.replace('ex&', 'ex?'), { token: null });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    expect(await read(token, `${AT}/list?path=a`)).toMatchObject([401, { reason: 'password-needed', noRetry: true }]);
    const posted = await service.call('POST', `${AT}/list`, { token, json: { path: 'a' } });
    expect(posted.status).toBe(401);
    // Where everybody is let in, it counts as nobody.
    expect((await read(token, '/stac'))[0]).toBe(200);
    expect(await reason(open(token))).toEqual(needed);
    const wrong = await open(token, { password: 'not the one' });
    expect([wrong.headers.getSetCookie(), await reason(Promise.resolve(wrong))]).toEqual([[], [401, 'wrong-password']]);

    const opened = await open(token, { password: PASSWORD });
    expect(await told(opened.clone())).toMatchObject([200, { path: 'a', view: null, downloads: true }]);
    const [set] = opened.headers.getSetCookie();
    expect(set).toMatch(new RegExp(`^alidadeLink-${id}=[\\w-]{43}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Strict$`));
    expect(Number(/Max-Age=(\d+)/.exec(set!)?.[1])).toBeLessThanOrEqual(90 * 86_400);
    const cookie = cookieOf(opened);
    expect((await read(token, `${AT}/list?path=a`, { cookie }))[0]).toBe(200);
    expect((await read(token, `${AT}/list?path=b.txt`, { cookie }))[0]).toBe(403);
    expect((await open(token, {}, { cookie })).status).toBe(200);
    // A proof is no credential, and that of one link is none of another.
    expect((await service.call('GET', `${AT}/list?path=a`, { token: null, headers: { cookie } })).status).toBe(401);
    const second = await link({ password: PASSWORD });
    const renamed = cookie.replace(id, second.id);
    for (const given of [cookie, renamed, `${cookie}; ${renamed}`, `alidadeLink-${second.id}=`])
      expect((await read(second.token, `${AT}/list`, { cookie: given }))[0]).toBe(401);

    await change(id, { password: 'another bank 8' });
    expect((await read(token, `${AT}/list?path=a`, { cookie }))[0]).toBe(401);
    await change(id, { password: null });
    expect((await read(token, `${AT}/list?path=a`))[0]).toBe(200);
    await change(id, { password: PASSWORD });
    expect((await read(token, `${AT}/list?path=a`, { cookie }))[0]).toBe(401);
  });

  it('passwords of a link are not guessed: wrong ones are counted, many at once too, and the right one is refused meanwhile', async () => {
    const { token } = await link({ password: PASSWORD });
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, n) => open(token, { password: `guess ${n}` })));
    expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      401, 401, 401, 429, 429, 429, 429, 429,
    ]);
    const refused = await open(token, { password: PASSWORD });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number) as number]);
    // Another link, and a link whose password is not asked for, are not kept waiting.
    expect((await open((await link({ password: PASSWORD })).token, { password: PASSWORD })).status).toBe(200);
    expect((await open((await link()).token)).status).toBe(200);
  });

  it('tells the page of a link that leads nowhere why', async () => {
    const { token, id } = await link({ path: 'a/one.txt' });
    expect(await reason(open(token, {}, {}, '/orgs/survey/ds/other'))).toEqual([404, 'link-removed']);
    expect(await reason(open(token.replace(/.$/, '_')))).toEqual([404, 'link-removed']);
    expect(await reason(open(editor.token.slice(0, 100)))).toEqual([404, 'link-removed']);
    expect((await open(token)).status).toBe(200);
    await service.call('DELETE', `${AT}/obj?path=a/one.txt`);
    expect(await reason(open(token))).toEqual([404, 'link-ended']);
    await service.call('DELETE', `${AT}/links/${id}`);
    expect(await reason(open(token))).toEqual([404, 'link-removed']);
    const ofGone = await link();
    await service.call('PUT', '/orgs/survey/members/editor', { json: { permissions: 0 } });
    expect(await reason(open(ofGone.token))).toEqual([404, 'link-removed']);
    await service.call('PUT', '/orgs/survey/members/editor', { json: { permissions: 1 } });
    expect((await open(ofGone.token)).status).toBe(200);
  });

  it('does not open for another site, whose page would have its visitors guess', async () => {
    const { token } = await link({ password: PASSWORD });
    expect((await open(token, { password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
