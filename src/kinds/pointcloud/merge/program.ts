/** Makes one point cloud of several. */
import { serveProgram } from '../../../engine/for-children.ts';
import { mergeClouds } from './merge-clouds.ts';

await serveProgram(mergeClouds);
