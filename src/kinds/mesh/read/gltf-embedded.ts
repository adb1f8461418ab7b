import { OperationRefusal } from '../../../engine/for-children.ts';
import { parseObject } from '../../../geodata/bounded-json.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { descriptionTooLarge, type EmbeddedText, type GltfDocument, MAX_JSON } from './gltf-document.ts';

const PIECE = 2 ** 20;
/** What stands in front of the text of embedded data. */
const BEGINNING = Buffer.from(';base64,');
const [QUOTE, BACKSLASH] = Buffer.from('"\\');
/** Stands in a description for the text of embedded data; no base64 has the sign. */
const MARK = /;base64,#(\d{1,9})$/i;

/**
 * Reads the description in a .gltf file whose embedded data may be of any length: their texts stay in the file, and are read by
 * ranges.
 *
 * @throws OperationRefusal if there is none, or it is too large without them
 */
export function readEmbeddedGltf(window: ByteWindow): GltfDocument {
  const description = createDescription();
  let rest: Buffer = Buffer.alloc(0);
  for (let at = 0; at < window.size; at += PIECE) {
    const piece = window.bytes(at, Math.min(PIECE, window.size - at));
    if (piece === null) throw new Error('The file is shorter than it was.');
    const bytes = Buffer.concat([rest, piece]);
    const taken = description.take(bytes, at - rest.length);
    rest = bytes.subarray(taken);
  }
  return { ...description.finish(rest), binary: null };
}

/** Takes a description piece by piece, and leaves the texts of embedded data out. */
function createDescription() {
  const kept: Buffer[] = [];
  const embedded: EmbeddedText[] = [];
  let keptBytes = 0;
  /** Where the text begins that is being left out. */
  let begin: number | null = null;
  const keep = (bytes: Buffer): void => {
    keptBytes += bytes.length;
    if (keptBytes > MAX_JSON) throw descriptionTooLarge();
    kept.push(Buffer.from(bytes));
  };
  return {
    /** @param offset of the bytes in the file. @returns how many were taken: the others are to come once more */
    take(bytes: Buffer, offset: number): number {
      for (let from = 0; ;) {
        if (begin === null) {
          const found = bytes.indexOf(BEGINNING, from);
          const end = found < 0 ? Math.max(from, bytes.length - BEGINNING.length + 1) : found + BEGINNING.length;
          keep(bytes.subarray(from, end));
          if (found < 0) return end;
          begin = offset + end;
          from = end;
        } else {
          const found = bytes.indexOf(QUOTE!, from);
          const end = found < 0 ? bytes.length : found;
          if (bytes.subarray(from, end).includes(BACKSLASH!))
            throw new OperationRefusal('Its embedded data are written with backslashes, which are not read.');
          if (found < 0) return end;
          keep(Buffer.from(`#${embedded.length}`));
          embedded.push({ offset: begin, length: offset + end - begin });
          begin = null;
          from = end;
        }
      }
    },
    finish(rest: Buffer): Pick<GltfDocument, 'json' | 'embedded'> {
      if (begin !== null) throw new OperationRefusal('The file is cut off.');
      keep(rest);
      return { json: parseObject(Buffer.concat(kept)), embedded };
    },
  };
}

/** The text that a data URI stands for; null for one that has its text in it. */
export function embeddedText(uri: string, { embedded }: GltfDocument): EmbeddedText | null {
  const mark = MARK.exec(uri.slice(-32));
  return mark === null ? null : (embedded[Number(mark[1])] ?? null);
}

/** Reads bytes that a text of base64 in a file stands for; null if it has not so many. */
export function embeddedBytes(window: ByteWindow, text: EmbeddedText, offset: number, length: number): Buffer | null {
  const first = Math.floor(offset / 3);
  const begin = Math.min(text.length, 4 * first);
  const end = Math.min(text.length, 4 * Math.ceil((offset + length) / 3));
  const bytes = window.bytes(text.offset + begin, end - begin);
  if (bytes === null) return null;
  const skipped = offset - 3 * first;
  const decoded = Buffer.from(bytes.toString('latin1'), 'base64');
  return skipped + length > decoded.length ? null : decoded.subarray(skipped, skipped + length);
}

/** How many bytes a text of base64 stands for. */
export function embeddedLength(window: ByteWindow, { offset, length }: EmbeddedText): number {
  const last = window.bytes(offset + Math.max(0, length - 2), Math.min(2, length))?.toString('latin1') ?? '';
  return Math.floor((3 * (length - (/=*$/.exec(last)?.[0].length ?? 0))) / 4);
}
