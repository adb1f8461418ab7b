import { EntryType } from '../../../inspection/index.ts';
import type { Drawer } from '../../../thumbnails/index.ts';
import { modelPicture } from './operations.ts';

/** Raised when pictures of models are drawn differently. */
const MODEL_STYLE = 'model1-';

/**
 * Models: all of the built Nexus, from the south and above.
 *
 * @param file of the output that has it, as `nxs/model.nxz`
 */
export const modelDrawer = (file: string): Drawer => ({
  draws: ({ type }) => type === EntryType.Model,
  file,
  version: ({ file: built }) => (built === undefined ? null : `${MODEL_STYLE}${built.version}`),
  draw: ({ file: built }, { size, format }, { engine }, signal) =>
    engine.call(modelPicture, { path: built!.path, longestSide: size, format }, { signal }),
});
