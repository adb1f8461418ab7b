/** Measures of terrains that are answered at once; the tools of terrains are in `kind.ts`. */
export { terrainRoutes } from './measure/routes.ts';
export { createTerrainMeasures } from './measure/terrain-measures.ts';
