import { posix } from 'node:path';
import type { EntryRow } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import type { RunningTask } from '../../../tasks/index.ts';
import { EPT_NAME } from '../ept/artifacts.ts';
import { findEptTiles } from '../ept/ept-tiles.ts';
import type { CloudFile } from './request.ts';

/** @throws `invalid-input` for an Entwine point tile that is not complete; EngineError for one that cannot be read */
export async function cloudFileOf(
  task: Pick<RunningTask<unknown>, 'locate' | 'metadata' | 'neighbours' | 'engine' | 'signal'>,
  entry: EntryRow,
): Promise<CloudFile> {
  const path = task.locate(entry);
  const projection = (await task.metadata(entry.path, 'projection')) ?? null;
  if (posix.basename(entry.path) !== EPT_NAME) return { path, projection, tiles: null };
  const { paths, missing } = await findEptTiles(path, task.neighbours(entry.path), task.engine, task.signal);
  if (missing.length > 0)
    throw fail('invalid-input', `${entry.path} is not complete: ${missing[0]} and maybe other files are missing.`);
  return { path, projection, tiles: paths };
}
