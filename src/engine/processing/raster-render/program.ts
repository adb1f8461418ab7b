import { serveProgram } from '../../own-programs/serve.ts';
import { renderRaster } from './render.ts';

await serveProgram(renderRaster);
