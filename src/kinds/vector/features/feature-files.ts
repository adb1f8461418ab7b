import { type FileHandle, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLimiter } from '../../../concurrency/index.ts';
import type { Engine } from '../../../engine/index.ts';
import { fail, ServiceError } from '../../../errors/index.ts';
import type { Crs, Projections } from '../../../projections/index.ts';
import type { FeatureEncoding } from './feature-encoding.ts';
import type { FeaturePage, Features, SavedPage } from './features.ts';
import { type FileCrs, flatGeobufEncoding, flatGeobufHead } from './flatgeobuf.ts';
import { csvEncoding, csvHead } from './csv.ts';
import type { PackageTable } from './package-thread.ts';
import { tableName, uniqueNames } from '../geopackage/translation/safe-names.ts';

/** A page of features that goes into a file. */
export interface FilePage {
  /** What the file calls its features. */
  readonly name: string;
  /** Stands in front of the numbers of features in a CSV. */
  readonly idPrefix: string;
  readonly page: FeaturePage;
  /** Attributes that are wanted. */
  readonly columns: readonly string[];
  readonly hasGeometry: boolean;
  /** Whether the features are in another order than that of their ids. */
  readonly isSorted: boolean;
}

/** A file that is made: its bytes, once. */
export interface MadeFile {
  readonly stream: Readable;
  /** Undefined for one that is written while it is sent. */
  readonly length: number | undefined;
}

/** Features as files, for desktop programs. Positions have x (or longitude) first. */
export interface FeatureFiles {
  /**
   * A CSV of one page with geometries as WKT. It is sent like a FlatGeobuf.
   *
   * @throws `invalid-input` for more than the largest file
   */
  csv(page: FilePage, crs: Crs, signal: AbortSignal): Promise<MadeFile>;
  /**
   * A GeoJSON of one page. It is sent like a FlatGeobuf.
   *
   * @throws `invalid-input` for more than the largest file
   */
  geoJson(page: FilePage, how: GeoJsonFile): Promise<MadeFile>;
  /**
   * A FlatGeobuf of one page. It is sent as the features are read, and ends with an error where that fails.
   *
   * @throws `invalid-input` for more than the largest file
   */
  flatGeobuf(page: FilePage, crs: Crs, signal: AbortSignal): Promise<MadeFile>;
  /**
   * A GeoPackage with a table for each page, whole before the first byte is sent.
   *
   * @throws `invalid-input` like `flatGeobuf`; `busy` when too many are made; `no-space`
   */
  geoPackage(pages: readonly FilePage[], crs: Crs, signal: AbortSignal): Promise<MadeFile>;
}

/** How a page becomes GeoJSON. */
export interface GeoJsonFile {
  /** Writes features with commas between them. */
  readonly encoding: FeatureEncoding;
  /** What stands before and behind them. */
  readonly frame: readonly [head: Uint8Array, tail: Uint8Array];
  readonly signal: AbortSignal;
}

export interface FeatureFilesDependencies {
  readonly features: Pick<Features, 'measure' | 'write' | 'save'>;
  readonly projections: Pick<Projections, 'wkt'>;
  /** Gives folders for unfinished files. */
  readonly engine: Pick<Engine, 'withFolder'>;
  /** Maximum size of the geometries and values in a file, in bytes. Default: `LARGEST_FILE`. */
  readonly maxBytes: number | undefined;
  /** Bytes that stay free on the disk. */
  readonly minFreeBytes: number;
}

/** Features of a file: what all its ids take in memory is 8 MB. */
export const MOST_IN_FILE = 1_000_000;
/** Bytes of values in a file unless the settings say otherwise: as many as a coverage has. */
const LARGEST_FILE = 2 ** 30;
/** A GeoPackage has some half more bytes than its geometries and values: pages that are not full, and the index. */
const SIZE_OF_VALUES = 2;
/** GeoPackages made at the same time: each keeps a thread busy, and there is other work. */
const AT_ONCE = 2;
/** Those that wait: most take less than a second. */
const WAITING = 32;
/** Bytes of files that clients have not fetched yet; they lie on the disk without a name. */
const MOST_UNSENT = 2 ** 34;
/** Ids of features that are held for files under way, 8 bytes each. */
const MOST_HELD = 8 * MOST_IN_FILE;
/** Pages of up to this many features, the most of any page of text, are not counted: large files must not block small ones. */
const SMALL_PAGE = 10_000;
const RETRY_SECONDS = 10;
const PIECE_BYTES = 256 * 1024;
/** By which a file knows a CRS whose code is no number of EPSG's: as GDAL has it. */
const OTHER_SRS = 100_000;

