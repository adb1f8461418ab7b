import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

/**
 * Makes the database refuse a late statement of whatever the user `saboteur` asks for: its line in the audit log. Of several
 * moves the second fails, and a change of owner goes through, so that what follows it fails.
 */
async function installFault(url: string | undefined, folder: string): Promise<void> {
  const database = await openDatabase({ url, folder });
  for (const statement of [
    `create function break_call() returns trigger language plpgsql as $$
     begin raise exception 'a fault of the test'; end $$`,
    `create trigger break_call before insert on audit_log for each row
     when (new.actor_name = 'saboteur' and new.action <> 'organization.owner'
       and not (new.action = 'dataset.move' and new.subject like '%/first'))
     execute function break_call()`,
  ])
    await sql.raw(statement).execute(database.db);
  await database.close();
}

describeOnOneDatabase('a call that fails in its middle', (environment) => {
  let service: TestService;
  let saboteur: Person;

  beforeAll(async () => {
    const chosen = await environment();
    const dataDir = await mkdtemp(join(tmpdir(), 'alidade-test-'));
    await installFault(chosen.DATABASE_URL || undefined, dataDir);
    service = await startService({ ...chosen, DATA_DIR: dataDir });
    saboteur = await createPerson(service, 'saboteur', ['admin']);
    await createPerson(service, 'mia');
    await createPerson(service, 'paul');
    for (const slug of ['source', 'target']) {
      await service.call('POST', '/orgs', { json: { slug, owner: slug === 'source' ? 'paul' : 'mia' } });
      await createDataset(service, `${slug}/first`, 1, ['a/x.txt']);
      await createDataset(service, `${slug}/second`, 0, ['y.txt']);
    }
    await addMember(service, 'source', 'mia', 1);
    await addMember(service, 'target', 'paul', 2);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** All that a call could have changed, as an administrator reads it. */
  const everything = async (): Promise<unknown> => {
    const read = async (path: string): Promise<unknown> => (await service.call('GET', path)).json();
    const organizations = (await read('/orgs')) as { slug: string }[];
    const details = organizations.map(async ({ slug }) => [
      await read(`/orgs/${slug}/ds`),
      await read(`/orgs/${slug}/members`),
    ]);
    return { organizations, details: await Promise.all(details), users: await read('/users/detailed') };
  };

  it.each([
    ['POST', '/orgs', { slug: 'made' }],
    ['PUT', '/orgs/source', { owner: 'mia', name: 'Changed', isPublic: true }],
    ['DELETE', '/orgs/source', {}],
    ['POST', '/orgs/source/members', { userName: 'saboteur', permissions: 3 }],
    ['PUT', '/orgs/source/members/mia', { permissions: 3 }],
    ['DELETE', '/orgs/source/members/mia', {}],
    ['PUT', '/users/mia/orgs', { orgSlugs: ['public'] }],
    ['POST', '/orgs/source/ds', { slug: 'made' }],
    ['PUT', '/orgs/source/ds/first', { name: 'Changed', visibility: 0 }],
    ['POST', '/orgs/source/ds/first/rename', { slug: 'changed' }],
    ['POST', '/orgs/source/ds/first/meta/visibility/set', { data: 2 }],
    ['POST', '/orgs/source/ds/first/chattr', { public: false }],
    ['DELETE', '/orgs/source/ds/first', {}],
    [
      'POST',
      '/sys/move-datasets',
      {
        sourceOrgSlug: 'source',
        destinationOrgSlug: 'target',
        datasetSlugs: ['first', 'second'],
        conflictResolution: 2,
      },
    ],
    [
      'POST',
      '/sys/move-datasets',
      { sourceOrgSlug: 'source', destinationOrgSlug: 'target', datasetSlugs: ['first'], conflictResolution: 1 },
    ],
    [
      'POST',
      '/sys/merge-organizations',
      { sourceOrgSlug: 'source', destinationOrgSlug: 'target', conflictResolution: 'rename' },
    ],
    ['DELETE', '/users/paul?successor=mia', {}],
    ['POST', '/users', { userName: 'fresh', email: '', password: 'password 1 of it', roles: [] }],
  ])('changes nothing: %s %s', async (method, path, json) => {
    const before = await everything();
    const answer = await saboteur.call(method, path, json);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: expect.stringMatching(/^Something went wrong inside the service\./) },
    ]);
    expect(await everything()).toEqual(before);
  });
});
