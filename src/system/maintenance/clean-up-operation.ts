import type { CleanUpOptions } from '../clean-up.ts';
import { cleanUp } from '../clean-up.ts';
import type { Database } from '../../database/index.ts';
import type { Operation } from '../../jobs/index.ts';
import { cleanDataset, type DatasetCleanUp } from './dataset-clean-up.ts';

export const CLEAN_UP_TOOL = 'cleanup';

/** What is cleaned; without an organization everything, stored files as well. */
export interface CleanUpScope {
  readonly organizationSlug?: string;
}

export interface NamedDataset {
  readonly id: string;
  /** `organization/dataset` */
  readonly name: string;
}

/** Datasets of an organization, or all, by name. */
export async function listDatasetNames(
  db: Database,
  { organizationSlug, datasetSlug }: { organizationSlug?: string | undefined; datasetSlug?: string | undefined },
): Promise<NamedDataset[]> {
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select(['datasets.id', 'datasets.slug', 'organizations.slug as organizationSlug'])
    .$if(organizationSlug !== undefined, (query) => query.where('organizations.slug', '=', organizationSlug!))
    .$if(datasetSlug !== undefined, (query) => query.where('datasets.slug', '=', datasetSlug!))
    .orderBy('organizations.slug')
    .orderBy('datasets.slug')
    .execute();
  return rows.map((row) => ({ id: row.id, name: `${row.organizationSlug}/${row.slug}` }));
}

/**
 * Cleans datasets one after another and, when none is named, the stores of files and outputs as a whole. Its result names
 * only datasets of which something was removed.
 */
export function cleanUpOperation(options: CleanUpOptions, onError: (error: unknown) => void): Operation {
  return async ({ input, signal, report }) => {
    const { organizationSlug } = input as CleanUpScope;
    const names = await listDatasetNames(options.db, { organizationSlug });
    const datasets: Record<string, DatasetCleanUp> = {};
    const errors: Record<string, string> = {};
    for (const [index, dataset] of names.entries()) {
      signal.throwIfAborted();
      report((index / names.length) * 100, dataset.name);
      const found = await cleanDataset(options, dataset).catch((cause: unknown) => {
        onError(cause);
        errors[dataset.name] = 'The service failed; see its log.';
      });
      if (found && found.removedBuilds.length > 0) datasets[dataset.name] = found;
    }
    if (organizationSlug !== undefined) return { datasets, errors };
    report(null, 'stored files');
    const { blobs, bytes, outputs } = await cleanUp(options, signal);
    return { datasets, errors, removedFiles: blobs, removedBytes: bytes, removedOutputFolders: outputs };
  };
}
