import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { startPostgres } from '../support/postgres.ts';
import { form, startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('bytes of the owners', (environment) => {
  let service: TestService;
  let people: Person[];

  beforeAll(async () => {
    service = await startService(await environment());
    people = [await createPerson(service, 'anna'), await createPerson(service, 'bert')];
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('add up while uploads, moves and changes of owners meet', async () => {
    for (const [index, owner] of people.entries()) {
      await service.call('POST', '/orgs', { json: { slug: `org-${index}`, owner: owner.name } });
      await createDataset(service, `org-${index}/field-${index}`, 0);
    }
    const statuses: number[] = [];
    const call = async (method: string, path: string, options: Parameters<TestService['call']>[2]): Promise<void> => {
      statuses.push((await service.call(method, path, options)).status);
    };
    const upload = (organization: number, dataset: number, name: string, round: number): Promise<void> =>
      call('POST', `/orgs/org-${organization}/ds/field-${dataset}/obj`, {
        body: form({ path: `${name}-${round}.bin`, file: Buffer.alloc(1000 + round, dataset) }),
      });
    const move = (from: number, dataset: number): Promise<void> =>
      call('POST', '/sys/move-datasets', {
        json: {
          sourceOrgSlug: `org-${from}`,
          destinationOrgSlug: `org-${1 - from}`,
          datasetSlugs: [`field-${dataset}`],
        },
      });
    const give = (organization: number, owner: number): Promise<void> =>
      call('PUT', `/orgs/org-${organization}`, { json: { owner: people[owner]!.name } });
    /** To wherever the two datasets may be. */
    const uploads = (name: string, round: number): Promise<void>[] =>
      [0, 1].flatMap((dataset) => [upload(0, dataset, name, round), upload(1, dataset, name, round)]);
    for (let round = 0; round < 12; round += 1) {
      // What is under way when its dataset moves is refused; these are not.
      await Promise.all(uploads('quiet', round));
      await Promise.all([
        ...uploads('meeting', round),
        move(round % 2, 0),
        move((round + 1) % 2, 1),
        give(0, round % 2),
        give(1, (round + 1) % 2),
      ]);
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(24);

    const expected = new Map(people.map(({ name }) => [name, 0]));
    for (const index of [0, 1]) {
      const { owner } = (await (await service.call('GET', `/orgs/org-${index}`)).json()) as { owner: string };
      const datasets = (await (await service.call('GET', `/orgs/org-${index}/ds`)).json()) as { size: number }[];
      for (const { size } of datasets) expected.set(owner, expected.get(owner)! + size);
    }
    for (const { name, call } of people) {
      const { used } = (await (await call('GET', '/users/storage')).json()) as { used: number };
      expect([name, used]).toEqual([name, expected.get(name)]);
    }
  });
});

it('two moves between the same owners, in opposite directions, do not wait for each other', async () => {
  const server = await startPostgres();
  try {
    const url = await server.createDatabase('crossing');
    await using service = await startService({ DATABASE_URL: url });
    const [anna, bert] = [await createPerson(service, 'anna'), await createPerson(service, 'bert')];
    for (const { name } of [anna, bert]) {
      for (const end of ['from', 'to'])
        await service.call('POST', '/orgs', { json: { slug: `${name}-${end}`, owner: name } });
      await createDataset(service, `${name}-from/field`, 0, ['x']);
    }
    await slowCharges(url);
    const move = async (from: Person, to: Person): Promise<number> => {
      const ends = { sourceOrgSlug: `${from.name}-from`, destinationOrgSlug: `${to.name}-to` };
      const json = { ...ends, datasetSlugs: ['field'] };
      return (await service.call('POST', '/sys/move-datasets', { json })).status;
    };
    expect(await Promise.all([move(anna, bert), move(bert, anna)])).toEqual([200, 200]);
  } finally {
    await server.stop();
  }
});

/** Makes each charge of an owner take half a second, so that two transactions which charge two owners do meet. */
async function slowCharges(url: string): Promise<void> {
  const database = await openDatabase({ url, folder: tmpdir() });
  for (const statement of [
    `create function wait_a_while() returns trigger language plpgsql as $$
     begin perform pg_sleep(0.5); return null; end $$`,
    `create trigger slow_charge after update of storage_used on users for each row execute function wait_a_while()`,
  ])
    await sql.raw(statement).execute(database.db);
  await database.close();
}
