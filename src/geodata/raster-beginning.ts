import { type ByteWindow, openWindow } from './tiff/byte-window.ts';
import { RASTER_BEGINNINGS } from './raster-kinds.ts';

/**
 * What is wrong with the first bytes of such a file, in plain words; null when nothing is. A library is only asked about a
 * file that begins as it should.
 */
export const checkBeginning =
  (kind: keyof typeof RASTER_BEGINNINGS) =>
  (path: string): string | null => {
    const start = firstText(path, 16);
    return RASTER_BEGINNINGS[kind].some((beginning) => start.startsWith(beginning))
      ? null
      : 'It does not begin as such a file does.';
  };

/** An ASCII grid begins with its number of columns. */
export const checkAsciiGrid = (path: string): string | null =>
  /^\s*ncols\s+\d/i.test(firstText(path, 64)) ? null : 'It does not begin with the size of a grid.';

function firstText(path: string, length: number): string {
  const window: ByteWindow = openWindow(path);
  try {
    return window.bytes(0, Math.min(length, window.size))?.toString('latin1') ?? '';
  } finally {
    window.close();
  }
}
