export { bodyBlocks } from './body-blocks.ts';
export { GATHERED_BYTES, LEAST_BUFFER_BYTES } from './buffer-room.ts';
export { discard } from './discard.ts';
export { filePieces } from './file-pieces.ts';
export { giveBack, markShared } from './give-back.ts';
export { joined } from './joined.ts';
export { keepHead } from './keep-head.ts';
export { limited } from './limited.ts';
export { gathered, writeThrough, type WriteWatch } from './write-through.ts';
