import { setImmediate } from 'node:timers/promises';
import type * as Gdal from 'gdal-async';
import { collectGarbage } from '../../../geodata/collect-garbage.ts';
import { type OpenVector, openVector, type VectorSource } from './open-vector.ts';

/** Opens a vector file, runs work on it, and closes it. Rejects as `openVector` does, and with what the work throws. */
export async function withVector<T>(
  source: VectorSource,
  work: (dataset: Gdal.Dataset, opened: OpenVector) => T,
): Promise<T> {
  const opened = await openVector(source);
  const { dataset } = opened;
  try {
    return work(dataset, opened);
  } finally {
    dataset.close();
    await forgetReferences();
  }
}

/**
 * gdal-async finds the object of a layer's CRS by the address of the library's own, which is free for another CRS once the
 * file is closed: the next file would get the CRS of this one. Collected objects are forgotten. It takes some 5 ms.
 */
async function forgetReferences(): Promise<void> {
  await setImmediate(); // what the last steps held is free to go
  collectGarbage();
  await setImmediate();
}
