import { constants, type ZlibOptions } from 'node:zlib';

/** A file or folder that goes into an archive. */
export interface ZipEntry {
  /** Path in the archive; a folder's ends in `/`. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly size: number;
  /** File with exactly `size` bytes; absent for a folder. */
  readonly file?: string;
  /** Whether compressing it is worth the time. */
  readonly deflate: boolean;
  /** zlib compression level, 1 to 9. Default: the level of `DEFLATE`. */
  readonly level?: number | undefined;
}

/** A file that goes into an archive. */
export type ZipFileEntry = ZipEntry & { readonly file: string };

/** Within some percent of what level 6 gains, in half its time. */
const DEFLATE = {
  level: 4,
  memLevel: 8,
  strategy: constants.Z_DEFAULT_STRATEGY,
  chunkSize: 128 * 1024,
} as const;

export const deflateOptions = (level: number = DEFLATE.level): ZlibOptions => ({ ...DEFLATE, level });
