import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describePermissions,
  permissionTables,
  type PermissionTable,
  type Verdict,
} from '../support/permission-table.ts';
import { Binary, Media } from '../../src/http/index.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let tables: readonly PermissionTable[];

beforeAll(async () => {
  service = await startService();
  tables = await permissionTables(service);
});
afterAll(() => service[Symbol.asyncDispose]());

it('B-1 decides on every route for every kind of caller as docs/permissions.md says (`npm run docs` writes it)', async () => {
  const page = await readFile(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
  expect(await describePermissions(tables)).toBe(page);
});

it('B-1 has every route of the running server in the table, and no rule it does not know', () => {
  const asked = new Set(tables.flatMap(({ rows }) => rows.map(({ route }) => `${route.method} ${route.path}`)));
  const served = service.app.routes.map(({ method, path }) => `${method} ${path}`);
  expect([...asked].toSorted()).toEqual([...new Set(served)].toSorted());
  expect(served.length).toBe(new Set(served).size);
  const rules =
    /^(anonymous|signed-in|admin|monitor|organization:(read|write|delete|manage)|dataset:(read|write|delete))$/;
  for (const { access } of service.app.routes) expect(access).toMatch(rules);
});

it('B-1 keeps what no table may contradict: a mistake that is written down is one still', () => {
  expect(tables.flatMap(breaches)).toEqual([]);
});

/** What a table lets through, or refuses, against the rules of the house. */
function breaches({ title, callers, rows }: PermissionTable): string[] {
  const isPrivate = title.includes('private');
  return rows.flatMap(({ route, verdicts }) => {
    const { access, method, reads, session, shows, narrows, browsedAnonymously, originals, response } = route;
    const sendsBytes = response[200] === Binary || response[200] === Media;
    const of = (caller: string): Verdict | undefined => verdicts[callers.indexOf(caller)];
    const isThing = access.includes(':');
    const reading = method === 'GET' || reads === true;
    const tokens = callers.filter((caller) => /link|token/.test(caller) && caller !== 'monitor token');
    const may = (level: number): boolean => of(`level ${level}`) === 'yes';
    const rules: readonly (readonly [what: string, applies: boolean, holds: boolean])[] = [
      [
        'nobody has to sign in',
        access !== 'anonymous' && !(access.endsWith(':read') && !isPrivate),
        of('nobody') === (browsedAnonymously ? '404' : '401'),
      ],
      ['administration is for administrators', access === 'admin', of('signed in') === '403'],
      [
        'no token reaches administration',
        access === 'admin' || access === 'monitor',
        of('administrator’s token') === '403',
      ],
      ['no token reaches a session', session === true, tokens.every((caller) => of(caller) === '403')],
      [
        'no token gives or takes what outlives it',
        ['organization:manage', 'organization:delete'].includes(access),
        session === true,
      ],
      ['the owner may', isThing, of('owner') === 'yes'],
      ['an administrator may', access !== 'anonymous', of('administrator') === 'yes'],
      [
        'a higher level may all that a lower one may',
        isThing,
        [1, 2, 3].every((level) => may(level) || !may(level - 1)),
      ],
      ['a reading token changes nothing', isThing && !reading, of('owner’s reading token') === '403'],
      ['a link changes nothing', isThing && !reading, of('link') === '403' && of('link to a file') === '403'],
      [
        'a link without downloads gets no originals',
        isThing && originals === true,
        of('link without downloads') === '403',
      ],
      [
        'a link without downloads shows all else',
        isThing && originals !== true,
        of('link without downloads') === of('link'),
      ],
      [
        'every route of bytes that a link opens says whether they are originals',
        of('link') === 'yes' && access.startsWith('dataset:') && sendsBytes,
        originals !== undefined,
      ],
      ['a link to a file shows it alone', isPrivate && isThing && !shows && !narrows, of('link to a file') === '403'],
      // Whether they do is asked of each of them in ogc-rights.test.ts, search.test.ts and search-extents.test.ts.
      [
        'only layers and what is searched are narrowed by their handlers',
        narrows === true,
        /\/(?:wms|wfs|wmts|wcs|ogcapi)(?:\/|$)|^\/search(?:\/extents)?$/.test(route.path),
      ],
      ['a stranger sees nothing private', isPrivate && isThing, of('stranger') === '404'],
    ];
    return rules
      .filter(([, applies, holds]) => applies && !holds)
      .map(([what]) => `${method} ${route.path} (${title}): ${what}`);
  });
}
