import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** Both files of a shapefile begin with as much. */
const HEADER_BYTES = 100;
/** In the index: where a record begins and how long it is, in words of two bytes. */
const ENTRY_BYTES = 8;
/** In the .shp: number and length of a record. */
const RECORD_HEAD_BYTES = 8;
const FILE_CODE = 9994;
const LENGTH_AT = 24;
/** 16 million, which takes a second or two and 128 MiB. */
const MAX_RECORDS = 2 ** 24;
/** As much is read and written at once: some hundred records. */
const PIECE = 2 ** 16;

/** Whether a file can be the index of a shapefile: it begins as one and is as long as it says. */
export function isSoundIndex(path: string): boolean {
  const window = openWindow(path);
  try {
    const header = window.bytes(0, HEADER_BYTES);
    if (header === null || header.readInt32BE(0) !== FILE_CODE) return false;
    return header.readInt32BE(LENGTH_AT) * 2 === window.size && (window.size - HEADER_BYTES) % ENTRY_BYTES === 0;
  } finally {
    window.close();
  }
}

/**
 * Makes the index of a .shp whose own is lost, up to the first record that cannot be. GDAL could do that, but would write it
 * through a link to wherever that leads.
 *
 * @param shx must not exist
 * @throws OperationRefusal for a file without a sound record, and for more than MAX_RECORDS
 */
export function makeIndex(shp: string, shx: string): void {
  const window = openWindow(shp);
  // Nothing that is there is written to, whatever put it there.
  const index = openSync(shx, 'wx', 0o600);
  try {
    const header = window.bytes(0, HEADER_BYTES);
    if (header === null) throw new OperationRefusal('It ends within its header.');
    writeFileSync(index, header);
    const count = writeEntries(window, index);
    if (count === 0 && window.size > HEADER_BYTES) throw new OperationRefusal('Its first record is damaged.');
    header.writeInt32BE((HEADER_BYTES + count * ENTRY_BYTES) / 2, LENGTH_AT);
    writeSync(index, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(index);
    window.close();
  }
}

/** Appends an entry for each sound record of the .shp. @returns how many */
function writeEntries(window: ByteWindow, index: number): number {
  const entries = Buffer.alloc(PIECE);
  let [count, filled] = [0, 0];
  for (const { at, words } of recordsOf(window)) {
    // Where a record begins is told in 32 bits.
    if ((count += 1) > MAX_RECORDS || at / 2 > 0xffff_ffff)
      throw new OperationRefusal('Its index (.shx) is lost, and it is too large to be given another.', 'too-large');
    entries.writeUInt32BE(at / 2, filled);
    entries.writeInt32BE(words, filled + 4);
    filled += ENTRY_BYTES;
    if (filled < entries.length) continue;
    writeFileSync(index, entries);
    filled = 0;
  }
  writeFileSync(index, entries.subarray(0, filled));
  return count;
}

interface ShapeRecord {
  readonly at: number;
  /** Length of what follows the eight bytes of its head, in words of two bytes. */
  readonly words: number;
}

/** The records of a .shp, by what each says of its own length. */
function* recordsOf(window: ByteWindow): Generator<ShapeRecord> {
  let from = 0;
  let piece: Buffer = Buffer.alloc(0);
  for (let at = HEADER_BYTES; at + RECORD_HEAD_BYTES <= window.size;) {
    if (at + RECORD_HEAD_BYTES > from + piece.length) {
      const next = window.bytes(at, Math.min(PIECE, window.size - at));
      if (next === null) return;
      from = at;
      piece = next;
    }
    const words = piece.readInt32BE(at - from + 4);
    const end = at + RECORD_HEAD_BYTES + 2 * words;
    // Each has a kind of geometry at least, which takes two words.
    if (words < 2 || end > window.size) return;
    yield { at, words };
    at = end;
  }
}
