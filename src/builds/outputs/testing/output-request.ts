import type { OutputRequest } from '../output.ts';

/** What a request of an output has that stands alone: nothing beside its source, nothing made before. */
export const ALONE: Pick<OutputRequest, 'size' | 'neighbours' | 'made' | 'factsOf' | 'metadata'> = {
  size: 0,
  neighbours: { find: () => Promise.resolve(new Map()) },
  metadata: () => Promise.resolve(undefined),
  made: missing,
  factsOf: missing,
};

function missing(kind: string): never {
  throw new Error(`No output ${kind} was made before`);
}
