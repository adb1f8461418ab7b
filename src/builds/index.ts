export { checkCompleteness, type CompletenessOptions } from './completeness.ts';
export { BUILD_QUEUE } from './enqueue.ts';
export { createOutputFolders, type OutputFolders } from './output-folders.ts';
export { namedVersions } from './output-store.ts';
export { buildRoutes } from './routes.ts';
export { createBuilds, type BuiltEntry, type Builds, type OutputFile } from './service.ts';
export { settleLostJobs, startBuildWorker } from './worker.ts';
export { removeUnusedOutputs } from './unused-outputs.ts';
