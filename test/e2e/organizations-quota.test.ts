import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

describeOnEveryDatabase('bytes of the owners', (environment) => {
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
    const upload = (organization: number, dataset: number, round: number): Promise<void> =>
      call('POST', `/orgs/org-${organization}/ds/field-${dataset}/obj`, {
        body: form({ path: `${round}.bin`, file: Buffer.alloc(1000 + round, dataset) }),
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
    for (let round = 0; round < 12; round += 1) {
      await Promise.all([
        upload(0, 0, round),
        upload(1, 0, round),
        upload(0, 1, round),
        upload(1, 1, round),
        move(round % 2, 0),
        move((round + 1) % 2, 1),
        give(0, round % 2),
        give(1, (round + 1) % 2),
      ]);
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);

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
