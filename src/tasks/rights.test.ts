import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetGrant } from '../access/index.ts';
import { createAccessTokens, createLinkProofs, subjectName } from '../accounts/index.ts';
import { loadSettings } from '../settings/index.ts';
import type { TaskCaller } from './service.ts';
import { requireRoom } from './submission/limits.ts';
import { openTaskBench, type TaskBench } from './testing/task-bench.ts';
import type { AnyTool } from './tool.ts';

const ACTOR = { name: 'ann' };
type User = Awaited<ReturnType<TaskBench['person']>>;

describe('rights and limits of tasks', () => {
  let bench: TaskBench;
  let owner: User;
  let dataset: DatasetGrant;
  /** Ends the attempts that are under way. */
  let endAll = Promise.withResolvers<void>();
  /** Tasks whose attempts have begun. */
  const begun = new Set<string>();

  beforeAll(async () => {
    const settings = {
      MaxConcurrentTasksPerUser: '1',
      MaxQueuedTasksPerUser: '4',
      MaxConcurrentTasksPerOrg: '100',
      MaxConcurrentTasksGlobal: '100',
      OrgDailyOutputBytes: '{"default": 1000, "Survey": 10}',
      Tools: '{"Reader": {"maxQueuedPerUser": 2}}',
    };
    bench = await openTaskBench({ settings });
    await bench.platform.work();
    bench.script.run = async (task) => {
      await writeFile(join(task.folder, 'file'), 'written');
      if (task.parameters.name === 'writes') await task.write('new.txt', join(task.folder, 'file'));
      begun.add(task.id);
      await endAll.promise;
      return {};
    };
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  afterEach(() => {
    endAll.resolve();
    endAll = Promise.withResolvers();
    if (bench.faults.length > 0) throw new AggregateError(bench.faults.splice(0), 'The platform told of faults');
  });
  const begin = async (): Promise<void> => {
    owner = await bench.person();
    dataset = await bench.dataset(owner);
  };
  const submit = async (caller: TaskCaller, given: object = {}, grant = dataset): Promise<string> =>
    (await bench.submit(grant, caller, given)).task.id;
  const expectRefused = (caller: TaskCaller, given: object = {}, grant = dataset) =>
    expect(bench.submit(grant, caller, given)).rejects.toMatchObject({ code: 'throttled' });
  const running = (id: string) => expect.poll(() => begun.has(id)).toBe(true);
  const writes = { toolId: 'writer', params: { name: 'writes' } };
  const member = async (level: number): Promise<User> => {
    const person = await bench.person();
    const row = { organization_id: dataset.organization.id, user_id: person.user.id, level, granted_by: null };
    await bench.db.insertInto('organization_members').values(row).execute();
    return person;
  };
  /** The same person by an access token. */
  const byToken = async (person: User) => {
    const tokens = createAccessTokens(bench.db, createLinkProofs('secret'));
    const wish = { kind: 'personal', name: 'script', readOnly: false, expiresAt: null } as const;
    const { id } = await tokens.create(person.user, wish, ACTOR);
    const scope = { tokenId: id, kind: 'personal', readOnly: false, path: '' } as const;
    const caller: TaskCaller = { ...person, user: { ...person.user, scope } as TaskCaller['user'] };
    return { caller, tokenId: id, revoke: () => tokens.revoke(id, { userId: person.user.id }, ACTOR) };
  };

  it('ends what was started with a token when that is revoked, while it waits or runs', async () => {
    await begin();
    const { caller, revoke } = await byToken(owner);
    const [first, second] = [await submit(caller, writes), await submit(caller)];
    await running(first);
    await revoke();
    endAll.resolve();
    for (const id of [first, second])
      expect(await bench.until(dataset, id, 'Failed', 'Succeeded')).toMatchObject({
        errorType: 'Forbidden',
        error: expect.stringContaining('token') as string,
      });
    expect([begun.has(second), await bench.paths(dataset)]).toEqual([false, []]);
    // Asked for again by somebody himself it is his.
    await bench.platform.tasks.retry(dataset, first, ACTOR);
    await bench.until(dataset, first, 'Succeeded');
    expect(await bench.paths(dataset)).toEqual(['new.txt']);
  });

  it('lets what was started with a token go on when the time of that is over', async () => {
    await begin();
    const { caller, tokenId } = await byToken(owner);
    const id = await submit(caller);
    await running(id);
    const over = { expires_at: new Date(0) };
    await bench.db.updateTable('access_tokens').set(over).where('id', '=', tokenId).execute();
    endAll.resolve();
    expect(await bench.until(dataset, id, 'Failed', 'Succeeded')).toMatchObject({ state: 'Succeeded' });
  });

  it.each([
    ['to write', 0, 'Forbidden'],
    ['to read', undefined, 'NotFound'],
  ])('writes nothing when the right %s is taken away while it runs', async (_, level, errorType) => {
    await begin();
    const guest = await member(1);
    const id = await submit(guest, writes);
    await running(id);
    const { db } = bench;
    if (level === undefined) await db.deleteFrom('organization_members').where('user_id', '=', guest.user.id).execute();
    else await db.updateTable('organization_members').set({ level }).where('user_id', '=', guest.user.id).execute();
    endAll.resolve();
    expect(await bench.until(dataset, id, 'Failed', 'Succeeded')).toMatchObject({ errorType });
    expect(await bench.paths(dataset)).toEqual([]);
    await expect.poll(() => bench.leftovers()).toMatchObject({ folders: [], batches: 0 });
  });

  it('counts tasks of visitors for their networks, each apart from the others and from users', async () => {
    await begin();
    await bench.db.updateTable('datasets').set({ visibility: 1 }).where('id', '=', dataset.id).execute();
    const visitor = (address: string): TaskCaller => ({ ...owner, user: undefined, address });
    const own = await submit(visitor('192.0.2.1'));
    await running(own);
    const waits = await submit(visitor('192.0.2.1'));
    await expectRefused(visitor('192.0.2.1'));
    // A caller with an IPv6 address has a whole network of them.
    await submit(visitor('2001:db8::1'));
    await submit(visitor('2001:db8::2'));
    await expectRefused(visitor('2001:db8::3'));
    const other = await submit(visitor('192.0.2.2'));
    await submit({ ...owner, address: '192.0.2.1' });
    // One of each runs at a time.
    await running(other);
    expect(await bench.platform.tasks.find(dataset, waits)).toMatchObject({ state: 'Enqueued', userId: null });
    endAll.resolve();
    await bench.until(dataset, waits, 'Succeeded');
  });

  it('leaves places of an organization to the others who belong to it, and all of them to who is alone', async () => {
    await begin();
    const organization = { id: dataset.organization.id, slug: 'acre' };
    const settings = loadSettings({ ProcessingPlatform__MaxConcurrentTasksPerOrg: '5' }).processingPlatform;
    const tool = { id: 'reader' } as AnyTool;
    const asks = (caller: TaskCaller): Promise<string> =>
      requireRoom(bench.db, settings, {
        tool,
        subject: subjectName(caller.user?.id, caller.address),
        organization,
        estimatedBytes: 0,
      }).then(
        () => 'taken',
        ({ message }: Error) => message,
      );
    const visitor: TaskCaller = { ...owner, user: undefined, address: '198.51.100.1' };
    for (const toolId of ['reader', 'writer', 'reader', 'writer']) await submit(owner, { toolId });
    expect([await asks(owner), await asks(visitor)]).toEqual(['taken', 'taken']);
    const other = await member(0);
    expect([await asks(owner), await asks(other), await asks(visitor)]).toEqual([
      expect.stringContaining('4 tasks of yours wait or run already, and the other places'),
      'taken',
      'taken',
    ]);
    await submit(other);
    expect(await asks(visitor)).toContain('5 tasks of this organization');
  });

  it('counts tasks of a tool, in any letter case of the settings, beside all of a user', async () => {
    await begin();
    for (let index = 0; index < 2; index += 1) await submit(owner);
    await expectRefused(owner);
    for (let index = 0; index < 2; index += 1) await submit(owner, { toolId: 'writer' });
    await expectRefused(owner, { toolId: 'writer' });
    await submit(await member(1));
  });

  it('counts bytes of an organization against its own number, in any letter case, or that of all others', async () => {
    await begin();
    const named = (slug: string): DatasetGrant => ({ ...dataset, organization: { ...dataset.organization, slug } });
    const sized = (estimatedBytes: number): void =>
      void (bench.script.plan = { path: null, reads: [], estimatedBytes });
    sized(11);
    await expectRefused(owner, {}, named('survey'));
    const first = await submit(owner, {}, named('other'));
    sized(990);
    await expectRefused(owner, {}, named('other'));
    sized(989);
    const second = await submit(owner, {}, named('other'));
    sized(1);
    await expectRefused(owner, { toolId: 'writer' }, named('other'));
    // What was not made in the end does not count.
    endAll.resolve();
    for (const id of [first, second]) await bench.until(dataset, id, 'Succeeded');
    await submit(owner, {}, named('survey'));
  });
});
