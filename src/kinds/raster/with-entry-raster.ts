import { basename } from 'node:path';
import type { EntryRow } from '../../datasets/index.ts';
import { withRasterSource } from './with-raster-source.ts';
import type { RunningTask } from '../../tasks/index.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';

/** The file of an entry, in the form that inspection takes. */
export const fileOf = (
  { locate, neighbours }: Pick<RunningTask<unknown>, 'locate' | 'neighbours'>,
  entry: EntryRow,
) => ({
  path: locate(entry),
  name: basename(entry.path),
  size: entry.size,
  neighbours: neighbours(entry.path),
});

/** Runs work on the raster of an entry and its sidecars. */
export const withEntryRaster = <T>(
  task: Pick<RunningTask<unknown>, 'engine' | 'locate' | 'neighbours'>,
  entry: EntryRow,
  work: (source: RasterSource) => Promise<T>,
): Promise<T> => withRasterSource(fileOf(task, entry), task.engine, work, entry.path);

/** Width times height of a raster. Without these properties: the bytes of its file. */
export function pixelsOf({ properties, size }: EntryRow): number {
  const [width, height] = [Number(properties?.['width']), Number(properties?.['height'])];
  return Number.isSafeInteger(width * height) ? width * height : size;
}
