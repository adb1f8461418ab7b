export { bodyBlocks } from './body-blocks.ts';
export { filePieces } from './file-pieces.ts';
export { limited } from './limited.ts';
export { gathered, writeThrough, type WriteWatch } from './write-through.ts';
