import { type FileHandle, open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createThreads, inOrder } from '../../../concurrency/index.ts';
import { splatBytes } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { chooseEncoding, type EncodingChoice } from './choose-encoding.ts';
import { CHUNK_SPLATS, FILE_MAGIC, type FileHead, headBytes, MOST_HEAD_BYTES, upToUnit } from './rad-format.ts';
import type * as work from './threads.ts';
import type { RadThreadData } from './threads.ts';

interface RadOptions {
  /** Threads that encode. Default: one per processor, at most 4. */
  readonly threads?: number;
}

interface WrittenRad {
  readonly bytes: number;
  readonly chunks: number;
  readonly encoding: EncodingChoice;
}

/** Maximum threads. Each takes 80 MB and encodes 300,000 splats a second. */
const MOST_THREADS = 4;
/** Timeout of a chunk. It takes a quarter of a second, and longer on a busy machine. */
const LONGEST_CHUNK_MS = 600_000;

/**
 * Writes a RAD file.
 *
 * The head comes first in the file, but has the sizes of the chunks, which are known last. Room for the longest possible head is left
 * free, and the head is written last, padded with spaces. Nothing is written twice, and an unfinished file begins with zeros, which
 * no reader takes for a RAD.
 *
 * @param output path of the new file
 * @param progress receives the share of the chunks that are written
 */
export async function writeRad(
  tree: SplatTree,
  output: string,
  { threads: number = Math.min(MOST_THREADS, availableParallelism()) }: RadOptions,
  progress: (share: number) => void,
): Promise<WrittenRad> {
  const { count } = tree.splats;
  const chunks = Math.ceil(count / CHUNK_SPLATS);
  const encoding = chooseEncoding(tree.splats);
  const room = roomForHead(tree, encoding);
  const data: RadThreadData = { tree, choice: encoding };
  const threads = createThreads<typeof work>({
    module: new URL('./threads.ts', import.meta.url),
    threads: number,
    data,
    waiting: chunks,
    timeoutMs: LONGEST_CHUNK_MS,
  });
  const file = await open(output, 'wx');
  try {
    const ranges: FileHead['chunks'][number][] = [];
    const first = 8 + room;
    let offset = 0;
    await inOrder(
      chunks,
      // One chunk more than threads, so that none waits for the disk.
      number + 1,
      (chunk) => {
        const base = CHUNK_SPLATS * chunk;
        return threads.run('encodeChunk', { base, count: Math.min(CHUNK_SPLATS, count - base) });
      },
      async (bytes, chunk) => {
        await writeAll(file, bytes, first + offset);
        ranges.push({ offset, bytes: bytes.length });
        offset += bytes.length;
        progress((chunk + 1) / chunks);
      },
    );
    const json = JSON.stringify(headOf(tree, encoding, ranges));
    await writeAll(file, headBytes(FILE_MAGIC, json.padEnd(room)), 0);
    return { bytes: first + offset, chunks, encoding };
  } finally {
    await file.close();
    await threads.close();
  }
}

const headOf = (
  { splats: { count, shDegree } }: SplatTree,
  { splatEncoding }: EncodingChoice,
  chunks: FileHead['chunks'],
): FileHead => ({
  version: 1,
  type: 'gsplat',
  count,
  maxSh: shDegree,
  lodTree: true,
  chunkSize: CHUNK_SPLATS,
  allChunkBytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
  chunks,
  splatEncoding,
});

/** Maximum length of the JSON of the head, with the longest possible numbers. */
function roomForHead(tree: SplatTree, encoding: EncodingChoice): number {
  const { count, shDegree } = tree.splats;
  // DEFLATE and the heads add less to incompressible bytes than quantization saves.
  const most = CHUNK_SPLATS * (splatBytes(shDegree) + 6);
  const chunks = Math.ceil(count / CHUNK_SPLATS);
  const ranges = Array.from({ length: chunks }, () => ({ offset: chunks * most, bytes: most }));
  const room = upToUnit(JSON.stringify(headOf(tree, encoding, ranges)).length);
  if (room > MOST_HEAD_BYTES - 8)
    throw new Error(`A RAD file of ${count} splats would have a head that viewers do not read: ${room} bytes.`);
  return room;
}

/** Writes all bytes: one call may write fewer. */
async function writeAll(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
}
