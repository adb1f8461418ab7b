import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';

/** A box of an MP4 or QuickTime file. */
export interface Box {
  /** Four characters, in Latin-1. */
  readonly type: string;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** Boxes of the file itself, side by side: a film in fragments of two seconds has some thousands an hour. */
const MAX_BOXES = 20_000;
/** Boxes side by side within another: some twenty. */
const MAX_INNER_BOXES = 256;
/** Longest content that is read in one piece: texts and tables of a header. */
const MAX_CONTENT = 2 ** 16;

/** The boxes between two offsets, one after the other; stops at the first that does not fit in. */
export function* boxesIn(window: ByteWindow, start: number, end: number): Generator<Box> {
  let at = start;
  const limit = start === 0 ? MAX_BOXES : MAX_INNER_BOXES;
  for (let count = 0; count < limit && at + 8 <= end; count += 1) {
    const head = window.bytes(at, 8);
    if (head === null) return;
    const type = head.toString('latin1', 4, 8);
    let [length, header] = [head.readUInt32BE(0), 8];
    if (length === 1) {
      const long = window.bytes(at + 8, 8);
      if (long === null) return;
      [length, header] = [Number(long.readBigUInt64BE()), 16];
    } else if (length === 0) length = end - at;
    if (length < header || at + length > end) return;
    yield { type, start: at + header, end: at + length };
    at += length;
  }
}

/** The first box at a path of types; null when there is none. */
export function findBox(window: ByteWindow, within: Omit<Box, 'type'>, ...path: readonly string[]): Box | null {
  const [type, ...rest] = path;
  for (const box of boxesIn(window, within.start, within.end))
    if (box.type === type) return rest.length === 0 ? box : findBox(window, box, ...rest);
  return null;
}

/** The content of a box, at most 64 KiB of it; empty when there is no such box. */
export function contentOf(window: ByteWindow, box: Box | null): Buffer {
  if (box === null) return Buffer.alloc(0);
  return window.bytes(box.start, Math.min(box.end - box.start, MAX_CONTENT)) ?? Buffer.alloc(0);
}
