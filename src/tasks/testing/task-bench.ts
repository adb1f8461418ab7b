import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import type { DatasetGrant } from '../../access/index.ts';
import { createQuota, findCaller, findKeptToken } from '../../accounts/index.ts';
import { openFileBlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { DatasetRef, Staging } from '../../datasets/index.ts';
import { createDatasetParts } from '../../datasets/testing/dataset-parts.ts';
import { createEngine } from '../../engine/index.ts';
import { assembleOrganizations } from '../../organizations/index.ts';
import { openJobQueue, type JobQueue } from '../../jobs/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { createTasks, type TaskPlatform } from '../assemble.ts';
import { openArtifacts, type Artifacts } from '../attempts/artifacts.ts';
import { TASK_QUEUE } from '../dispatch/dispatch.ts';
import type { Submission, Submitted, TaskCaller, TaskDetails } from '../service.ts';
import type { Elsewhere, NewDataset, ParkedWork, RunningTask, TaskEnd, TaskPlan, Tool } from '../tool.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

const parameters = Type.Object(
  {
    name: Type.String({ default: 'one' }),
    password: Type.Union([Type.String({ writeOnly: true }), Type.Null()], { default: null }),
  },
  { additionalProperties: false },
);
export type ScriptedTask = RunningTask<Type.Static<typeof parameters>>;

/** What attempts at tasks do: told by the test. */
export interface Script {
  run: (task: ScriptedTask) => Promise<TaskEnd | ParkedWork>;
  elsewhere: Elsewhere;
  /** The dataset that tasks of the tool `writer` make. */
  makes: NewDataset | null;
  plan: TaskPlan;
  /** What follows when files came into the dataset. */
  refreshed: () => Promise<void>;
}

export interface BenchOptions {
  /** Address of a database at a PostgreSQL server; the embedded one without. */
  readonly url?: string | undefined;
  /** By names as in the environment, without `ProcessingPlatform__`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly places?: number;
}

/** The platform of tasks on a database and a job queue that are real, with two tools that do what the test says. */
export interface TaskBench extends AsyncDisposable {
  readonly db: Database;
  readonly staging: Staging;
  readonly queue: JobQueue;
  readonly platform: TaskPlatform;
  readonly artifacts: Artifacts;
  readonly script: Script;
  readonly faults: unknown[];
  /** A new user. */
  person(): Promise<TaskCaller & { readonly user: { readonly id: string } }>;
  /** A new private dataset in an organization of its own, as its owner sees it. */
  dataset(owner: TaskCaller): Promise<DatasetGrant>;
  submit(dataset: DatasetGrant, caller: TaskCaller, request?: Partial<Submission>): Promise<Submitted>;
  /** Waits until a task is in one of these states. */
  until(dataset: DatasetRef, id: string, ...states: string[]): Promise<TaskDetails>;
  /** Paths of the dataset, in order. */
  paths(dataset: DatasetRef): Promise<string[]>;
  /** What lies around: artifacts with their folders, scratch folders, running batches. */
  leftovers(): Promise<{ readonly files: string[]; readonly folders: string[]; readonly batches: number }>;
}

export async function openTaskBench({ url, settings: given = {}, places = 4 }: BenchOptions = {}): Promise<TaskBench> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-tasks-'));
  const database = await openTestDatabase(folder, url);
  const { db, changes } = database;
  const faults: unknown[] = [];
  const onError = (fault: unknown): void => void faults.push(fault);
  const queue = await openJobQueue(database, [TASK_QUEUE], onError);
  const environment = Object.entries({ Workers: '4', ProgressUpdateThrottleSeconds: '1', ...given });
  const settings = loadSettings(
    Object.fromEntries(environment.map(([name, value]) => [`ProcessingPlatform__${name}`, value])),
  ).processingPlatform;
  const blobs = await openFileBlobStore(join(folder, 'blobs'));
  const engine = createEngine({
    children: 1,
    callTimeoutMs: 10_000,
    memoryLimitBytes: 2 ** 30,
    scratchFolder: join(folder, 'reading'),
  });
  const nothing = (): Promise<void> => Promise.resolve();
  const script: Script = {
    run: () => Promise.resolve({}),
    elsewhere: { look: ({ parked }) => Promise.resolve({ parked, seconds: null }), leave: nothing },
    makes: null,
    plan: { path: null, reads: [], estimatedBytes: 1 },
    refreshed: nothing,
  };
  const storing = {
    db,
    blobs,
    inspector: inspectorOf(engine),
    quota: createQuota(true),
    reinspection: { note: nothing, refresh: () => script.refreshed() },
    observer: {
      types: [],
      written: nothing,
      rebuild: nothing,
      moved: nothing,
      unused: () => Promise.resolve(nothing),
      datasetsDeleted: () => Promise.resolve(nothing),
      states: () => Promise.resolve(new Map()),
      properties: () => Promise.resolve({}),
    },
  };
  const removal = {
    // As removal begins: nobody finds them any more.
    begin: (transaction: Database, ids: readonly string[]) =>
      transaction
        .updateTable('datasets')
        .set({ organization_id: null })
        .where('id', 'in', [...ids])
        .execute()
        .then(() => undefined),
  };
  const parts = createDatasetParts(storing, removal);
  const organizations = assembleOrganizations(
    db,
    { enableOrganizationMemberManagement: true, enableStorageLimiter: true },
    { remove: nothing },
  );
  const artifacts = openArtifacts(join(folder, 'tasks'));
  const platform = createTasks({
    ...parts,
    storing,
    engine,
    queue,
    artifacts,
    changes,
    organizations,
    settings,
    onError,
    tools: [scripted('reader', 'read', 'txt', script), scripted('writer', 'write', null, script)],
    secret: 'a secret of thirty-two characters',
    places: () => Promise.resolve(places),
    builds: { one: () => Promise.resolve({ jobId: null, isNew: false }) },
    findCaller: (id) => findCaller(db, id),
    findKeptToken: (id) => findKeptToken(db, id),
  });
  const bench: TaskBench = {
    db,
    queue,
    staging: parts.staging,
    platform,
    artifacts,
    script,
    faults,

    async person() {
      const id = randomUUID();
      const name = `u${id.slice(0, 8)}`;
      await db
        .insertInto('users')
        .values({ id, name, email: `${name}@a.b`, password_hash: 'x', metadata: '{}' })
        .execute();
      const user = { id, name, roles: [], isAdmin: false, carrier: 'bearer', tokenExpires: undefined } as const;
      return { user, address: '127.0.0.1', readmit: nothing };
    },

    async dataset({ user }) {
      const [organization, dataset] = [randomUUID(), randomUUID()];
      const about = { name: 'Survey', description: null, is_public: false, owner_id: user?.id ?? null };
      await db
        .insertInto('organizations')
        .values({ id: organization, slug: organization, ...about })
        .execute();
      await db.insertInto('datasets').values({ id: dataset, organization_id: organization, slug: 'field' }).execute();
      return (await parts.datasets.grantById(dataset, user))!;
    },

    submit: (dataset, caller, request = {}) =>
      platform.tasks.submit(dataset, caller, { toolId: 'reader', force: true, ...request }),

    async until(dataset, id, ...states) {
      for (const begin = performance.now(); ;) {
        const task = await platform.tasks.find(dataset, id);
        if (task && states.includes(task.state)) return task;
        if (performance.now() - begin > 30_000) throw new Error(`The task is ${task?.state}, not ${states.join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },

    async paths({ id }) {
      const rows = await db.selectFrom('entries').select('path').where('dataset_id', '=', id).orderBy('path').execute();
      return rows.map(({ path }) => path);
    },

    async leftovers() {
      const filesIn = async (name: string): Promise<string[]> =>
        readdir(join(folder, name), { recursive: true }).catch(() => []);
      const running = await db.selectFrom('upload_batches').select('id').where('state', '=', 0).execute();
      return {
        files: await filesIn('tasks'),
        folders: (await filesIn('reading')).filter((name) => name.includes('work-')),
        batches: running.length,
      };
    },

    async [Symbol.asyncDispose]() {
      await queue.close();
      await engine.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return bench;
}

const scripted = (
  id: string,
  access: Tool['access'],
  artifact: string | null,
  script: Script,
): Tool<typeof parameters> => ({
  id,
  version: '1',
  title: id,
  description: id,
  parameters,
  access,
  artifact,
  offers: [],
  makes: () => (id === 'writer' ? script.makes : null),
  plan: () => Promise.resolve(script.plan),
  run: (task) => script.run(task),
  elsewhere: { look: (task) => script.elsewhere.look(task), leave: (...given) => script.elsewhere.leave(...given) },
});
