import { baseName } from './entry-path.ts';
import type { EntryRow } from './entry-row.ts';

/** Longest text of the properties that is searched, in characters: sensors, layers and makers, not whole projections. */
const MAX_WORDS = 4096;
/** Longest value of a property that counts as words; what is longer is a WKT or the like. */
const MAX_WORD = 256;
/** How deep properties are read: layers of a vector are lists of records. */
const MAX_DEPTH = 4;

/** What an entry is searched by, as the columns of migration 0007. */
export interface SearchColumns {
  readonly name: string;
  readonly words: string | null;
  readonly taken_at: Date | null;
  readonly bounds: string | null;
}

export function searchColumns(
  entry: Pick<EntryRow, 'path' | 'hash' | 'properties' | 'mtime' | 'pointGeometry' | 'polygonGeometry'>,
): SearchColumns {
  return {
    name: foldName(entry.path),
    words: wordsOf(entry.properties),
    taken_at: entry.hash === null ? null : takenAt(entry.properties, entry.mtime),
    bounds: boundsOf(entry.polygonGeometry ?? entry.pointGeometry),
  };
}

/** The last part of a path as names are compared: in lower case. */
export function foldName(path: string): string {
  return fold(baseName(path));
}

/**
 * Text as it is searched. Code points that PostgreSQL cannot store never get here: paths and properties have none. A sigma is
 * written in another way at the end of a word, which a part of a name cannot know.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

function takenAt(properties: Record<string, unknown> | null, mtime: number): Date {
  const captureTime = properties?.['captureTime'];
  const date = new Date(typeof captureTime === 'number' && captureTime > 0 ? captureTime : mtime * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

function wordsOf(properties: Record<string, unknown> | null): string | null {
  const words: string[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length <= MAX_WORD) words.push(value);
    else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH)
      for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  collect(properties, 0);
  // A text is not cut inside of a character.
  return words.length === 0 ? null : fold(words.join('\n')).slice(0, MAX_WORDS).toWellFormed();
}

/** Longitudes further apart than this mean that the footprint crosses the antimeridian: no file covers half the Earth. */
const HALF_TURN = 180;

/** The box of a Point or Polygon in PostgreSQL's text form. */
export function boundsOf(geometry: object | null): string | null {
  const positions = positionsOf(geometry);
  if (positions.length === 0) return null;
  const longitudes = positions.map(([longitude]) => longitude);
  const latitudes = positions.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  // Footprints of rasters go on beyond ±180 there.
  const crosses = east - west > HALF_TURN || west < -180 || east > 180;
  const [low, high] = crosses ? [-180, 180] : [west, east];
  return `((${low},${Math.min(...latitudes)}),(${high},${Math.max(...latitudes)}))`;
}

function positionsOf(geometry: object | null): (readonly [number, number])[] {
  const { type, coordinates } = (geometry ?? {}) as { readonly type?: string; readonly coordinates?: unknown };
  const positions = type === 'Point' ? [coordinates] : type === 'Polygon' ? (coordinates as unknown[])[0] : [];
  return (positions as readonly (readonly [number, number])[]).filter(
    (position) => Number.isFinite(position[0]) && Number.isFinite(position[1]),
  );
}
