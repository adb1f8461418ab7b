/** Makes a profile of a point cloud along a line: a table of its points, and a picture. */
import { serveProgram } from '../../../engine/for-children.ts';
import { makeProfile } from './make-profile.ts';

await serveProgram(makeProfile);
