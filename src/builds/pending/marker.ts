import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { flush } from '../../database/index.ts';
import { namesIn } from '../folder-access.ts';

/** A build that waits. */
export interface Marker {
  /** SHA-256 of the file. */
  readonly hash: string;
  /** Path of the entry; null in markers of an older form, which do not tell it. */
  readonly path: string | null;
  /** Files it waits for, as paths in the dataset. */
  readonly missingDependencies: readonly string[];
  /** Seconds since 1970. */
  readonly lastAttempt: number;
}

/**
 * The markers: `<folder>/<dataset>/pending/<hash>-<path>.pending`, JSON with the members of a marker. One is replaced as a
 * whole or not at all; where that fails, the one before stays.
 */
export interface Markers {
  /** On the disk for good when this resolves. @throws the error of the file system; the marker before it is as it was */
  write(datasetId: string, marker: Marker & { readonly path: string }): Promise<void>;
  /** Gone for good when this resolves; one that is not there is no error. */
  remove(datasetId: string, marker: Pick<Marker, 'hash' | 'path'>): Promise<void>;
  has(datasetId: string, marker: Pick<Marker, 'hash' | 'path'>): Promise<boolean>;
  /** Those that can be read, some at a time; what is no marker is left out, and what a crash left of one is removed. */
  pieces(datasetId: string): AsyncGenerator<Marker[]>;
}

const ENDING = '.pending';
/** Ending of a marker's name while it is written. */
const ASIDE = '.new';
/** What is older than this is written by nobody any more. */
const LEFT_OVER_MS = 3_600_000;
const PIECE = 500;
/** A marker of a hundred companions takes some ten kilobytes. */
const MAX_BYTES = 1024 * 1024;

export function createMarkers(folder: string): Markers {
  const folderOf = (datasetId: string): string => join(folder, datasetId, 'pending');
  return {
    async write(datasetId, marker) {
      const place = folderOf(datasetId);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const aside = join(place, `${randomUUID()}${ASIDE}`);
      try {
        await writeFlushed(aside, presentMarker(marker));
        await rename(aside, join(place, nameOf(marker)));
      } catch (cause) {
        await rm(aside, { force: true });
        throw cause;
      }
      // The first marker made the folders above it as well.
      for (const parent of [place, dirname(place), folder]) await flush(parent);
    },
    async remove(datasetId, { hash, path }) {
      const place = folderOf(datasetId);
      let removed = false;
      for (const name of [nameOf({ hash, path }), nameOf({ hash, path: null })])
        removed = (await remove(join(place, name))) || removed;
      if (removed) await flush(place);
    },
    has: async (datasetId, marker) => (await factsOf(join(folderOf(datasetId), nameOf(marker)))) !== undefined,
    async *pieces(datasetId) {
      let piece: Marker[] = [];
      for await (const name of namesIn(folderOf(datasetId))) {
        const path = join(folderOf(datasetId), name);
        if (name.endsWith(ASIDE)) await removeLeftOver(path);
        const marker = name.endsWith(ENDING) ? await readMarker(path, name) : undefined;
        if (marker !== undefined && piece.push(marker) >= PIECE) {
          yield piece;
          piece = [];
        }
      }
      if (piece.length > 0) yield piece;
    },
  };
}

/** One marker an entry: two of the same bytes may wait for different files. */
function nameOf({ hash, path }: Pick<Marker, 'hash' | 'path'>): string {
  if (path === null) return `${hash}${ENDING}`;
  return `${hash}-${createHash('sha256').update(path).digest('hex').slice(0, 16)}${ENDING}`;
}

const MarkerJson = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  path: Type.String({ minLength: 1 }),
  missingDependencies: Type.Array(Type.String()),
  lastAttempt: Type.Number({ minimum: 0 }),
});

const presentMarker = ({ hash, path, missingDependencies, lastAttempt }: Marker): string =>
  JSON.stringify({ hash, path, missingDependencies, lastAttempt });

/** Reads a marker, also of the older form: the time in the first line, a file that is missing in each of the others. */
export function parseMarker(text: string, name: string): Marker | undefined {
  if (text.trimStart().startsWith('{')) return parseJson(text);
  const hash = /^([0-9a-f]{64})\.pending$/.exec(name)?.[1];
  if (hash === undefined) return undefined;
  const [time = '', ...missing] = text.split(/\r?\n/);
  const seconds = Number(time.trim());
  return {
    hash,
    path: null,
    missingDependencies: missing.map((line) => line.trim()).filter((line) => line !== '' && isText(line)),
    lastAttempt: Number.isFinite(seconds) && seconds > 0 ? seconds : 0,
  };
}

function parseJson(text: string): Marker | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Value.Check(MarkerJson, value) || !isText(value.path)) return undefined;
    const { hash, path, missingDependencies, lastAttempt } = value;
    return { hash, path, missingDependencies: missingDependencies.filter(isText), lastAttempt };
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** Whether a database can keep it. */
const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

async function readMarker(path: string, name: string): Promise<Marker | undefined> {
  const facts = await factsOf(path);
  if (facts === undefined || !facts.isFile() || facts.size > MAX_BYTES) return undefined;
  try {
    return parseMarker(await readFile(path, 'utf8'), name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // Removed a moment ago.
    throw cause;
  }
}

/** @returns whether there was such a file */
async function remove(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

async function removeLeftOver(path: string): Promise<void> {
  const facts = await factsOf(path);
  if (facts !== undefined && facts.mtimeMs < Date.now() - LEFT_OVER_MS) await rm(path, { force: true });
}

async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
