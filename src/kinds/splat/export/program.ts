/** Writes splats of a file, or some of them, in another format. */
import { serveProgram } from '../../../engine/for-children.ts';
import { exportSplats } from './export-splats.ts';

await serveProgram(exportSplats);
