/** Writes the splats of a file without floaters. */
import { serveProgram } from '../../../engine/for-children.ts';
import { cleanSplats } from './clean-splats.ts';

await serveProgram(cleanSplats);
