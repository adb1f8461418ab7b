export type { Schedule } from './schedule.ts';
export { cleanUp, type CleanUpReport } from './clean-up.ts';
export { taskPlaces } from './health/processes.ts';
export { relocationRoutes } from './relocation-routes.ts';
export { createSystem, type System } from './system.ts';