export function createFeatureFiles(dependencies: FeatureFilesDependencies): FeatureFiles {
  const { features, projections, engine, maxBytes = LARGEST_FILE, minFreeBytes } = dependencies;
  const limiter = createLimiter(AT_ONCE, WAITING, tooBusy);
  let [unsent, held] = [0, 0];

  /** @returns what lets them go. @throws `busy` where others hold too many */
  function hold(pages: readonly FilePage[]): () => void {
    const ids = pages.reduce((sum, { page }) => sum + (page.ids.length > SMALL_PAGE ? page.ids.length : 0), 0);
    if (held + ids > MOST_HELD) throw tooBusy();
    held += ids;
    return () => void (held -= ids);
  }

  /** @returns bytes of all pages. @throws `invalid-input` */
  async function measure(pages: readonly FilePage[], signal: AbortSignal): Promise<number> {
    let bytes = 0;
    for (const { page, columns, hasGeometry } of pages) {
      bytes += await features.measure(page, { columns, hasGeometry }, signal);
      if (bytes > maxBytes)
        throw fail(
          'invalid-input',
          `The file would have more than ${maxBytes} bytes; no more are given at once. Ask for fewer features, or fewer of their properties.`,
        );
    }
    return bytes;
  }

  async function fileCrs({ code, name }: Crs, signal: AbortSignal): Promise<FileCrs> {
    // Files have longitude first in any case, so that there is no other one of the two.
    const known = code === 'OGC:CRS84' ? 'EPSG:4326' : code;
    const [authority = '', number = ''] = known.split(':');
    return { authority, code: number, name, wkt: await projections.wkt(known, signal) };
  }

  /** Writes the file in a folder that is gone when it is sent: the open file keeps its bytes as long as needed. */
  async function produce(pages: readonly SavedPage[], crs: FileCrs, bytes: number, signal: AbortSignal) {
    const handle = await engine.withFolder(async (folder): Promise<FileHandle> => {
      await requireRoom(folder, SIZE_OF_VALUES * bytes + minFreeBytes);
      const path = join(folder, 'features.gpkg');
      await features.save(pages, { path, crs, srsId: srsIdOf(crs) }, signal);
      return open(path);
    });
    const { size } = await handle.stat();
    unsent += size;
    const stream = handle.createReadStream({ highWaterMark: PIECE_BYTES, signal });
    stream.once('close', () => (unsent -= size));
    return { stream, length: size };
  }

  /** Sends the features of a page behind a head, as they are read. */
  async function streamed(
    filePage: FilePage,
    signal: AbortSignal,
    parts: () => Promise<readonly [head: Uint8Array, encoding: FeatureEncoding, tail?: Uint8Array]>,
  ): Promise<MadeFile> {
    const release = hold([filePage]);
    try {
      await measure([filePage], signal);
      const [head, encoding, tail] = await parts();
      const pieces = between(head, features.write(filePage.page, encoding, signal), tail);
      const stream = Readable.from(pieces, { objectMode: false });
      stream.once('close', release);
      return { stream, length: undefined };
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    csv(filePage, crs, signal) {
      const { idPrefix, columns: names } = filePage;
      const options = { idPrefix, names, hasGeometry: shapeOf(filePage).geometryType !== 'None' };
      const parts = [Buffer.from(csvHead(options)), csvEncoding(options, { crs: crs.code })] as const;
      return streamed(filePage, signal, () => Promise.resolve(parts));
    },

    geoJson: (filePage, { encoding, frame: [head, tail], signal }) =>
      streamed(filePage, signal, () => Promise.resolve([head, encoding, tail])),

    flatGeobuf(filePage, crs, signal) {
      const { name, page } = filePage;
      const shape = shapeOf(filePage);
      return streamed(filePage, signal, async () => [
        flatGeobufHead(shape, { name, count: page.ids.length, crs: await fileCrs(crs, signal) }),
        flatGeobufEncoding(shape, { crs: shape.geometryType === 'None' ? undefined : crs.code }),
      ]);
    },

    async geoPackage(pages, crs, signal) {
      const nameFor = uniqueNames();
      const saved = pages.map((filePage): SavedPage => {
        const { name, page, isSorted } = filePage;
        return { page, isNumbered: isSorted, table: { ...shapeOf(filePage), name: nameFor(tableName(name)) } };
      });
      if (unsent > MOST_UNSENT) throw tooBusy();
      const release = hold(pages);
      try {
        const bytes = await measure(pages, signal);
        const known = await fileCrs(crs, signal);
        return await limiter.run(() => produce(saved, known, bytes, signal), signal);
      } finally {
        release();
      }
    },
  };
}

/** What the features of a page have, of all that their layer has. */
function shapeOf({ page: { layer }, columns, hasGeometry }: FilePage): Omit<PackageTable, 'name'> {
  return {
    geometryType: hasGeometry ? layer.geometryType : 'None',
    hasHeight: hasGeometry && layer.hasHeight,
    columns: layer.columns.filter(({ name }) => columns.includes(name)),
  };
}

const srsIdOf = ({ authority, code }: FileCrs): number =>
  authority === 'EPSG' && /^\d{1,9}$/.test(code) ? Number(code) : OTHER_SRS;

/** @throws `no-space` */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes)
    throw fail('no-space', 'The disk of the service has no room to make this file. Ask for fewer features, or later.');
}

async function* between(
  head: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
  tail: Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* pieces;
  if (tail !== undefined) yield tail;
}

function tooBusy(): ServiceError {
  const message = 'Too many files of features are being made at this moment. Ask again in some seconds.';
  return new ServiceError('busy', message, { retryAfter: RETRY_SECONDS });
}
