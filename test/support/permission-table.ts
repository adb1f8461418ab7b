import type { FastifyInstance } from 'fastify';
import { format } from 'oxfmt';
import { createServer, type Route } from '../../src/http/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { addMember, createDataset, createLink, createPerson, createToken } from './people.ts';
import type { TestService } from './service.ts';
import { addressOf, withHandler } from './stand-in-routes.ts';

/** What a kind of caller gets on a route: let in, or the status of the refusal. */
export type Verdict = 'yes' | '401' | '403' | '404';

/** A table of the page: routes about one kind of thing, and what each kind of caller gets. */
export interface PermissionTable {
  readonly title: string;
  readonly callers: readonly string[];
  readonly rows: readonly { readonly route: Route; readonly verdicts: readonly Verdict[] }[];
}

interface Stage {
  readonly title: string;
  readonly isOf: (route: Route) => boolean;
  readonly values: Readonly<Record<string, string>>;
  /** A bearer token each; `undefined`: none. */
  readonly callers: Readonly<Record<string, string | undefined>>;
}

const MONITOR_TOKEN = 'monitor-token-of-a-test';
const FILE = 'a.txt';
const LEVELS = ['reads', 'writes', 'deletes', 'manages'];

/**
 * Asks every route of a service as every kind of caller. The decisions are those of the service, on its database; the
 * handlers are replaced, so that nothing is changed and no missing thing hides a decision.
 */
export async function permissionTables(service: TestService): Promise<PermissionTable[]> {
  const stages = await setUp(service);
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent', MONITORTOKEN: MONITOR_TOKEN }),
    access: service.app.access,
    routes: withHandler(service.app.routes, () => Promise.resolve('let in')),
    version: '0',
    changed: () => undefined,
  });
  try {
    const tables = [];
    for (const stage of stages) tables.push(await tableOf(server, stage, service.app.routes.filter(stage.isOf)));
    return tables;
  } finally {
    await server.close();
  }
}

async function setUp(service: TestService): Promise<readonly Stage[]> {
  const [stranger, owner] = [await createPerson(service, 'stranger'), await createPerson(service, 'owner')];
  const members = [];
  for (const name of LEVELS) members.push(await createPerson(service, name));
  for (const [slug, isPublic] of [
    ['closed', false],
    ['open', true],
  ] as const) {
    await owner.call('POST', '/orgs', { slug, isPublic });
    for (const [level, { name }] of members.entries()) await addMember(service, slug, name, level);
  }
  await createDataset(service, 'closed/closed', 0, [FILE]);
  await createDataset(service, 'closed/open', 1, [FILE]);
  await createDataset(service, 'open/any', 0, [FILE]);
  const reading = await createToken(service, { name: 'reading' }, owner.token);
  const writing = await createToken(service, { name: 'writing', readOnly: false }, owner.token);
  const { hash } = (await (await service.call('GET', `/orgs/closed/ds/closed/obj?path=${FILE}`)).json()) as {
    hash: string;
  };

  const people = {
    nobody: undefined,
    stranger: stranger.token,
    ...Object.fromEntries(members.map(({ token }, level) => [`level ${level}`, token])),
    owner: owner.token,
    administrator: service.token,
  };
  const stage = async (title: string, kind: string, orgSlug: string, dsSlug: string): Promise<Stage> => ({
    title,
    isOf: ({ access }) => access.startsWith(kind),
    values: {
      orgSlug,
      dsSlug,
      hash,
      '*': FILE,
      collectionId: `${orgSlug}:${dsSlug}`,
      itemId: Buffer.from(FILE).toString('base64url'),
    },
    callers: {
      ...people,
      link: (await createLink(service, `${orgSlug}/${dsSlug}`, {}, owner.token)).token,
      'link without downloads': (await createLink(service, `${orgSlug}/${dsSlug}`, { downloads: false }, owner.token))
        .token,
      'link to a file': (await createLink(service, `${orgSlug}/${dsSlug}`, { path: FILE }, owner.token)).token,
      'owner’s reading token': reading.token,
      'owner’s writing token': writing.token,
    },
  });
  const elsewhere = await stage('The service, users and lists', '', 'closed', 'closed');
  return [
    {
      ...elsewhere,
      isOf: ({ access }) => !access.includes(':'),
      callers: {
        nobody: undefined,
        'signed in': stranger.token,
        administrator: service.token,
        'monitor token': MONITOR_TOKEN,
        link: elsewhere.callers['link'],
        'reading token': reading.token,
        'administrator’s token': (await createToken(service, { name: 'all', readOnly: false })).token,
      },
    },
    await stage('A private organization', 'organization:', 'closed', 'closed'),
    await stage('A public organization', 'organization:', 'open', 'any'),
    await stage('A private dataset', 'dataset:', 'closed', 'closed'),
    await stage('A public dataset', 'dataset:', 'closed', 'open'),
  ];
}

