import { expect, it } from 'vitest';
import { saysNoSpace } from './no-space.ts';

it.each([
  'ERROR 3: out.tif: write failed: No space left on device',
  'ERROR 1: _tiffWriteProc:No space left on device',
  'ERROR 1: Error in psSHP->sHooks.FWrite() while writing object of 28 bytes to .shp file: No space left on device',
  'ERROR 1: Failure writing .shx contents: No space left on device',
  'ERROR 1: sqlite3_exec(COMMIT) failed: database or disk is full',
  'ERROR 3: Free disk space available is 2031616 bytes, whereas 27000000 are at least necessary. You can disable this check',
  'ERROR 3: Write failed at line 12, perhaps the disk is full?',
  'ERROR 3: Unable to write grid row. Disk full?',
  'write: Disk quota exceeded',
  'Error: ENOSPC: no space left on device, write',
  'av_interleaved_write_frame(): No space left on device',
])('says that the disk is full: %s', (line) => {
  expect(saysNoSpace(line)).toBe(true);
});

it.each([
  'ERROR 1: TIFFAppendToStrip:Write error at scanline 241',
  'ERROR 1: Not enough memory to map the whole file',
  'ERROR 1: JPEGSetupEncode: No space for JPEG state block',
  'Warning 1: Not enough bytes in compressed block',
  'ERROR 4: No such file or directory',
  '0...10...20...30...40...50...60...70...80...90...100 - done.',
])('does not say so: %s', (line) => {
  expect(saysNoSpace(line)).toBe(false);
});
