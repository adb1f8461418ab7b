import { renderRaster } from './render.ts';
import { serveProgram } from '../../../../engine/for-children.ts';

await serveProgram(renderRaster);
