import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileEntries, zipStream } from '../../../zip/index.ts';

/** zlib's default compression level. An export is made once and downloaded often. */
const LEVEL = 6;

/** Puts files of a folder into a ZIP archive, under their names. */
export async function zipFiles(folder: string, names: readonly string[], to: string): Promise<void> {
  const files = names.map((name) => [name, join(folder, name)] as const);
  await pipeline(zipStream(fileEntries(files, LEVEL), dirname(to)), createWriteStream(to, { flags: 'wx' }));
}
