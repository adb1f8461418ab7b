import { alignRasters } from './align.ts';
import { serveProgram } from '../../../engine/for-children.ts';

await serveProgram(alignRasters);
