import type { Engine } from '../../engine/index.ts';
import type { VectorFormat } from './read/open-vector.ts';
import { vectorDrawing } from './read/operations.ts';
import { withVectorFile } from './vector-file.ts';
import { vectorFormatOf } from './vector-kind.ts';
import { examine, type FileToInspect, noNeighbours } from '../../inspection/index.ts';

/**
 * A picture of the features of a vector file.
 *
 * @param size pixels along the longer side
 * @returns null if it is not a vector file; rejects with EngineError for one that cannot be read or has nothing to draw
 */
export async function drawVectorFile(
  file: FileToInspect,
  engine: Engine,
  { size, format }: { readonly size: number; readonly format: 'webp' | 'jpeg' | 'png' },
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const kind = vectorFormatOf(candidate);
  if (kind === null) return null;
  return withVectorFile(candidate, kind, engine, (source) =>
    engine.call(vectorDrawing, { ...source, size, encoding: format }, { signal }),
  );
}

/**
 * Runs work on a vector file and its sidecars, under the names that drivers look for.
 *
 * @returns null if it is not a vector file
 */
export async function withVectorSource<T>(
  file: FileToInspect,
  engine: Engine,
  work: (source: { readonly path: string; readonly format: VectorFormat }) => Promise<T>,
): Promise<T | null> {
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const kind = vectorFormatOf(candidate);
  return kind === null ? null : withVectorFile(candidate, kind, engine, work, { withAttributes: true });
}
