/**
 * What programs print when the disk is full: the C library's words for ENOSPC and EDQUOT, which GDAL, libtiff, SQLite and
 * PROJ pass on, and the words of those that have their own.
 */
const WORDS: readonly RegExp[] = [
  /no space left on device/i,
  /disk quota exceeded/i,
  /\bENOSPC\b|\bEDQUOT\b/,
  // Also SQLite's “database or disk is full”: GeoPackage, MBTiles, PROJ's grid cache.
  /\bdisk (?:is )?full\b/i,
  // GDAL's check before it writes a GeoTIFF: "Free disk space available is 12345 bytes, whereas 678 are at least necessary."
  /free disk space available is \d+ bytes, whereas \d+ are/i,
  /not enough (?:free )?(?:disk )?space/i,
  /insufficient (?:free )?disk space/i,
];

/** Whether a line that a program printed says that the disk is full. */
export const saysNoSpace = (line: string): boolean => WORDS.some((words) => words.test(line));
