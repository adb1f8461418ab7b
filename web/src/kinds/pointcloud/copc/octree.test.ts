import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileError } from '../../../scene/loading/file-error.ts';
import { createOctree } from './octree.ts';
import { pageBytes, ROOT } from './octree-for-tests.ts';

describe('a hierarchy', () => {
  test('is read page by page', () => {
    const octree = createOctree(
      pageBytes([ROOT, { key: '1-0-0-0', points: 0 }, { key: '1-1-1-1', offset: 5000, bytes: 64, points: -1 }]),
      10_000,
    );
    expect([...octree.nodes.keys()]).toEqual(['0-0-0-0', '1-0-0-0']);
    expect(octree.pages.get('1-1-1-1')).toEqual({ offset: 5000, bytes: 64 });
    octree.addPage(
      '1-1-1-1',
      pageBytes([
        { key: '1-1-1-1', points: 7 },
        { key: '2-3-3-3', points: 8 },
      ]),
    );
    expect(octree.pages.size).toBe(0);
    expect(octree.nodes.get('2-3-3-3')?.points).toBe(8);
  });

  test.each([
    ['has no root', [{ key: '1-0-0-0', points: 5 }]],
    ['has a node twice', [ROOT, ROOT]],
    ['has a node beside the cube', [ROOT, { key: '1-2-0-0', points: 5 }]],
    ['has a level below 0', [ROOT, { key: '40-0-0-0', points: 5 }]],
    ['has a node without bytes', [ROOT, { key: '1-0-0-0', points: 5, bytes: 0 }]],
    ['claims more points than there can be', [ROOT, { key: '1-0-0-0', points: 2_000_000_000 }]],
    ['leads to one page twice', [ROOT, ...['1-0-0-0', '1-1-0-0'].map((key) => ({ key, points: -1, bytes: 32 }))]],
  ])('that %s is damaged', (_, entries) =>
    expect(() => createOctree(pageBytes(entries), 10_000)).toThrow('The file is damaged'),
  );

  test.each([
    ['a chunk', { key: '1-0-0-0', points: 5, offset: 9950 }],
    ['a page', { key: '1-0-0-0', points: -1, offset: 9990, bytes: 32 }],
  ])('with %s behind the end is cut off', (_, entry) =>
    expect(() => createOctree(pageBytes([ROOT, entry]), 10_000)).toThrow('The file is cut off'),
  );

  test('of any bytes is read or refused in words', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(errorOf(() => createOctree(bytes, 10_000)) ?? new FileError('')).toBeInstanceOf(FileError);
      }),
    ));
});

function errorOf(read: () => unknown): unknown {
  try {
    read();
    return null;
  } catch (error) {
    return error;
  }
}
