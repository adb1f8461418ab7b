import { inThread, threadData } from '../../../concurrency/index.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import type { EncodingChoice } from './choose-encoding.ts';
import { createChunkEncoder } from './encode-chunk.ts';

/** Data that every thread receives. Threads share the arrays of the tree. */
export interface RadThreadData {
  readonly tree: SplatTree;
  readonly choice: EncodingChoice;
}

const { tree, choice } = threadData() as RadThreadData;

export const encodeChunk = inThread(createChunkEncoder(tree, choice), ({ buffer }) => [buffer]);
