/** Writes a model in another format, with fewer triangles where that is asked for. */
import { serveProgram } from '../../../engine/for-children.ts';
import { exportMesh } from './export-mesh.ts';

await serveProgram(exportMesh);
