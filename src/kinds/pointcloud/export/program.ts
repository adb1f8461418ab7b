/** Writes a part of a point cloud in another format. */
import { serveProgram } from '../../../engine/for-children.ts';
import { exportCloud } from './export-cloud.ts';

await serveProgram(exportCloud);
