export { codeOfWkt, readCrsName, uriOf, urnOf, type CrsName } from './crs-name.ts';
export { geoidRoutes } from './geoid-routes.ts';
export { createProjections, type Crs, type Projections } from './projections.ts';
