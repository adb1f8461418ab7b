import type { Caller, DatasetGrant } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Quota } from '../../accounts/index.ts';
import { createLookup, type Changes, type Database } from '../../database/index.ts';
import {
  datasetLocks,
  isCommitted,
  requireRunning,
  type BatchEnding,
  type BatchRef,
  type BatchRow,
  type Datasets,
  type Staging,
} from '../../datasets/index.ts';
import { fail, ServiceError } from '../../errors/index.ts';
import { findTarget, type ShareInput, type ShareTarget, type TargetDependencies } from './target.ts';

export interface ShareDependencies extends TargetDependencies {
  readonly datasets: Pick<Datasets, 'grant' | 'grantById'>;
  readonly quota: Quota;
  readonly staging: Staging;
  readonly ending: Pick<BatchEnding, 'rollBack'>;
  readonly changes: Changes;
}

/** Who asks, as he is at each moment: right before something changes he is asked for again. */
export interface Sharer {
  caller(): Caller;
  readmit(): Promise<void>;
  actor(): Actor;
}

/** A share that takes files, and the dataset they will be in. */
export interface OpenShare {
  readonly batch: BatchRef;
  readonly dataset: DatasetGrant;
}

/** A share as its owner sees it. */
export interface FoundShare extends BatchRow {
  /** `organization/dataset`; null when the caller may not read that, or it is gone. */
  readonly tag: string | null;
}

/** Batches of files that are shared: begun, filled, and committed or rolled back. */
export interface Shares {
  /** Begins a share. Those of the same user in the same dataset that run are rolled back. @returns its token */
  begin(input: ShareInput, sharer: Sharer): Promise<string>;
  /** The share of a token, in whatever state. @throws `not-found`, also for somebody else's */
  find(token: string, caller: Caller): Promise<FoundShare>;
  /** A share that takes files. @throws `invalid-input` when it has ended; `not-found`, `forbidden` without the right to write */
  open(token: string, caller: Caller): Promise<OpenShare>;
  /** Makes its files part of the dataset; done already, it is answered the same. @returns the dataset */
  commit(token: string, sharer: Sharer, signal: AbortSignal): Promise<DatasetGrant>;
  /** Takes back what it has staged. @throws `invalid-input` when it is committed */
  rollBack(token: string, sharer: Sharer): Promise<void>;
}

/** Visibility of a dataset that is made by sharing. */
const PUBLIC = 2;
/** Shares one user may have running at a time: more than any client has, and no flood of datasets. */
const MAX_RUNNING = 200;
/** Rights on datasets that are remembered while files are uploaded: a user's on each of his shares, some hundred bytes each. */
const REMEMBERED = { groups: 1, answers: 5000 };

export function createShares(dependencies: ShareDependencies): Shares {
  const { db, datasets, staging, ending, changes } = dependencies;
  const grants = createLookup<DatasetGrant>(changes, 'access', REMEMBERED);

  const find = async (token: string, caller: Caller): Promise<BatchRow> => {
    const batch = await staging.read.find(db, token, 'share');
    if (batch === undefined || (batch.userId !== caller.id && !caller.isAdmin))
      throw fail('not-found', 'There is no batch of this token.');
    return batch;
  };
  const grantOf = async ({ datasetId }: Pick<BatchRow, 'datasetId'>, caller: Caller): Promise<DatasetGrant> => {
    const dataset = datasetId === null ? undefined : await datasets.grantById(datasetId, caller);
    if (dataset === undefined) throw fail('not-found', 'There is no dataset of this batch that you may read.');
    return dataset;
  };
  const requireWritable = (dataset: DatasetGrant): DatasetGrant => {
    if (dataset.permissions.canWrite) return dataset;
    throw fail('forbidden', 'You may not write to the dataset of this batch. Ask the owner of the organization.');
  };

  return {
    async find(token, caller) {
      const batch = await find(token, caller);
      const dataset = batch.datasetId === null ? undefined : await datasets.grantById(batch.datasetId, caller);
      return { ...batch, tag: dataset ? `${dataset.organization.slug}/${dataset.slug}` : null };
    },

    async begin(input, sharer) {
      const begin = async (): Promise<string> =>
        beginIn(dependencies, await findTarget(dependencies, input, sharer.caller(), sharer.actor()), input, sharer);
      return begin().catch((cause: unknown) => {
        // Somebody made the dataset this moment: it is there now.
        if (cause instanceof ServiceError && cause.code === 'conflict') return begin();
        throw cause;
      });
    },

    async open(token, caller) {
      const batch = await find(token, caller);
      requireRunning(batch);
      const key = [batch.datasetId, caller.id, caller.isAdmin, caller.scope?.tokenId].join(' ');
      const dataset = requireWritable((await grants.get('', key, () => grantOf(batch, caller)))!);
      return { batch: { id: batch.id, datasetId: dataset.id }, dataset };
    },

    async commit(token, sharer, signal) {
      const found = await find(token, sharer.caller());
      if (isCommitted(found)) return grantOf(found, sharer.caller());
      requireRunning(found);
      await sharer.readmit();
      const dataset = requireWritable(await grantOf(found, sharer.caller()));
      const batch = { id: found.id, datasetId: dataset.id };
      const applied = await db.transaction().execute(async (transaction) => {
        await datasetLocks.require(transaction, dataset);
        // The end of a batch locks its dataset too, so its state stays as it is read here.
        const now = await staging.read.find(transaction, token);
        if (now !== undefined && isCommitted(now)) return undefined;
        const result = await staging.apply(transaction, batch, sharer.caller());
        const subject = `${dataset.organization.slug}/${dataset.slug}`;
        const details = { kind: 'share', files: result.files, bytes: result.bytes };
        await recordAudit(transaction, { actor: sharer.actor(), action: 'batch.commit', subject, details });
        return result;
      });
      if (applied === undefined) return dataset;
      changes.announce('files', dataset.id);
      await applied.finish(signal);
      return dataset;
    },

    async rollBack(token, sharer) {
      await ending.rollBack(await find(token, sharer.caller()), sharer.actor());
    },
  };
}

async function beginIn(
  { db, quota, staging }: ShareDependencies,
  target: ShareTarget,
  { datasetName }: ShareInput,
  sharer: Sharer,
): Promise<string> {
  const { id: userId, name, isAdmin } = sharer.caller();
  const { token, cleanUp } = await db.transaction().execute(async (transaction) => {
    const dataset = target.dataset ?? (await makeDataset(transaction, target, datasetName, sharer));
    if (target.dataset) await datasetLocks.require(transaction, target.dataset);
    const batch = await staging.begin(transaction, {
      kind: 'share',
      datasetId: dataset.id,
      user: { id: userId, name },
      createdDataset: target.dataset === undefined,
      mostRunning: MAX_RUNNING,
    });
    await quota.require(transaction, dataset.id, { isAdmin });
    const subject = `${dataset.organization.slug}/${dataset.slug}`;
    const details = { kind: 'share' };
    await recordAudit(transaction, { actor: sharer.actor(), action: 'batch.begin', subject, details });
    return batch;
  });
  await cleanUp();
  return token;
}

async function makeDataset(
  transaction: Database,
  { organization, slug }: Extract<ShareTarget, { readonly dataset: undefined }>,
  name: string | undefined,
  sharer: Sharer,
): Promise<Pick<DatasetGrant, 'id' | 'slug'> & { readonly organization: { readonly slug: string } }> {
  const input = { slug, name, visibility: PUBLIC };
  return { ...(await datasetLocks.create(transaction, organization, input, sharer.actor())), organization };
}
