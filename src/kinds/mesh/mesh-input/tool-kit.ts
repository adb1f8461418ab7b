import { posix } from 'node:path';
import Type from 'typebox';
import { baseName, type EntryRow } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { Offer, RunningTask, TaskEntries } from '../../../tasks/index.ts';
import { pathField } from '../../../tasks/tool-kit/index.ts';
import { findModelSource, type ModelSource } from '../model-source.ts';

/** Coordinates of any CRS; Earth-centred ones have eight digits. */
const planeNumber = Type.Number({ minimum: -1e9, maximum: 1e9 });
const MAX_POSITIONS = 10_000;
const MAX_RINGS = 100;
const planePositions = (least: number) =>
  Type.Array(Type.Tuple([planeNumber, planeNumber]), { minItems: least, maxItems: MAX_POSITIONS });

/** x, y and z, with z up. */
export const vectorField = (description: string) =>
  Type.Tuple([planeNumber, planeNumber, planeNumber], { description });

/** A line of GeoJSON in the coordinates of a model. Forms take it as text. */
export const modelLineField = (description: string) =>
  Type.Object(
    { type: Type.Literal('LineString'), coordinates: planePositions(2) },
    { additionalProperties: false, description, 'x-input': 'line-in-model' },
  );

/** An area of GeoJSON in the coordinates of a model. Forms do not ask for it. */
export const modelAreaField = (description: string) =>
  Type.Object(
    {
      type: Type.Literal('Polygon'),
      coordinates: Type.Array(planePositions(4), { minItems: 1, maxItems: MAX_RINGS }),
    },
    { additionalProperties: false, description, 'x-input': 'none' },
  );

export const meshField = (description: string) => pathField(description, [EntryType.Model]);

/** With a single model chosen a tool is offered. */
export const MESH_OFFERS: readonly Offer[] = [{ on: 'file', types: [EntryType.Model], parameter: 'path' }];

/** The path without the extension. */
export const stemOf = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** Triangles of an entry, by its facts; 0 where they are not known. */
export function trianglesOf({ properties }: EntryRow): number {
  const count = properties?.['faces'];
  return typeof count === 'number' && Number.isFinite(count) ? count : 0;
}

/** What a model is drawn with: nothing that is measured depends on it. */
const LOOKS = /\.(?:mtl|jpe?g|png|webp|tiff?|bmp|tga|gif|avif|dds|ktx2?)$/i;
/** As many of the missing files are named. */
const NAMED = 10;

/**
 * A model whose files are all there.
 *
 * @param needs `all` of them, or only those with its `shape`
 * @throws `invalid-input` with the names of those that are missing
 */
export async function requireModel(entries: TaskEntries, path: string, needs: 'all' | 'shape'): Promise<EntryRow> {
  const entry = await entries.require(path, [EntryType.Model]);
  const all = entry.properties?.['missingDependencies'];
  const names = Array.isArray(all) ? all.filter((name) => typeof name === 'string') : [];
  const missing = names.filter((name) => needs === 'all' || !LOOKS.test(name));
  if (missing.length === 0) return entry;
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const named = missing.slice(0, NAMED).join(', ');
  throw fail('invalid-input', `Files that ${path} needs are missing: ${named}${more}. Upload them, then try again.`);
}

/** Everything that a program reads of a model. @throws EngineError for a file that cannot be read */
export async function sourceOf(
  task: Pick<RunningTask<unknown>, 'locate' | 'metadata' | 'neighbours' | 'engine' | 'signal'>,
  entry: EntryRow,
): Promise<ModelSource> {
  const { engine, signal } = task;
  return findModelSource({
    source: task.locate(entry),
    name: baseName(entry.path),
    size: entry.size,
    neighbours: task.neighbours(entry.path),
    metadata: (key) => task.metadata(entry.path, key),
    engine,
    signal,
  });
}
