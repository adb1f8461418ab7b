import { serveProgram } from '../../own-programs/serve.ts';
import { alignRasters } from './align.ts';

await serveProgram(alignRasters);
