import { expect, test } from 'vitest';
import { writtenBy } from './written.ts';

const done = { state: 'Succeeded', undoneAt: null, changedEntries: 1, facts: null, params: {} };

test.each([
  ['a file', { facts: { outputPath: 'a/b.tif' } }, { kind: 'file', path: 'a/b.tif' }],
  [
    'an archive that came into a folder, and went itself',
    { facts: { files: 3 }, params: { destPath: 'unzipped/' }, changedEntries: 4 },
    { kind: 'files', folder: 'unzipped', count: 3 },
  ],
  ['files at the top', { facts: { files: 2 }, changedEntries: 2 }, { kind: 'files', folder: '', count: 2 }],
  ['nothing that was not there', { facts: { files: 0 }, changedEntries: 0 }, undefined],
  ['a dataset of its own', { facts: { files: 9, dataset: 'club/map' }, changedEntries: 9 }, undefined],
  ['what was taken back', { facts: { outputPath: 'b.tif' }, undoneAt: '2026-01-01T00:00:00Z' }, undefined],
  ['a failure', { state: 'Failed', facts: { outputPath: 'b.tif' } }, undefined],
])('a task that wrote %s', (_, told, written) => expect(writtenBy({ ...done, ...told })).toEqual(written));
