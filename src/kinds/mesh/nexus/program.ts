/** Builds a Nexus of a model of triangles. */
import { serveProgram } from '../../../engine/for-children.ts';
import { meshToNexus } from './mesh-to-nexus.ts';

await serveProgram(meshToNexus);
