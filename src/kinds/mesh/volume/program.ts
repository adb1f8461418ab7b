/** Measures volumes of a model. */
import { serveProgram } from '../../../engine/for-children.ts';
import { measureModel } from './measure-model.ts';

await serveProgram(measureModel);
