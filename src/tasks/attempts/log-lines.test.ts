import { expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

it('says what a task starts with, in a line of bounded length', () => {
  expect(logLines.start('Contours', { path: 'dem/dtm.tif', interval: 0.5 }, false)).toBe(
    'Contours starts: path "dem/dtm.tif", interval 0.5',
  );
  const empty = { crs: null, outputPath: '', force: false, paths: [] };
  expect(logLines.start('Contours', empty, false)).toBe('Contours starts: force false, paths []');
  expect(logLines.start('Photogrammetry', {}, true)).toBe('Photogrammetry goes on');
  const paths = Array.from({ length: 1000 }, (_, index) => `photo ${index}.jpg`);
  expect(logLines.start('Archive', { paths }, false)).toHaveLength(518);
});

it('says what a task made', () => {
  const nothing = { artifact: undefined, writtenBytes: undefined, removed: 0, seconds: 0.04 };
  expect(logLines.end(nothing)).toBe('Done in 0.0 s');
  const artifact = { name: 'all.zip', size: 12_345 };
  expect(logLines.end({ artifact, writtenBytes: 1, removed: 2, seconds: 61.25 })).toBe(
    'Done in 61.3 s: all.zip to download, 12,345 bytes; 1 byte written into the dataset; 2 entries removed',
  );
});
