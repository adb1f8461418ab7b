import type { DatasetGrant, OrganizationGrant } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail } from '../../errors/index.ts';
import { nameOf } from '../administration/visibility.ts';
import { COMMITTED, lockRunningBatch, lockRunningBatchesOf, requireRunning, RUNNING } from '../staging/batch-store.ts';
import type { Staging } from '../staging/staging.ts';
import { createDatasetIn } from '../creation.ts';
import { requireDataset, type ObjectDependencies } from '../objects/context.ts';
import { stateOf } from '../one-state.ts';
import { checksumIn } from '../stamp/stamp-text.ts';
import type { StateFiles } from '../state-files/state-files.ts';
import { commitPush, type Pusher } from './commit.ts';
import { stageKnown } from './known-content.ts';
import {
  announcedHash,
  askForValuesOfRemoved,
  carryStagedOver,
  findCurrentPush,
  findPush,
  forgetEndedPushes,
  insertPush,
  insertPushedEntries,
  insertPushedIds,
  isFreshFor,
  measureDifferences,
  measureStaged,
  neededFiles,
  neededValues,
  putSentValues,
  type PushRow,
  type SentValue,
} from './push-store.ts';
import { checkSentValue } from './sent-values.ts';

/** Something that comes or goes, of a difference. */
export interface PushStep {
  readonly change: 'add' | 'remove';
  readonly kind: 'entry' | 'meta';
  /** Path of an entry, id of metadata. */
  readonly key: string;
  /** Empty for folders. */
  readonly hash: string;
}

/** Who pushes. */
export interface PushUser {
  readonly id: string;
  readonly name: string;
  readonly actor: Actor;
}

/** A state of a dataset, and the checksum of its stamp. */
export interface StampedState {
  readonly state: string;
  readonly checksum: string;
}

/** Where a push goes: a dataset, or an organization with the slug of one that is made with it. */
export type PushTarget =
  | { readonly dataset: DatasetGrant; readonly base: StampedState }
  | { readonly organization: OrganizationGrant; readonly slug: string };

/** The server's side of pushes: batches whose files are the difference to what a client has. */
export interface Pushes {
  /** Whether a dataset came into being with a push of a user and has nothing in it yet. */
  isFresh(dataset: DatasetGrant, user: Pick<PushUser, 'id'>): Promise<boolean>;
  /** Begins a push in place of another one of the same user; what was sent for that is not asked for again. */
  begin(target: PushTarget, steps: AsyncIterable<readonly PushStep[]>, user: PushUser): Promise<PushRow>;
  /** The running push of a user in a dataset. */
  current(dataset: DatasetGrant, user: Pick<PushUser, 'id'>): Promise<PushRow | undefined>;
  /** The push of a token, in whatever state. @throws `invalid-input` unless it is one of this user's in the dataset */
  find(dataset: DatasetGrant, token: string, user: Pick<PushUser, 'id'>): Promise<PushRow>;
  /** What a client still has to send, in pages. */
  neededFiles(push: PushRow): AsyncGenerator<readonly string[]>;
  neededValues(push: PushRow): AsyncGenerator<readonly string[]>;
  /** The hash that a file of a push must have. @throws `invalid-input` for a path that is not among its files */
  announced(push: { readonly id: string }, path: string): Promise<string>;
  /** The same, of one that runs. @throws `invalid-input` for a path that is not among its files */
  requireAnnounced(push: PushRow, path: string): Promise<string>;
  /** Keeps values of metadata. @throws `invalid-input` */
  keepValues(push: PushRow, values: AsyncIterable<readonly SentValue[]>): Promise<void>;
  /** Commits a push; one that is committed stays so. @throws `invalid-input` when the dataset is not what it was */
  commit(dataset: DatasetGrant, push: PushRow, pusher: Pusher, signal: AbortSignal): Promise<void>;
  /** Removes what is kept of pushes that have ended. To be called every minute. */
  tidy(): Promise<void>;
}

export interface PushDependencies extends ObjectDependencies {
  readonly staging: Staging;
  readonly stamps: StateFiles;
}

/** SHA-256 of nothing: the checksum of an empty dataset. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Steps from which on it pays to count them for the database. */
const LARGE = 10_000;
/** Attempts at a dataset whose rows change without its stamp. */
const MOST_ATTEMPTS = 5;
const NO_ID = '00000000-0000-0000-0000-000000000000';

