import { serveProgram } from '../serve.ts';
import { alignRasters } from './align.ts';

await serveProgram(alignRasters);
