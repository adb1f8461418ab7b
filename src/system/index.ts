export { repeat } from './chores.ts';
export { cleanUp, type CleanUpReport } from './clean-up.ts';
export { jobRoutes } from './job-routes.ts';
export { relocationRoutes } from './relocation-routes.ts';
export { systemRoutes } from './routes.ts';
