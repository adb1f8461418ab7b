import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ChosenSplats, PIECE } from './formats.ts';
import { SPZ_BLOCKS, spzFractionBits } from './spz-blocks.ts';

/** "NGSP", little-endian. */
const MAGIC = 0x5053_474e;
/** Version 3 is the latest that most readers support. It has 32-bit rotations. */
const VERSION = 3;
const HEADER = 16;
/** Level of gzip. Higher ones take twice the time and save 1 %. */
const LEVEL = 6;

/**
 * Writes SPZ version 3: one gzip stream, attribute by attribute.
 *
 * @throws OperationRefusal for coordinates that its 24 bits cannot tell apart
 */
export async function writeSpz(path: string, chosen: ChosenSplats, progress: (share: number) => void): Promise<void> {
  const bits = spzFractionBits(chosen);
  const gzip = createGzip({ level: LEVEL });
  await pipeline(Readable.from(spzBytes(chosen, bits, progress)), gzip, createWriteStream(path, { flags: 'wx' }));
}

function* spzBytes(chosen: ChosenSplats, bits: number, progress: (share: number) => void): Generator<Uint8Array> {
  const count = chosen.list.length;
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(VERSION, 4);
  header.writeUInt32LE(count, 8);
  header.writeUInt8(chosen.degree, 12);
  header.writeUInt8(bits, 13);
  yield header;
  const all = SPZ_BLOCKS.reduce((sum, { width }) => sum + width(chosen.degree), 0);
  let before = 0;
  for (const { width, fill } of SPZ_BLOCKS) {
    const bytes = width(chosen.degree);
    for (let first = 0; first < count && bytes > 0; first += PIECE) {
      const end = Math.min(count, first + PIECE);
      // Each piece has its own memory, as the stream queues pieces.
      const piece = new Uint8Array(bytes * (end - first));
      fill(piece, chosen, first, end, bits);
      yield piece;
      progress((before + (bytes * end) / count) / all);
    }
    before += bytes;
  }
}