async function tableOf(server: FastifyInstance, stage: Stage, routes: readonly Route[]): Promise<PermissionTable> {
  const rows = [];
  for (const route of routes.toSorted(byAddress)) {
    const verdicts: Verdict[] = [];
    for (const token of Object.values(stage.callers)) verdicts.push(await ask(server, route, stage.values, token));
    rows.push({ route, verdicts });
  }
  return { title: stage.title, callers: Object.keys(stage.callers), rows };
}

async function ask(
  server: FastifyInstance,
  { method, path }: Route,
  values: Stage['values'],
  token: string | undefined,
): Promise<Verdict> {
  const answer = await server.inject({
    method,
    url: `${addressOf(path, values)}?path=${FILE}`,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(method === 'GET' ? {} : { payload: { path: FILE } }),
  });
  if (answer.statusCode === 200 && answer.body === 'let in') return 'yes';
  const verdict = String(answer.statusCode);
  if (verdict === '401' || verdict === '403' || verdict === '404') return verdict;
  throw new Error(`${method} ${path} decided nothing: ${verdict} ${answer.body}`);
}

function byAddress(a: Route, b: Route): number {
  return a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en');
}

const INTRODUCTION = `# Who may do what

Every route of the service against every kind of caller, asked of a running service: written by \`npm run docs\`, compared by a
test. A route that declares no access rule does not start.

**yes**: the call is let in. **401**: sign in first. **403**: refused. **404**: answered as if the thing did not exist. What
an anonymous caller may not read answers 401 whether it exists or not, and 404 below STAC, which is browsed without an account; to a token outside of its scope existing and
missing things are 403 alike. HEAD is decided as GET.

- **level 0** reads, **1** also writes, **2** also deletes, **3** also manages members.
- **link**: a link for the dataset (for one in the organization), made by the owner; **link to a file**: for one file in it, asked
  about that file.
- **reading token**: a personal token that only reads; **writing token**: one that may all its user may, but what wants a
  session.
- **link without downloads**: a link whose maker switched downloads off. **(originals)**: refused to it; **(some originals)**: the
  handler refuses it what hands out all of a file ([share-links.md](share-links.md)).
- **(paths)**: a link to a file is let in where the route is asked about that file; **(layers)**: let in always, and shown the layers of
  that file alone, or what is found of it.

What a route asks besides is decided behind the guard and tested with its module: own or somebody else's account, the
limits of a list to what the caller may read.
`;

/** The page \`docs/permissions.md\`. */
export async function describePermissions(tables: readonly PermissionTable[]): Promise<string> {
  const page = [INTRODUCTION, ...tables.map(section)].join('\n');
  return (await format('permissions.md', page, { printWidth: 120 })).code;
}

function section({ title, callers, rows }: PermissionTable): string {
  const lines = rows.map(
    ({ route, verdicts }) => `| \`${route.method} ${route.path}\` | ${ruleOf(route)} | ${verdicts.join(' | ')} |`,
  );
  return [
    `## ${title}\n`,
    `| Route | Rule | ${callers.join(' | ')} |`,
    `| --- | --- | ${callers.map(() => '---').join(' | ')} |`,
    ...lines,
    '',
  ].join('\n');
}

function ruleOf({ access, session, reads, shows, narrows, originals }: Route): string {
  const ofOriginals = originals === 'some' ? 'some originals' : originals && 'originals';
  const marks = [session && 'session', reads && 'reads', shows && 'paths', narrows && 'layers', ofOriginals].filter(
    Boolean,
  );
  return [access, ...(marks.length > 0 ? [`(${marks.join(', ')})`] : [])].join(' ');
}
