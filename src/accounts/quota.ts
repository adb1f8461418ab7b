import { sql } from 'kysely';
import type { Caller } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';

/**
 * Keeps users within the bytes they may store. What is in an organization, and what running batches will bring into it,
 * counts for its owner, no matter who put it there.
 */
export interface Quota {
  /** Whether a quota could bind this user at all. */
  binds(uploader: Pick<Caller, 'isAdmin'>): boolean;
  /**
   * Refuses bytes that exceed the quota of the owner of a dataset's organization. In the transaction that added them the
   * answer is final: the owner's counter is charged and locked, so of many uploads at once each sees those before.
   *
   * @param adding bytes that will come on top of those counted already. @throws `quota-exceeded`
   */
  require(db: Database, datasetId: string, uploader: Pick<Caller, 'isAdmin'>, adding?: number): Promise<void>;
  /**
   * Holds the owner's counter until the transaction ends. For bytes that are no part of the dataset yet, and so charge no
   * counter: what `require` says behind it is final for them too.
   */
  hold(transaction: Database, datasetId: string): Promise<void>;
  /** Bytes that may still be added now: 0 when there is more than the quota already, `Infinity` where none binds. */
  remaining(db: Database, datasetId: string, uploader: Pick<Caller, 'isAdmin'>): Promise<number>;
}

/** Bytes of running batches in the datasets of a user. A sum of bigint is numeric, which drivers give as text. */
const STAGED = sql<number>`(
  select coalesce(sum(batch.bytes), 0)::bigint from upload_batches batch
  join datasets into_dataset on into_dataset.id = batch.dataset_id
  join organizations of_owner on of_owner.id = into_dataset.organization_id
  where batch.state = 0 and of_owner.owner_id = users.id)`;

/** @param enabled whether quotas bind anybody; administrators they never do */
export function createQuota(enabled: boolean): Quota {
  const binds = (uploader: Pick<Caller, 'isAdmin'>): boolean => enabled && !uploader.isAdmin;
  /** The owner's bytes and quota; `undefined` where none binds. */
  const bound = async (db: Database, datasetId: string, uploader: Pick<Caller, 'isAdmin'>) => {
    if (!binds(uploader)) return undefined;
    const owner = await db
      .selectFrom('datasets')
      .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
      .innerJoin('users', 'users.id', 'organizations.owner_id')
      .select(['users.storage_used as used', 'users.storage_quota as quota', STAGED.as('staged')])
      .where('datasets.id', '=', datasetId)
      .executeTakeFirst();
    if (owner === undefined || owner.quota === null) return undefined;
    return { used: owner.used + owner.staged, quota: owner.quota };
  };

  return {
    binds,

    async require(db, datasetId, uploader, adding = 0) {
      const owner = await bound(db, datasetId, uploader);
      if (owner === undefined) return;
      const wanted = owner.used + adding;
      if (wanted <= owner.quota) return;
      throw fail(
        'quota-exceeded',
        `Storage quota exceeded: ${inUnits(wanted)} out of ${inUnits(owner.quota)}. Delete files, or ask an administrator for more.`,
      );
    },

    async hold(transaction, datasetId) {
      if (!enabled) return;
      await sql`
        select id from users where id = (
          select owner_id from datasets join organizations on organizations.id = datasets.organization_id
          where datasets.id = ${datasetId}::uuid)
        for no key update`.execute(transaction);
    },

    async remaining(db, datasetId, uploader) {
      const owner = await bound(db, datasetId, uploader);
      return owner === undefined ? Infinity : Math.max(0, owner.quota - owner.used);
    },
  };
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Bytes as people read them, to three digits. */
function inUnits(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  return `${Number((bytes / 1024 ** power).toPrecision(power === 0 ? 4 : 3))} ${UNITS[power]}`;
}
