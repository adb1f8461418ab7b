export { createOutputFolders, type OutputFolders } from './output-folders.ts';
export { namedVersions } from './output-store.ts';
export { buildRoutes } from './routes.ts';
export { BUILD_QUEUE, createBuilds, type BuiltEntry, type Builds, type OutputFile } from './service.ts';
export { settleLostJobs, startBuildWorker } from './worker.ts';
