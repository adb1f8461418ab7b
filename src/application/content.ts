import { join } from 'node:path';
import { createQuota } from '../accounts/index.ts';
import { assemblePending, createBuilds, createMarkers, outputsOf } from '../builds/index.ts';
import {
  createDatasetAdministration,
  createDatasets,
  createIndexFiles,
  createMetadata,
  createObjects,
  createPushes,
  createReinspection,
  createRemoval,
  createStamps,
  createUploadBatches,
} from '../datasets/index.ts';
import { createInspector } from '../formats/index.ts';
import { assembleOrganizations } from '../organizations/index.ts';
import { openArtifacts, removeTasksOf } from '../tasks/index.ts';
import type { Context, Foundation } from './foundation.ts';

export type Content = ReturnType<typeof assembleContent>;

/** Organizations, their datasets, the files in them, and what is built of those. */
export function assembleContent(context: Context, foundation: Foundation) {
  const { settings, dataDir, lifetime, reporter, parts } = context;
  const { db, blobs, engine, queue, operations } = foundation;
  const builds = assembleBuilds(context, foundation);
  const { observer } = builds.builds;
  const inspector = createInspector(engine, parts.kinds.families);

  const datasets = createDatasets(db, settings.datasetThumbnailCandidates);
  const metadata = createMetadata(db);
  const stamps = createStamps(db, join(dataDir, 'stamps'), reporter('stamps'));
  const indexFiles = createIndexFiles(db, join(dataDir, 'indexes'), reporter('index files'));

  const artifacts = openArtifacts(join(dataDir, 'tasks'));
  const tasksOfDatasets = removeTasksOf({ queue, artifacts, onError: reporter('tasks') });
  const removal = createRemoval({
    db,
    operations,
    files: [stamps, indexFiles],
    observers: [observer, tasksOfDatasets],
  });
  const administration = createDatasetAdministration(db, removal);
  const organizations = assembleOrganizations(db, settings, administration);

  const quota = createQuota(settings.enableStorageLimiter);
  const reinspection = createReinspection({ db, blobs, inspector, observer, report: reporter('reinspection') });
  lifetime.ends(() => reinspection.close());
  const storing = { db, blobs, inspector, observer, quota, reinspection };
  const batches = createUploadBatches({ ...storing, removal });
  return {
    inspector,
    datasets,
    metadata,
    stamps,
    indexFiles,
    artifacts,
    removal,
    administration,
    organizations,
    quota,
    reinspection,
    storing,
    batches,
    ...builds,
    objects: createObjects(storing),
    pushes: createPushes({ ...storing, ...batches, stamps }),
    rescan: { db, blobs, inspector, observer, report: reporter('rescan') },
  };
}

function assembleBuilds({ dataDir, reporter, parts }: Context, { database, queue, folders, buildFolder }: Foundation) {
  const { db, changes, locks } = database;
  const outputs = outputsOf(parts.kinds.outputs);
  const markers = createMarkers(buildFolder);
  const builds = createBuilds({ db, queue, folders, outputs, markers, changes, onError: reporter('builds') });
  const pending = assemblePending({
    db,
    queue,
    locks,
    outputs,
    folder: buildFolder,
    now: Date.now,
    legacyFolder: join(dataDir, 'pending-cache'),
    onError: reporter('pending builds'),
  });
  return { builds, pending, outputs };
}
