/** Makes levels of detail of Gaussian splats. */
import { serveProgram } from '../../../engine/for-children.ts';
import { splatsToRad } from './splats-to-rad.ts';

await serveProgram(splatsToRad);
