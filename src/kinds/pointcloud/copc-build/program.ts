/** Builds a COPC of a point cloud, or finds that the file is one that can be served as it is. */
import { serveProgram } from '../../../engine/for-children.ts';
import { buildCopc } from './build-copc.ts';

await serveProgram(buildCopc);