export function createPushes(dependencies: PushDependencies): Pushes {
  const { db, staging, stamps } = dependencies;

  const announced = async ({ id }: { readonly id: string }, path: string): Promise<string> => {
    const hash = await announcedHash(db, id, path);
    if (hash === undefined) throw fail('invalid-input', `${path} is not among the files of this push.`);
    return hash;
  };

  /** State of a dataset that has a checksum still. @throws `invalid-input` when it has another one */
  const stateWith = async (dataset: DatasetGrant, push: PushRow): Promise<string> => {
    if ((await stateOf(db, dataset.id)) === push.state) return push.state;
    const { file, version } = await stamps.open(dataset.id);
    let checksum: string;
    try {
      checksum = await checksumIn(file);
    } finally {
      await file.close();
    }
    if (checksum === push.checksum) return version;
    // Another request for the same commit may have been faster.
    const now = await findPush(db, dataset.id, push.id);
    if (now?.batchState !== COMMITTED)
      throw fail('invalid-input', 'The dataset changed since the push began. Pull first, then push again.');
    return push.state;
  };

  return {
    isFresh: (dataset, user) => isFreshFor(db, dataset.id, user.id),

    async begin(target, steps, user) {
      const begun = await beginBatch(dependencies, target, user);
      let count = 0;
      for await (const some of steps) {
        await insertSteps(dependencies, begun.id, some);
        count += some.length;
      }
      if (count > LARGE) await measureDifferences(db);
      await askForValuesOfRemoved(db, begun);
      return openPush(dependencies, begun, user);
    },

    announced,
    current: (dataset, user) => findCurrentPush(db, dataset.id, user.id),

    async find(dataset, token, user) {
      const push = await findPush(db, dataset.id, token);
      // Existing clients know 404 as the answer for a missing dataset.
      if (push?.userId !== user.id)
        throw fail('invalid-input', 'There is no push of that token in this dataset (any more). Begin a new one.');
      return push;
    },

    neededFiles: (push) => pages((after) => neededFiles(db, push, after), ''),
    neededValues: (push) => pages((after) => neededValues(db, push.id, after), NO_ID),

    async requireAnnounced(push, path) {
      requireRunning({ state: push.batchState });
      return announced(push, path);
    },

    async keepValues(push, values) {
      requireRunning({ state: push.batchState });
      await staging.files.during(push, async () => {
        for await (const some of values) await putSentValues(db, push.id, some.map(checkSentValue));
      });
    },

    async commit(dataset, push, pusher, signal) {
      if (push.batchState === RUNNING)
        await staging.files.during(push, () => stageMissing(dependencies, push, pusher, signal));
      await pusher.readmit?.();
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const state = push.batchState === RUNNING ? await stateWith(dataset, push) : push.state;
        const outcome = await commitPush(dependencies, dataset, push, state, pusher);
        if (outcome === 'changed') continue;
        if (outcome === 'done') return;
        return outcome.finish(signal);
      }
      throw fail('busy', 'The dataset goes on changing; commit the push again in a moment.');
    },

    tidy: () => forgetEndedPushes(db),
  };
}

async function* pages(
  read: (after: string) => Promise<readonly string[]>,
  first: string,
): AsyncGenerator<readonly string[]> {
  for (let after: string | undefined = first; after !== undefined;) {
    const page: readonly string[] = await read(after);
    if (page.length > 0) yield page;
    after = page.at(-1);
  }
}

interface BegunPush extends StampedState {
  readonly id: string;
  readonly datasetId: string;
}

function beginBatch({ db, staging }: PushDependencies, target: PushTarget, user: PushUser): Promise<BegunPush> {
  return db.transaction().execute(async (transaction) => {
    const begin = async (datasetId: string, base: StampedState, subject: string): Promise<BegunPush> => {
      const createdDataset = 'organization' in target;
      const { id } = await staging.begin(transaction, { datasetId, kind: 'push', user, createdDataset });
      await recordAudit(transaction, { actor: user.actor, action: 'batch.begin', subject, details: { kind: 'push' } });
      return { id, datasetId, ...base };
    };
    if ('dataset' in target) {
      await requireDataset(transaction, target.dataset);
      return begin(target.dataset.id, target.base, nameOf(target.dataset));
    }
    const { organization } = target;
    const made = await createDatasetIn(transaction, organization, { slug: target.slug, name: null }, user.actor);
    const base = { state: await stateOf(transaction, made.id), checksum: EMPTY };
    return begin(made.id, base, `${organization.slug}/${made.slug}`);
  });
}

async function insertSteps({ db }: PushDependencies, batchId: string, steps: readonly PushStep[]): Promise<void> {
  for (const [change, entryTable, idTable] of [
    ['add', 'push_adds', 'push_values'],
    ['remove', 'push_removes', 'push_value_removes'],
  ] as const) {
    const of = (kind: PushStep['kind']): PushStep[] =>
      steps.filter((step) => step.change === change && step.kind === kind);
    const entries = of('entry').map(({ key, hash }) => ({ path: key, hash: hash === '' ? null : hash }));
    if (entries.length > 0) await insertPushedEntries(db, entryTable, batchId, entries);
    const ids = of('meta').map(({ key }) => key);
    if (ids.length > 0) await insertPushedIds(db, idTable, batchId, ids);
  }
}

/** Makes a push, whose difference is whole, the only one of its user in the dataset. */
async function openPush({ db, staging }: PushDependencies, begun: BegunPush, user: PushUser): Promise<PushRow> {
  const { id, datasetId, state, checksum } = begun;
  const cleanUps = await db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, { id: datasetId });
    await lockRunningBatch(transaction, begun);
    const running = await lockRunningBatchesOf(transaction, 'push', datasetId, user.id);
    const others: (() => Promise<void>)[] = [];
    for (const other of running) {
      // One whose difference is not whole yet will end this one.
      if (other.id === id || (await findPush(transaction, datasetId, other.token)) === undefined) continue;
      await carryStagedOver(transaction, other.id, begun);
      others.push(await staging.rollBack(transaction, other));
    }
    await insertPush(transaction, { id, state, checksum });
    return others;
  });
  for (const cleanUp of cleanUps) await cleanUp();
  return { id, datasetId, userId: user.id, batchState: RUNNING, state, checksum };
}

/** Stages what was not sent as its bytes are known. */
async function stageMissing(
  { db, staging }: PushDependencies,
  push: PushRow,
  pusher: Pusher,
  signal: AbortSignal,
): Promise<void> {
  const count = await stageKnown(db, push, async (path, file) => {
    await staging.files.stage(push, path, file, pusher, signal);
  });
  if (count > LARGE) await measureStaged(db);
}
