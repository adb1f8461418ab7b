export type { ImportReport } from './import/report.ts';
export { createImports, type Imports } from './import/service.ts';
export { importRoutes } from './routes.ts';
export { createTransfers, type Transfers } from './transfers.ts';
