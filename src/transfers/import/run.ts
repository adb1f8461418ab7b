import type { Caller, DatasetGrant, OrganizationGrant } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import { BlobError, type BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Datasets, Metadata, MetadataValues, Objects } from '../../datasets/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ReportProgress } from '../../jobs/index.ts';
import { checkSlug, type Organizations } from '../../organizations/index.ts';
import type { Settings } from '../../settings/index.ts';
import { createRetries, OutboundError, type RetryLimits } from '../outbound/index.ts';
import type { Peer, RemoteDataset } from '../peer/index.ts';
import { importDataset } from './dataset-import.ts';
import { createProgress } from './progress.ts';
import { PHASE, type Phase, type ReportWriter } from './report.ts';
import { ARCHIVE } from './request.ts';
import type { ImportLimits } from './source.ts';

/** `jobs.input` of an import: the request, as JSON. The password is not in it. */
export interface ImportInput {
  /** Origin of the other instance. */
  readonly source: string;
  readonly sourceOrganization: string;
  /** Absent: all datasets. */
  readonly sourceDataset?: string | undefined;
  readonly destinationOrganization: string;
  readonly destinationDataset?: string | undefined;
  readonly mode: number;
  readonly actor: Actor;
  /** Seconds since 1970. */
  readonly requestedAt: number;
  /** Bearer token for the source, sealed; the job forgets it when it ends. */
  readonly secret?: string;
  /** Why the source did not let us in. */
  readonly refusal?: string;
}

/** What of the service an import writes to. */
export interface ImportModules {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly organizations: Pick<Organizations, 'grant' | 'create'>;
  readonly datasets: Datasets;
  readonly metadata: Pick<Metadata, 'get' | 'set'>;
  readonly objects: Objects;
  readonly metadataValues: Pick<MetadataValues, 'restore' | 'remove'>;
}

export interface ImportRun {
  readonly input: ImportInput;
  readonly caller: Caller;
  readonly peer: Peer;
  readonly report: ReportWriter;
  readonly tell: ReportProgress;
  readonly signal: AbortSignal;
}

type RunOptions = ImportModules & {
  readonly settings: Pick<Settings, 'import'>;
  readonly retry: RetryLimits;
};

/** Datasets of an organization that are imported at once; their list is in memory. */
const MAX_DATASETS = 10_000;
const MIB = 1024 * 1024;

/** Imports one dataset or all of an organization. What fails stands in the report; only faults of this service are thrown. */
export async function runImport(options: RunOptions, run: ImportRun): Promise<void> {
  const { input, peer, report, signal } = run;
  const progress = createProgress(run.tell);
  const limits: ImportLimits = {
    parallelFiles: options.settings.import.parallelFiles,
    fileTimeoutMs: options.settings.import.fileTimeoutSeconds * 1000,
    budget: { bytes: options.settings.import.maxSizeMB * MIB },
    retry: options.retry,
  };
  const attempt = async <T>(dataset: string | null, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (cause) {
      const phase = signal.aborted ? undefined : phaseOf(cause);
      if (phase === undefined) throw cause;
      report.error(dataset, phase, (cause as Error).message);
      return undefined;
    }
  };

  const sources = await attempt(input.sourceDataset ?? null, () => findDatasets(peer, input, options.retry, signal));
  if (sources === undefined) return;
  progress.expect(sources.reduce((bytes, { size }) => bytes + size, 0));
  const organization = await attempt(null, () => ensureOrganization(options, run));
  if (organization === undefined) return;
  for (const dataset of sources) {
    progress.begin(dataset.slug);
    await attempt(dataset.slug, async () => {
      const destination = await ensureDataset(options, run, organization, dataset);
      const removeUntil = input.mode === ARCHIVE ? input.requestedAt : undefined;
      const source = { organization: input.sourceOrganization, dataset };
      const { tally, hasMetadata } = await importDataset({
        ...options,
        peer,
        source,
        destination,
        caller: run.caller,
        removeUntil,
        limits,
        report,
        progress,
        signal,
      });
      if (!hasMetadata) await nameDataset(options, run, destination, dataset);
      report.imported(dataset.slug, tally);
    });
  }
}

/** The datasets that are asked for, as the source lists them. */
async function findDatasets(
  peer: Peer,
  { sourceOrganization, sourceDataset }: ImportInput,
  retry: RetryLimits,
  signal: AbortSignal,
): Promise<RemoteDataset[]> {
  const retries = createRetries(retry);
  for (;;) {
    try {
      const found: RemoteDataset[] = [];
      for await (const dataset of peer.datasets(sourceOrganization, signal)) {
        if (sourceDataset !== undefined && dataset.slug !== sourceDataset) continue;
        if (found.push(dataset) > MAX_DATASETS)
          throw new OutboundError('lasting', `More than ${MAX_DATASETS} datasets.`);
      }
      if (sourceDataset === undefined || found.length > 0) return found;
      throw new OutboundError('lasting', `The source has no dataset ${sourceDataset} that this user may read.`);
    } catch (cause) {
      await retries.pause(cause, signal);
    }
  }
}

/** A new organization is private, and owned by the administrator who imports it: somebody must be charged for it. */
async function ensureOrganization(
  { organizations }: ImportModules,
  { input, caller }: ImportRun,
): Promise<OrganizationGrant> {
  const slug = input.destinationOrganization;
  const existing = await organizations.grant(slug, caller);
  if (existing) return existing;
  await organizations.create({ slug, isPublic: false }, caller, input.actor);
  return (await organizations.grant(slug, caller))!;
}

/**
 * A new dataset is private: nothing becomes public because another service says that it is. Its name comes with the rest of
 * its metadata.
 */
async function ensureDataset(
  { datasets }: ImportModules,
  { input, caller }: ImportRun,
  organization: OrganizationGrant,
  source: RemoteDataset,
): Promise<DatasetGrant> {
  const slug = checkSlug(input.destinationDataset ?? source.slug);
  const existing = await datasets.grant(organization.slug, slug, caller);
  if (existing) return existing;
  await datasets.create(organization, { slug, name: null }, caller, input.actor);
  return (await datasets.grant(organization.slug, slug, caller))!;
}

/** Names a dataset as the list of the source does, unless it has a name. */
async function nameDataset(
  { metadata }: ImportModules,
  { input }: ImportRun,
  destination: DatasetGrant,
  source: RemoteDataset,
): Promise<void> {
  const place = { key: 'name', path: undefined };
  const known = await metadata.get(destination, place).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError) || cause.code !== 'not-found') throw cause;
  });
  const name = source.name?.trim() || destination.slug;
  if (known === undefined) await metadata.set(destination, place, JSON.stringify(name), input.actor);
}

/** `undefined` for a fault of this service, of which only its log tells. */
function phaseOf(cause: unknown): Phase | undefined {
  if (cause instanceof OutboundError) return cause.fault === 'unauthorized' ? PHASE.authentication : PHASE.download;
  if (cause instanceof BlobError) return PHASE.save;
  if (cause instanceof ServiceError) return cause.code === 'invalid-input' ? PHASE.general : PHASE.save;
  return undefined;
}
