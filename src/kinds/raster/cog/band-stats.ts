import { readFile, stat } from 'node:fs/promises';
import { RasterError } from '../raster-error.ts';
import type { BandStats } from './cog-facts.ts';
import { COG_LIMITS } from './cog-limits.ts';

/**
 * Reads the statistics beside a COG: `{ bands: { "1": { min, max, p2, p98, ... } } }`, keyed by band number from 1.
 *
 * @returns by band, or null when there is no sidecar
 * @throws RasterError `invalid` when it is not what the build writes
 */
export async function readBandStats(
  cogPath: string,
  bandCount: number,
  signal?: AbortSignal,
): Promise<readonly (BandStats | null)[] | null> {
  const path = `${cogPath}.stats.json`;
  const text = await readIfPresent(path, signal);
  if (text === null) return null;
  const bands = record(record(parse(text))?.['bands']);
  if (bands === null) throw unreadable();
  return Array.from({ length: bandCount }, (_, band) => bandStats(record(bands[String(band + 1)])));
}

function bandStats(entry: Record<string, unknown> | null): BandStats | null {
  const [min, max] = ['min', 'max'].map((name) => finite(entry?.[name]));
  // A band without one valid pixel has no minimum.
  if (min === undefined || max === undefined) return null;
  const others = (['p2', 'p98', 'mean', 'std'] as const).flatMap((name) => {
    const value = finite(entry?.[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { min, max, ...Object.fromEntries(others) };
}

async function readIfPresent(path: string, signal?: AbortSignal): Promise<string | null> {
  try {
    if ((await stat(path)).size > COG_LIMITS.statsBytes) throw unreadable();
    return await readFile(path, { encoding: 'utf8', signal });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function unreadable(cause?: unknown): RasterError {
  return new RasterError('invalid', 'The statistics beside the raster are damaged; build it again.', { cause });
}
