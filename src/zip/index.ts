/** Writes ZIP archives as streams. */
export { ARCHIVE_BYTES, zipStream, type ZipEntry } from './zip-stream.ts';
