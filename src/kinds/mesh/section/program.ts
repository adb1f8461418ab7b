/** Cuts a model by a plane. */
import { serveProgram } from '../../../engine/for-children.ts';
import { makeSection } from './make-section.ts';

await serveProgram(makeSection);
