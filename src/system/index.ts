export { cleanUp, type CleanUpReport } from './clean-up.ts';
export { systemRoutes } from './routes.ts';
