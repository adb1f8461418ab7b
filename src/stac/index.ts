export { stacRoutes } from './routes/stac-routes.ts';
