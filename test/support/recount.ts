import { sql } from 'kysely';
import { namedVersions } from '../../src/builds/index.ts';
import { openDatabase } from '../../src/database/index.ts';
import { usedBlobs } from '../../src/datasets/entries/entry-store.ts';
import { createOutputFolders } from '../../src/builds/index.ts';
import { join } from 'node:path';
import { storedFiles } from './stored-files.ts';

/** What a service left, against the rows of its database; all of it is empty where they agree. */
export interface Disagreements {
  /** Datasets whose counters are not those of their entries. */
  readonly datasets: readonly string[];
  /** Users who are charged for other bytes than there are. */
  readonly users: readonly string[];
  /** Batches that are under way. */
  readonly batches: readonly string[];
  /** Files that wait to be taken over by a batch which has ended. */
  readonly staged: readonly string[];
  /** Files of the blob store that no row names. */
  readonly blobs: readonly string[];
  /** Folders of builds that no row names. */
  readonly builds: readonly string[];
}

/** Where a service keeps its data. */
interface Place {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
}

/** Counts again what a closed service has counted. @param environment of that service */
export async function recount({ DATA_DIR: dataDir, DATABASE_URL: url }: Place): Promise<Disagreements> {
  const { db, close } = await openDatabase({ folder: dataDir, url: url || undefined });
  const names = async (query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> =>
    (await query.execute(db)).rows.map(({ name }) => name);
  try {
    const stored = await storedFiles({ dataDir });
    const used = await usedBlobs(db, stored);
    const versions: string[] = [];
    for await (const { version } of createOutputFolders(join(dataDir, 'builds')).olderThan(0)) versions.push(version);
    const named = await namedVersions(db, versions);
    return {
      datasets: await names(sql`
        select slug as name from datasets left join entries on entries.dataset_id = datasets.id group by datasets.id
        having entry_count <> count(path) or size_bytes <> coalesce(sum(size), 0)`),
      users: await names(sql`
        select name from users where storage_used <> (
          select coalesce(sum(size_bytes), 0) from datasets
          join organizations on organizations.id = organization_id where owner_id = users.id)`),
      batches: await names(sql`select id::text as name from upload_batches where state = 0`),
      staged: await names(sql`
        select staged.path as name from upload_batch_entries staged
        join upload_batches batch on batch.id = staged.batch_id where batch.state <> 1`),
      blobs: stored.filter((name) => !used.has(name)),
      builds: versions.filter((version) => !named.has(version)),
    };
  } finally {
    await close();
  }
}

export const AGREED: Disagreements = { datasets: [], users: [], batches: [], staged: [], blobs: [], builds: [] };
