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

/** Offers a tool while one file of splats is selected. */
export const SPLAT_OFFERS: readonly Offer[] = [{ on: 'file', types: [EntryType.GaussianSplat], parameter: 'path' }];

/** Removes the extension from a path. */
export const stemOf = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** Reads a count from the facts of an entry; 0 if it is unknown. */
export function countOf({ properties }: EntryRow, name: 'splatCount' | 'shDegree'): number {
  const count = properties?.[name];
  return typeof count === 'number' && Number.isFinite(count) ? count : 0;
}

/** Collects what a program reads of a file of splats. @throws EngineError for a file of another format */
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
