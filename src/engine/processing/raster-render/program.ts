import { serveProgram } from '../serve.ts';
import { renderRaster } from './render.ts';

await serveProgram(renderRaster);
