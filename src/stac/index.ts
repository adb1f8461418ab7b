export { stacRoutes } from './routes/stac-routes.ts';
export { createExtents } from './store/extents.ts';
