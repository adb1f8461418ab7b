/** Writes ZIP archives as streams. */
export { fileEntries } from './file-entries.ts';
export { ARCHIVE_BYTES, zipStream, type ZipEntry } from './zip-stream.ts';
