/** Makes a raster of a point cloud: surface, ground, number of points or intensity. */
import { serveProgram } from '../../../engine/for-children.ts';
import { makeSurface } from './make-surface.ts';

await serveProgram(makeSurface);
