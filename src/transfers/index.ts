export { createImports, type Imports } from './import/service.ts';
export { importRoutes } from './routes.ts';
