export { createBuiltLayers, type BuiltLayer, type BuiltLayers } from './built-layers.ts';
export { checkCompleteness, type CompletenessOptions } from './completeness.ts';
export { isCheckDue } from './completeness-due.ts';
export { BUILD_QUEUES, cancelBuilds, createBuildQueue, type BuildQueue } from './jobs/build-queue.ts';
export { createOutputFolders, type OutputFolders } from './output-folders.ts';
export { namedVersions } from './output-store.ts';
export {
  outputsOf,
  pathInBuild,
  plainLine,
  requiredPaths,
  type Artifact,
  type Output,
  toBuildFailure,
  type BuildOutput,
  type BuildFailureReason,
  type Outputs,
} from './outputs/index.ts';
export { assemblePending, createMarkers, PENDING_QUEUE, type Pending, type PendingStatus } from './pending/index.ts';
export type { BuildRequests } from './requests.ts';
export { buildRoutes } from './routes.ts';
export { createBuilds, type BuiltEntry, type Builds, type OutputFile, type OutputOwner } from './service.ts';
export type { JobChange } from './jobs/changed-jobs.ts';
export { createJobEvents, type JobEvents } from './jobs/events.ts';
export { followingOf } from './routes-following.ts';
export { clearEndedJobs, isLastWord, isListed } from './jobs/job-store.ts';
export { settleLostJobs } from './jobs/lost-jobs.ts';
export { buildPlaces, type BuildRoom } from './attempts/places.ts';
export { startBuildWorker } from './attempts/worker.ts';
export { removeUnusedOutputs } from './unused-outputs.ts';
export { BuildFailure, requireWritten, toWriteFailure } from './outputs/build-failure.ts';
export type { OutputFacts, OutputRequest, ViewFile, ViewOutput } from './outputs/output.ts';
export { patient } from './outputs/patient-engine.ts';
export { refusal } from './outputs/refusal.ts';
export { runBuildProgram } from './outputs/run-build-program.ts';
export { runCost } from './outputs/run-cost.ts';
export { withToldFailures } from './outputs/with-told-failures.ts';
