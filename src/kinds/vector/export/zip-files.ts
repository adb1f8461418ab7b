import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Puts files of a folder into a ZIP archive, under their names. */
export async function zipFiles(folder: string, names: readonly string[], to: string): Promise<void> {
  const archive = new ZipFile();
  const written = pipeline(archive.outputStream, createWriteStream(to, { flags: 'wx' }));
  for (const name of names) archive.addFile(join(folder, name), name);
  archive.end();
  await written;
}
