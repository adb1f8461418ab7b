import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createPerson, type Person } from '../support/people.ts';
import { form, startService, type CallOptions, type TestService } from '../support/service.ts';

interface Value {
  readonly id: string;
  readonly data: unknown;
  readonly mtime: number;
}
interface Dumped extends Value {
  readonly path: string;
  readonly key: string;
}

const JSON_BODY = { 'content-type': 'application/json' };

describeOnEveryDatabase('metadata', (environment) => {
  let service: TestService;
  let reader: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    reader = await createPerson(service, 'rita');
    await service.call('POST', '/orgs', { json: { slug: 'survey' } });
    await addMember(service, 'survey', 'rita', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (slug: string, rest = ''): string => `/orgs/survey/ds/${slug}${rest}`;
  const make = async (slug: string, files: readonly string[] = []): Promise<void> => {
    expect((await service.call('POST', '/orgs/survey/ds', { json: { slug } })).status).toBe(201);
    for (const path of files) {
      const body = form({ path, file: Buffer.from(path) });
      expect((await service.call('POST', at(slug, '/obj'), { body })).status).toBe(201);
    }
  };
  const ask = async (slug: string, method: string, path: string, options: CallOptions = {}) => {
    const answer = await service.call(method, at(slug, `/meta/${path}`), options);
    return { status: answer.status, body: (await answer.json()) as unknown, link: answer.headers.get('link') };
  };
  const dump = async (slug: string, options: CallOptions = {}): Promise<Dumped[]> =>
    (await ask(slug, 'POST', 'dump', options)).body as Dumped[];

  it('sets, adds, reads and removes in the address form and in the form of existing clients', async () => {
    await make('forms');
    const ways: readonly (readonly [path: string, options: CallOptions])[] = [
      ['pilot/set', { json: { data: 'Ada' } }],
      ['set/pilot', { body: '"Ada"', headers: JSON_BODY }],
      ['set', { body: form({ key: 'pilot', data: '"Ada"', path: '' }) }],
      ['set', { body: form({ KEY: 'pilot', Data: 'Ada' }) }],
      ['set?key=pilot', { json: { value: 'Ada' } }],
      ['pilot/set', { body: new URLSearchParams({ data: '"Ada"' }) }],
    ];
    const ids = new Set<string>();
    for (const [path, options] of ways) {
      const { status, body } = await ask('forms', 'POST', path, options);
      expect([path, status, body]).toEqual([
        path,
        200,
        { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, data: 'Ada', mtime: expect.any(Number) as number },
      ]);
      ids.add((body as Value).id);
    }
    expect(ids.size).toBe(ways.length);
    for (const path of ['pilot', 'get/pilot', 'PILOT'.toLowerCase()])
      expect((await ask('forms', 'GET', path)).body).toMatchObject({ data: 'Ada' });

    for (const [path, options] of [
      ['notes', { json: [1, 2] }],
      ['add/notes', { json: { outline: [1] } }],
      ['add', { body: form({ key: 'notes', data: '{"a":1}' }) }],
      ['notes', { body: '7', headers: JSON_BODY }],
    ] as const)
      expect([path, (await ask('forms', 'POST', path, options)).status]).toEqual([path, 200]);
    const notes = (await ask('forms', 'GET', 'notes')).body as Value[];
    expect(notes.map(({ data }) => data)).toEqual([[1, 2], { outline: [1] }, { a: 1 }, 7]);
    expect((await ask('forms', 'GET', 'list')).body).toEqual([
      { count: 1, key: 'name', path: '' },
      { count: 4, key: 'notes', path: '' },
      { count: 1, key: 'pilot', path: '' },
    ]);

    const [first, second, third, fourth] = notes.map(({ id }) => id);
    expect((await ask('forms', 'DELETE', first!)).body).toEqual({ removed: 1 });
    expect((await ask('forms', 'DELETE', `remove/${second}`)).body).toEqual({ removed: 1 });
    expect((await ask('forms', 'POST', 'remove', { body: form({ id: third! }) })).body).toEqual({ removed: 1 });
    expect((await ask('forms', 'POST', 'remove', { body: form({ id: third! }) })).body).toEqual({ removed: 0 });
    expect((await ask('forms', 'GET', 'notes')).body).toMatchObject([{ id: fourth, data: 7 }]);
    expect((await ask('forms', 'POST', 'unset', { body: form({ key: 'notes' }) })).body).toEqual({ removed: 1 });
    expect((await ask('forms', 'DELETE', 'unset/pilot')).body).toEqual({ removed: 1 });
    expect((await ask('forms', 'DELETE', 'pilot')).body).toEqual({ removed: 0 });
    expect((await ask('forms', 'GET', 'pilot')).status).toBe(404);
  });

  it('tells keys that look like verbs from verbs', async () => {
    await make('verbs');
    expect((await ask('verbs', 'POST', 'add/set', { json: 'of the key add' })).status).toBe(200);
    expect((await ask('verbs', 'POST', 'set/set', { json: 'of the key set' })).status).toBe(200);
    expect(await ask('verbs', 'GET', 'dump')).toMatchObject({
      status: 404,
      body: { error: 'There is no metadata dump. All values at once are the answer to POST.' },
    });
    expect((await ask('verbs', 'POST', 'dump/set', { json: 1 })).status).toBe(200);
    expect((await dump('verbs')).map(({ key }) => key).toSorted()).toEqual(['add', 'dump', 'name', 'set']);
    expect((await ask('verbs', 'GET', 'add')).body).toMatchObject({ data: 'of the key add' });
    const { body } = await ask('verbs', 'GET', 'set');
    expect((await ask('verbs', 'DELETE', (body as Value).id)).body).toEqual({ removed: 1 });
  });

  it('refuses keys and values that break the rules, and keeps nothing of them', async () => {
    await make('rules', ['a.txt']);
    const before = await dump('rules');
    const refused: readonly (readonly [path: string, json: unknown])[] = [
      ['notes/set', { data: 1 }],
      ['note', { data: 1 }],
      ['Pilot/set', { data: 1 }],
      ['set', { data: 1 }],
      ['__proto__/set', { data: 1 }],
      ['constructor/set', { data: 1 }],
      ['set', { key: '__proto__', data: 1 }],
      ['set', { key: ['a', 'b'], data: 1 }],
      ['a%2Fb/set', { data: 1 }],
      [`${'k'.repeat(200)}/set`, { data: 1 }],
      ['pilot/set', {}],
      ['pilot/set', { data: '\0' }],
      ['pilot/set', { data: '"\\u0000"' }],
      ['pilot/set', { data: { 'a\0': 1 } }],
      ['pilot/set', { data: '\ud800' }],
      ['pilot/set', { data: '{"a":{"__proto__":{"b":1}}}' }],
      ['pilot/set', { data: '1e999' }],
      ['pilot/set', { data: '['.repeat(200) + ']'.repeat(200) }],
      ['pilot/set', { data: 'x'.repeat(300_000) }],
      // Fewer characters than the limit has bytes.
      ['pilot/set', { data: 'é'.repeat(200_000) }],
      [`set`, { key: 'é'.repeat(65), data: 1 }],
      ['set', { key: ' pilot', data: 1 }],
      ['set', { key: 'pilot\u2003', data: 1 }],
      ['pilot/set', { data: '9007199254740993' }],
      ['pilot/set?path=missing.txt', { data: 1 }],
      ['pilot/set?path=../x', { data: 1 }],
      ['name/set', { data: 5 }],
      ['name/set', { data: ' \t ' }],
      ['name/set', { data: 'x'.repeat(257) }],
      ['tagline/set', { data: 'x'.repeat(257) }],
      ['license/set', { data: 'CC BY' }],
      ['public/set', { data: 'yes' }],
      ['visibility/set', { data: 3 }],
      ['set', { key: 'visibility', data: { a: 1 } }],
    ];
    for (const [path, json] of refused)
      expect([path, json, (await ask('rules', 'POST', path, { json })).status]).toEqual([path, json, 400]);
    expect((await ask('rules', 'POST', 'remove', { json: { id: 'x' } })).status).toBe(400);
    expect((await ask('rules', 'POST', 'dump', { json: { ids: '[1]' } })).status).toBe(400);
    expect((await ask('rules', 'GET', 'list?after=x')).status).toBe(400);
    expect(await dump('rules')).toEqual(before);
    expect(({} as { b?: unknown }).b).toBeUndefined();
  });

  it('gives numbers back as the text they came as, or refuses them', async () => {
    await make('numbers');
    /** In each form of setting it: the status, and whether all that is answered about it holds that text. */
    const raw = async (number: string) => {
      const sent = [
        ['size/set', { body: number, headers: JSON_BODY }],
        ['set', { body: `{"key":"size","data":{"deep":[${number}]}}`, headers: JSON_BODY }],
        ['set', { body: form({ key: 'size', data: `[${number}]` }) }],
      ] as const;
      const found: [number, boolean][] = [];
      for (const [path, options] of sent) {
        const { status, body } = await ask('numbers', 'POST', path, options);
        const [dumped] = (await dump('numbers')).filter(({ key }) => key === 'size');
        const read = await (await service.call('GET', at('numbers', '/meta/size'))).text();
        const told = [JSON.stringify(body), ...(status === 200 ? [String(dumped?.data), read] : [])];
        found.push([status, told.every((text) => text.includes(number))]);
      }
      return found;
    };
    for (const number of ['9007199254740991', '-9007199254740992', '0.1', '45.1234567890123', '100000000000000000000'])
      expect([number, await raw(number)]).toEqual([number, Array(3).fill([200, true])]);
    // The refusal names the number.
    for (const number of ['9007199254740993', '-12345678901234567890'])
      expect([number, await raw(number)]).toEqual([number, Array(3).fill([400, true])]);
  });

  it('keeps names without white space around them, whatever sets them, and counts their characters', async () => {
    await service.call('POST', '/orgs/survey/ds', { json: { slug: 'names', name: '  West field ', tagline: ' a ' } });
    const told = async (key: string) => ((await ask('names', 'GET', key)).body as Value).data;
    expect([await told('name'), await told('tagline')]).toEqual(['West field', 'a']);
    expect((await service.call('PUT', at('names'), { json: { name: '\tEast ' } })).status).toBe(204);
    expect(await told('name')).toBe('East');
    const long = '\u{1f600}'.repeat(256);
    expect((await ask('names', 'POST', 'name/set', { json: { data: ` ${long}` } })).body).toMatchObject({ data: long });
    expect((await service.call('PUT', at('names'), { json: { name: long } })).status).toBe(204);
    expect((await service.call('PUT', at('names'), { json: { name: `${long}x` } })).status).toBe(400);
    await service.call('POST', '/orgs/survey/ds', { json: { slug: 'blank', name: '' } });
    expect(((await ask('blank', 'GET', 'name')).body as Value).data).toBe('blank');
  });

  it('holds a dataset and its entries to a number of values', async () => {
    await make('many', ['a.txt']);
    const value = { data: 'x'.repeat(250_000) };
    for (let count = 0; count < 4; count += 1)
      expect((await ask('many', 'POST', 'notes', { json: value })).status).toBe(200);
    expect((await ask('many', 'POST', 'notes', { json: value })).status).toBe(400);
    expect((await ask('many', 'POST', 'notes?path=a.txt', { json: value })).status).toBe(200);
    // A few bytes here, hundreds in the database.
    const short = `[${Array.from({ length: 10_000 }, () => '1e300').join(',')}]`;
    expect((await ask('many', 'POST', 'set', { body: form({ key: 'numbers-of', data: short }) })).status).toBe(400);
  });

  it('keeps values of entries, dumps them as JSON text by id, and only those that are asked for', async () => {
    await make('entries', ['f/a.txt', 'f/b.txt']);
    for (const [path, data] of [
      ['f/a.txt', 'one'],
      ['f', { n: [1, 'ä'] }],
    ] as const)
      expect((await ask('entries', 'POST', `note/set?path=${path}`, { json: { data } })).status).toBe(200);
    expect((await ask('entries', 'GET', 'note?path=f/a.txt')).body).toMatchObject({ data: 'one' });
    expect((await ask('entries', 'GET', 'note')).status).toBe(404);
    expect((await ask('entries', 'GET', 'list?path=f')).body).toEqual([{ count: 1, key: 'note', path: 'f' }]);
    const all = await dump('entries');
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    expect(
      all
        .map(({ path, key, data }) => [path, key, JSON.parse(data as string)])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['', 'name', 'entries'],
      ['f', 'note', { n: [1, 'ä'] }],
      ['f/a.txt', 'note', 'one'],
    ]);
    const ids = [all[0]!.id, all[2]!.id];
    for (const options of [
      { json: { ids } },
      { body: form({ ids: JSON.stringify(ids) }) },
      { json: { ids: [...ids, ids[0], 'nothing', '00000000-0000-4000-8000-000000000000'] } },
    ])
      expect((await dump('entries', options)).map(({ id }) => id)).toEqual(ids);

    const walk = async (path: string, method: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let next: string | undefined = `${path}?limit=2`; next !== undefined && found.length < 10;) {
        const { body, link } = await ask('entries', method, next);
        found.push(...(body as unknown[]));
        next = link === null ? undefined : `${path}${/<(.*)>/.exec(link)![1]}`;
      }
      return found;
    };
    expect(await walk('dump', 'POST')).toEqual(all);
    expect(await walk('list', 'GET')).toEqual((await ask('entries', 'GET', 'list')).body);
  });

  it('decides who may read a dataset when its visibility is set, unset or removed', async () => {
    await make('access');
    const open = async (): Promise<boolean> =>
      (await service.call('GET', at('access', '/ex'), { token: null })).status === 200;
    const set = async (path: string, json: unknown) => (await ask('access', 'POST', path, { json })).status;
    expect([await set('visibility/set', { data: 1 }), await open()]).toEqual([200, true]);
    expect((await ask('access', 'POST', 'unset', { json: { key: 'visibility' } })).body).toEqual({ removed: 1 });
    expect(await open()).toBe(false);
    expect([await set('set', { key: 'visibility', data: '"Public"' }), await open()]).toEqual([200, true]);
    const { id, data } = (await ask('access', 'GET', 'visibility')).body as Value;
    expect(data).toBe(2);
    expect((await ask('access', 'DELETE', id)).body).toEqual({ removed: 1 });
    expect(await open()).toBe(false);
    expect([await set('public/set', 1), await open()]).toEqual([200, true]);
    expect([await set('public/set', { data: false }), await open()]).toEqual([200, false]);
    expect([await set('set', { key: 'public', data: '1' }), await open()]).toEqual([200, true]);
    expect([await set('visibility/set', { data: 0 }), await open()]).toEqual([200, false]);
    expect((await ask('access', 'GET', 'public')).status).toBe(404);
    const log = (await (await service.call('GET', '/sys/audit?action=dataset.visibility')).json()) as {
      items?: unknown[];
    };
    expect(JSON.stringify(log).match(/"survey\/access"/g)).toHaveLength(8);
  });

  it('lets readers read and only writers change', async () => {
    await make('rights');
    const { token } = reader;
    expect((await ask('rights', 'GET', 'list', { token })).status).toBe(200);
    expect((await ask('rights', 'POST', 'dump', { token, json: {} })).status).toBe(200);
    for (const [method, path] of [
      ['POST', 'name/set'],
      ['POST', 'set'],
      ['POST', 'notes'],
      ['POST', 'add'],
      ['POST', 'unset'],
      ['POST', 'remove'],
      ['DELETE', 'name'],
    ] as const)
      expect([path, (await ask('rights', method, path, { token, json: { key: 'name', data: 1 } })).status]).toEqual([
        path,
        403,
      ]);
    expect((await ask('rights', 'GET', 'list', { token: null })).status).toBe(401);
  });
});
