import type { OutputRequest } from '../output.ts';

/** What a request of an output has that stands alone: nothing beside its source, nothing made before. */
export const ALONE: Pick<OutputRequest, 'size' | 'neighbours' | 'made'> = {
  size: 0,
  neighbours: { find: () => Promise.resolve(new Map()) },
  made: (kind) => {
    throw new Error(`No output ${kind} was made before`);
  },
};
