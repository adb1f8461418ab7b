import { posix } from 'node:path';
import { baseName, type EntryRow } from '../../../datasets/index.ts';
import { EngineError } from '../../../engine/index.ts';
import { EntryType, examine } from '../../../inspection/index.ts';
import type { Offer, RunningTask } from '../../../tasks/index.ts';
import { pathField } from '../../../tasks/tool-kit/index.ts';
import { findPlaceSources } from '../../mesh/place/place-sources.ts';
import { splatFormatOf } from '../recognize.ts';
import type { SplatSource } from './request.ts';

export const splatField = (description: string) => pathField(description, [EntryType.GaussianSplat]);

/** A tool is offered while a single file of splats is chosen. */
export const SPLAT_OFFERS: readonly Offer[] = [{ on: 'file', types: [EntryType.GaussianSplat], parameter: 'path' }];

/** The path without the extension. */
export const stemOf = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** A count among the facts of an entry; 0 where it is not known. */
export function countOf({ properties }: EntryRow, name: 'splatCount' | 'shDegree'): number {
  const count = properties?.[name];
  return typeof count === 'number' && Number.isFinite(count) ? count : 0;
}

/** Everything that a program reads of splats. @throws EngineError for a file that cannot be read */
export async function sourceOf(
  task: Pick<RunningTask<unknown>, 'locate' | 'metadata' | 'neighbours'>,
  entry: EntryRow,
): Promise<SplatSource> {
  const [path, name, neighbours] = [task.locate(entry), baseName(entry.path), task.neighbours(entry.path)];
  const format = splatFormatOf(await examine({ path, name, size: entry.size, neighbours }));
  if (format === null) throw new EngineError('refused', 'It is none of the formats of Gaussian splats.');
  const place = await findPlaceSources(name, neighbours, await task.metadata(entry.path, 'projection'));
  return { path, format, place };
}
