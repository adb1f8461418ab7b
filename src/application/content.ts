import { join } from 'node:path';
import { createQuota } from '../accounts/index.ts';
import { assemblePending, createBuildQueue, createBuilds, createMarkers, outputsOf } from '../builds/index.ts';
import { assembleDatasets } from '../datasets/index.ts';
import { createInspector } from '../inspection/index.ts';
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

  const artifacts = openArtifacts(join(dataDir, 'tasks'));
  const tasksOfDatasets = removeTasksOf({ queue, artifacts, onError: reporter('tasks') });
  const quota = createQuota(settings.enableStorageLimiter);
  const datasetModule = assembleDatasets({
    db,
    blobs,
    inspector,
    operations,
    quota,
    observer,
    removalObservers: [tasksOfDatasets],
    dataDir,
    pictures: { candidates: settings.datasetThumbnailCandidates, covers: parts.kinds.covers },
    reporter,
  });
  const { reinspection, administration } = datasetModule;
  lifetime.ends(() => reinspection.close());
  const organizations = assembleOrganizations(db, settings, administration);
  return { ...builds, ...datasetModule, inspector, artifacts, organizations, quota };
}

function assembleBuilds({ dataDir, reporter, parts }: Context, { database, queue, folders, buildFolder }: Foundation) {
  const { db, changes, locks } = database;
  const outputs = outputsOf(parts.kinds.outputs);
  const markers = createMarkers(buildFolder);
  const buildQueue = createBuildQueue(queue, outputs);
  const builds = createBuilds({
    db,
    queue,
    buildQueue,
    folders,
    outputs,
    markers,
    changes,
    onError: reporter('builds'),
  });
  const pending = assemblePending({
    db,
    queue,
    buildQueue,
    locks,
    outputs,
    folder: buildFolder,
    now: Date.now,
    legacyFolder: join(dataDir, 'pending-cache'),
    onError: reporter('pending builds'),
  });
  return { builds, buildQueue, pending, outputs };
}
