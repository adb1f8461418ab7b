import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAudit, THE_SERVICE } from '../../src/audit/index.ts';
import { forgetExpired } from '../../src/system/retention.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { openTestDatabase } from '../support/test-database.ts';

interface Line {
  readonly id: number;
  readonly at: string;
  readonly actor: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

interface Page {
  readonly items: readonly Line[];
  readonly next: number | null;
}

type Call = readonly [method: string, path: string, body?: unknown];

/** Every audited operation, in an order in which each finds what it needs; `$id` is the id of the last answer. */
const OPERATIONS: readonly (readonly [action: string, subject: string, ...call: Call])[] = [
  ['role.create', 'surveyor', 'POST', '/users/roles', { roleName: 'surveyor' }],
  ['user.create', 'anna', 'POST', '/users', { userName: 'anna', password: 'anna-1234', email: 'a@example.org' }],
  ['user.create', 'ben', 'POST', '/users', { userName: 'ben', password: 'ben-12345', email: 'b@example.org' }],
  ['user.update', 'anna', 'PUT', '/users/anna', { email: 'anna@example.org' }],
  ['user.roles', 'anna', 'PUT', '/users/anna', { roles: ['surveyor'] }],
  ['user.quota', 'anna', 'PUT', '/users/anna/storage', { total: 1000 }],
  ['user.metadata', 'anna', 'POST', '/users/anna/meta', { note: 'pilot', maxStorageMB: 5, roles: ['surveyor'] }],
  ['user.password', 'anna', 'PUT', '/users/anna/changepwd', { newPassword: 'anna-98765' }],
  ['organization.create', 'north', 'POST', '/orgs', { slug: 'north', name: 'North' }],
  ['organization.create', 'south', 'POST', '/orgs', { slug: 'south', name: 'South' }],
  ['organization.update', 'north', 'PUT', '/orgs/north', { description: 'Surveys' }],
  ['member.add', 'north', 'POST', '/orgs/north/members', { userName: 'anna', permissions: 0 }],
  ['member.update', 'north', 'PUT', '/orgs/north/members/anna', { permissions: 1 }],
  ['member.remove', 'north', 'DELETE', '/orgs/north/members/anna'],
  ['dataset.create', 'north/field', 'POST', '/orgs/north/ds', { slug: 'field' }],
  ['dataset.rename', 'north/field', 'POST', '/orgs/north/ds/field/rename', { slug: 'meadow' }],
  ['dataset.visibility', 'north/meadow', 'POST', '/orgs/north/ds/meadow/meta/visibility/set', { data: 2 }],
  ['token.create', 'admin', 'POST', '/users/tokens', { name: 'script' }],
  ['token.revoke', 'admin', 'DELETE', '/users/tokens/$id'],
  ['token.create', 'north/meadow', 'POST', '/orgs/north/ds/meadow/links', {}],
  ['token.change', 'north/meadow', 'PATCH', '/orgs/north/ds/meadow/links/$id', { downloads: false }],
  ['token.revoke', 'north/meadow', 'DELETE', '/orgs/north/ds/meadow/links/$id'],
  ['dataset.builds-clear', 'north/meadow', 'POST', '/orgs/north/ds/meadow/builds/clear'],
  [
    'dataset.move',
    'north/meadow',
    'POST',
    '/sys/move-datasets',
    { sourceOrgSlug: 'north', datasetSlugs: ['meadow'], destinationOrgSlug: 'south' },
  ],
  ['dataset.delete', 'south/meadow', 'DELETE', '/orgs/south/ds/meadow'],
  [
    'organization.merge',
    'north',
    'POST',
    '/sys/merge-organizations',
    { sourceOrgSlug: 'north', destinationOrgSlug: 'south', deleteSourceOrganization: false },
  ],
  ['organization.owner', 'south', 'PUT', '/orgs/south', { owner: 'ben' }],
  ['organization.delete', 'south', 'DELETE', '/orgs/south'],
  ['user.delete', 'ben', 'DELETE', '/users/ben'],
  ['role.delete', 'surveyor', 'DELETE', '/users/roles/surveyor'],
  ['system.cleanup', 'everything', 'POST', '/sys/cleanup'],
  ['system.cleanup', 'empty datasets', 'POST', '/sys/cleanupdatasets'],
  ['system.cleanup', 'job records', 'POST', '/sys/cleanup-jobindices'],
  ['system.migrate', 'visibility', 'POST', '/sys/migratevisibility'],
  ['system.check', 'outputs', 'POST', '/sys/check-artifact-completeness'],
];

/** Calls that fail, by their caller: the administrator. */
const FAILURES: readonly (readonly [status: number, ...call: Call])[] = [
  [400, 'POST', '/users', { userName: 'x y', password: 'long-12345', email: 'x@example.org' }],
  [409, 'POST', '/users', { userName: 'ADMIN', password: 'long-12345', email: 'x@example.org' }],
  [409, 'PUT', '/users/admin', { roles: [] }],
  [403, 'DELETE', '/users/admin'],
  [404, 'PUT', '/users/nobody', { email: 'x@example.org' }],
  [404, 'PUT', '/users/nobody/changepwd', { newPassword: 'long-12345' }],
  [409, 'POST', '/users/roles', { roleName: 'admin' }],
  [409, 'POST', '/orgs', { slug: 'admin', name: 'Taken' }],
  [404, 'PUT', '/orgs/nobody', { name: 'x' }],
  [400, 'POST', '/orgs/admin/members', { userName: 'admin', permissions: 9 }],
  [404, 'POST', '/orgs/admin/members', { userName: 'nobody' }],
  [400, 'POST', '/orgs/admin/ds', { slug: '../x' }],
  [404, 'DELETE', '/orgs/admin/ds/nothing'],
  [404, 'POST', '/orgs/admin/ds/nothing/builds/clear'],
  [404, 'DELETE', '/users/tokens/00000000-0000-0000-0000-000000000000'],
  [400, 'POST', '/users/tokens', { name: 'x', expiresInDays: -1 }],
  [400, 'POST', '/sys/cleanup-jobindices?retentionDays=0'],
  [404, 'POST', '/sys/cleanup', { organizationSlug: 'nobody' }],
  [404, 'POST', '/sys/tasks/00000000-0000-0000-0000-000000000000/delete'],
  [404, 'POST', '/sys/merge-organizations', { sourceOrgSlug: 'nobody', destinationOrgSlug: 'admin' }],
];

describeOnEveryDatabase('audit log', (environment) => {
  let service: TestService;
  let stranger: Person;

  beforeAll(async () => {
    // A personal organization would be a second line of every user.
    service = await startService({ ...(await environment()), ENABLE_DEFAULT_USER_ORGANIZATION: 'false' });
    stranger = await createPerson(service, 'stranger');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const page = async (query = ''): Promise<Page> =>
    (await (await service.call('GET', `/sys/audit?${query}`)).json()) as Page;
  const newest = async (): Promise<number> => (await page('limit=1')).items[0]?.id ?? 0;
  const since = async (id: number): Promise<Line[]> =>
    (await page('limit=500')).items.filter((line) => line.id > id).toReversed();

  it('holds exactly one line of every audited operation', async () => {
    let id = '';
    for (const [action, subject, method, path, body] of OPERATIONS) {
      const before = await newest();
      const options = body === undefined ? {} : { json: body };
      const answer = await service.call(method, path.replace('$id', id), options);
      const text = await answer.text();
      expect([method, path, answer.status, text]).toEqual([method, path, answer.ok ? answer.status : 200, text]);
      if (text.startsWith('{')) ({ id = '' } = JSON.parse(text) as { id?: string });
      const lines = await since(before);
      expect([path, lines.map((line) => line.action)]).toEqual([path, [action]]);
      expect(lines[0]).toMatchObject({ actor: 'admin', address: '127.0.0.1' });
      expect(lines[0]!.subject).toContain(subject);
      expect(Math.abs(Date.parse(lines[0]!.at) - Date.now())).toBeLessThan(60_000);
    }
    const all = JSON.stringify(await page('limit=500'));
    for (const secret of ['anna-1234', 'anna-98765', 'ben-12345', 'ald_', service.token])
      expect(all).not.toContain(secret);
  });

  it('holds nothing of a call that failed', async () => {
    const before = await newest();
    for (const [status, method, path, body] of FAILURES) {
      const answer = await service.call(method, path, body === undefined ? {} : { json: body });
      expect([method, path, answer.status, await answer.text()]).toEqual([method, path, status, expect.any(String)]);
    }
    for (const [, , method, path, body] of OPERATIONS) {
      if (path === '/users/tokens' || path === '/orgs' || path.includes('$id')) continue; // Open to all who sign in.
      expect((await stranger.call(method, path, body)).ok).toBe(false);
    }
    expect(await since(before)).toEqual([]);
  });

  it('is read page by page, by action and by who did it', async () => {
    const { items: all } = await page('limit=500');
    const read: Line[] = [];
    for (let next: number | null = 0; next !== null && read.length <= all.length;) {
      const answer: Page = await page(`limit=7${next === 0 ? '' : `&before=${next}`}`);
      read.push(...answer.items);
      next = answer.next;
    }
    expect(read).toEqual(all);
    const users = (await page('action=user&limit=500')).items;
    expect(users).toEqual(all.filter(({ action }) => action.startsWith('user.')));
    expect((await page('action=user.quota')).items.map(({ subject }) => subject)).toEqual(['anna']);
    expect((await page('user=ADMIN&limit=500')).items.length).toBe(all.length);
    expect(await page('user=nobody')).toEqual({ items: [], next: null });
    for (const query of ['limit=0', 'limit=501', 'before=x', 'before=-1'])
      expect((await service.call('GET', `/sys/audit?${query}`)).status).toBe(400);
  });
});

describeOnEveryDatabase('retention', (environment) => {
  it('forgets what is old, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alidade-retention-'));
    const database = await openTestDatabase(folder, (await environment())['DATABASE_URL']);
    try {
      const { db } = database;
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
      for (const subject of ['old', 'young'])
        await recordAudit(db, { actor: THE_SERVICE, action: 'user.create', subject });
      await db
        .updateTable('audit_log')
        .set({ at: daysAgo(31) })
        .where('subject', '=', 'old')
        .execute();
      const user = { id: randomUUID(), name: 'anna', email: '', metadata: '{}' };
      await db.insertInto('users').values(user).execute();
      const addresses = [daysAgo(200), daysAgo(1)].map((seen_at, index) => ({
        user_id: user.id,
        address: `10.0.0.${index}`,
        seen_at,
      }));
      await db.insertInto('known_addresses').values(addresses).execute();
      const failures = [daysAgo(1), daysAgo(-1)].map((ends_at, index) => ({
        subject: `${index}`,
        failures: 1,
        ends_at,
      }));
      await db.insertInto('sign_in_failures').values(failures).execute();

      const settings = { auditRetentionDays: 30, jobIndexRetentionDays: 30 };
      expect(await forgetExpired(db, settings)).toEqual({ auditLines: 1, jobs: 0 });
      expect(await db.selectFrom('audit_log').select('subject').execute()).toEqual([{ subject: 'young' }]);
      expect(await db.selectFrom('known_addresses').select('address').execute()).toEqual([{ address: '10.0.0.1' }]);
      expect(await db.selectFrom('sign_in_failures').select('subject').execute()).toEqual([{ subject: '1' }]);
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
