import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import type { ShDegree } from '../model/splat-model.ts';
import { damaged, isLength, parseHead, requireDegree, requireVersion } from './head-json.ts';
import { CHUNK_SPLATS, FILE_MAGIC, MOST_HEAD_BYTES, upToUnit } from './rad-format.ts';

/** Position of a chunk in the file. */
interface ChunkRange {
  /** Offset from the start of the file, in bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** Head of a RAD file. */
export interface RadHead {
  readonly count: number;
  readonly shDegree: ShDegree;
  /** True if the file has levels of detail. */
  readonly lodTree: boolean;
  readonly chunkSize: number;
  readonly chunks: readonly ChunkRange[];
}

/**
 * Reads the head, and checks it against the size of the file.
 *
 * @throws OperationRefusal for a damaged head, or for missing chunks
 */
export function readRadHead(file: ByteWindow): RadHead {
  const start = file.bytes(0, 8);
  if (start?.toString('latin1', 0, 4) !== FILE_MAGIC) throw new OperationRefusal('It is no RAD file.');
  const length = start.readUInt32LE(4);
  if (length > MOST_HEAD_BYTES - 8)
    throw new OperationRefusal('The head of the RAD file is longer than the 1 MiB that viewers read.', 'too-large');
  const text = file.bytes(8, length);
  if (text === null) throw cutOff();
  const head = parseHead(text);
  requireVersion(head['version']);
  if (head['type'] !== 'gsplat') throw damaged('it has something else than splats');
  const { count, chunkSize = CHUNK_SPLATS } = head;
  if (!isLength(count) || !isLength(chunkSize) || chunkSize === 0 || chunkSize > CHUNK_SPLATS)
    throw damaged('its counts cannot be');
  return {
    count,
    shDegree: requireDegree(head['maxSh']),
    lodTree: head['lodTree'] === true,
    chunkSize,
    chunks: rangesOf(head['chunks'], Math.ceil(count / chunkSize), 8 + upToUnit(length), file.size),
  };
}

function rangesOf(entries: unknown, expected: number, first: number, size: number): readonly ChunkRange[] {
  if (!Array.isArray(entries) || entries.length !== expected)
    throw damaged('it has not as many chunks as its splats take');
  let end = first;
  return (entries as readonly unknown[]).map((entry) => {
    const { offset, bytes, filename } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    if (filename !== undefined)
      throw new OperationRefusal(
        'The chunks of the RAD file lie in other files. Give a RAD file that has all of them.',
      );
    if (!isLength(bytes) || bytes === 0 || offset !== end - first) throw damaged('its chunks are out of order');
    end += bytes;
    if (end > size) throw cutOff();
    return { offset: end - bytes, bytes };
  });
}

const cutOff = (): OperationRefusal => new OperationRefusal('The RAD file is cut off.');
