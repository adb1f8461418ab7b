import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { roomForSplats, type SplatModel } from '../model/splat-model.ts';
import type { OpenSplats } from '../read/splat-reader.ts';

/** Maximum number of splats in a test file. */
const MOST = 100_000;

/** Reads files of splats from bytes, through a temporary folder. */
export interface BytesReader extends AsyncDisposable {
  /** Reads all splats. @throws OperationRefusal for a file that is refused */
  read(bytes: Uint8Array, progress?: (share: number) => void): Promise<SplatModel>;
  /** Returns the message of a refusal; null for a file that is read. @throws any other error */
  refusalOf(bytes: Uint8Array): Promise<string | null>;
}

export async function createBytesReader(open: OpenSplats): Promise<BytesReader> {
  const folder = await mkdtemp(join(tmpdir(), 'splats-'));
  const path = join(folder, 'file');
  const read: BytesReader['read'] = async (bytes, progress = () => undefined) => {
    await writeFile(path, bytes);
    const reader = await open(path);
    try {
      if (reader.count > MOST) throw new Error(`A file of ${bytes.length} bytes has ${reader.count} splats.`);
      const model = roomForSplats(reader.count, reader.shDegree);
      await reader.fill(model, progress);
      return model;
    } finally {
      reader.close();
    }
  };
  return {
    read,
    async refusalOf(bytes) {
      try {
        await read(bytes);
        return null;
      } catch (error) {
        if (error instanceof OperationRefusal) return error.message;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Largest difference of the values of two lists. */
export function mostApart(read: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (read.length !== expected.length) return Infinity;
  let most = 0;
  for (let at = 0; at < read.length; at += 1) most = Math.max(most, Math.abs(read[at]! - expected[at]!));
  return most;
}

/** Largest difference of the components of rotations. A quaternion and its negative are the same rotation. */
export function rotationsApart(read: Float32Array, expected: Float32Array): number {
  if (read.length !== expected.length) return Infinity;
  let most = 0;
  for (let at = 0; at < read.length; at += 4) {
    const [one, other] = [read.subarray(at, at + 4), expected.subarray(at, at + 4)];
    most = Math.max(
      most,
      Math.min(
        mostApart(one, other),
        mostApart(
          one.map((value) => -value),
          other,
        ),
      ),
    );
  }
  return most;
}
