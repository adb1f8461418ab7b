import type { Database } from '../database/index.ts';
import { fail, type Caller } from '../http/index.ts';

/** Keeps users within the bytes they may store. What is in an organization counts for its owner, whoever put it there. */
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
  /** Bytes that may still be added now: 0 when there is more than the quota already, `Infinity` where none binds. */
  remaining(db: Database, datasetId: string, uploader: Pick<Caller, 'isAdmin'>): Promise<number>;
}

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
      .select(['users.storage_used as used', 'users.storage_quota as quota'])
      .where('datasets.id', '=', datasetId)
      .executeTakeFirst();
    return owner === undefined || owner.quota === null ? undefined : { used: owner.used, quota: owner.quota };
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
