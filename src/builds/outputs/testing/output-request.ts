import type { OutputRequest } from '../output.ts';

/** What a request of an output has that stands alone: nothing beside its source, nothing made before. */
export const ALONE: Pick<OutputRequest, 'size' | 'neighbours' | 'made' | 'metadata'> = {
  size: 0,
  neighbours: { find: () => Promise.resolve(new Map()) },
  metadata: () => Promise.resolve(undefined),
  made: (kind) => {
    throw new Error(`No output ${kind} was made before`);
  },
};
