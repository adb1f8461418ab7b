import { basename } from 'node:path';
import type { EntryRow } from '../../datasets/index.ts';
import { lendRaster } from './lend.ts';
import type { RunningTask } from '../../tasks/index.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';

/** The file of an entry, as what recognizes formats takes it. */
export const fileOf = (
  { locate, neighbours }: Pick<RunningTask<unknown>, 'locate' | 'neighbours'>,
  entry: EntryRow,
) => ({
  path: locate(entry),
  name: basename(entry.path),
  size: entry.size,
  neighbours: neighbours(entry.path),
});

/** Lends the raster of an entry to work of the engine, with what lies beside it. */
export const lendEntryRaster = <T>(
  task: Pick<RunningTask<unknown>, 'engine' | 'locate' | 'neighbours'>,
  entry: EntryRow,
  work: (source: RasterSource) => Promise<T>,
): Promise<T> => lendRaster(fileOf(task, entry), task.engine, work, entry.path);

/** Width times height of a raster's entry; from the bytes of the file where its properties do not tell. */
export function pixelsOf({ properties, size }: EntryRow): number {
  const [width, height] = [Number(properties?.['width']), Number(properties?.['height'])];
  return Number.isSafeInteger(width * height) ? width * height : size;
}
