import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatTree } from '../model/splat-tree.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { faultsOfTree } from '../testing/tree-faults.ts';
import { decodeChunk } from './decode-chunk.ts';
import { readRadHead } from './read-rad.ts';
import { errorShares, withinLimits } from './testing/limits.ts';
import { writeRad } from './write-rad.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rad-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a RAD file', () => {
  // 160,003 splats in three chunks.
  const tree = simpleTree(sheetOfSplats(140_000, 1));

  it('is the same by any number of threads, and has all splats in their order', async () => {
    const paths = ['one.rad', 'three.rad'].map((name) => join(folder, name));
    const shares: number[] = [];
    const { encoding, bytes, chunks } = await writeRad(tree, paths[0]!, { threads: 1 }, (share) => shares.push(share));
    await writeRad(tree, paths[1]!, { threads: 3 }, () => undefined);
    expect(shares).toEqual([1 / 3, 2 / 3, 1]);
    const [first, second] = await Promise.all(paths.map((path) => readFile(path)));
    expect(first!.equals(second!)).toBe(true);

    using file = openWindow(paths[0]!);
    const head = readRadHead(file);
    expect(head).toMatchObject({ count: tree.splats.count, shDegree: 1, lodTree: true, chunkSize: 65_536 });
    expect([bytes, chunks]).toEqual([file.size, head.chunks.length]);
    const childCounts = new Uint16Array(head.count);
    const childStarts = new Uint32Array(head.count);
    for (const [number, range] of head.chunks.entries()) {
      const chunk = decodeChunk(file.bytes(range.offset, range.bytes)!);
      expect(chunk.base).toBe(65_536 * number);
      expect(errorShares(tree.splats, chunk.base, chunk, encoding)).toSatisfy(withinLimits);
      childCounts.set(chunk.childCounts, chunk.base);
      childStarts.set(chunk.childStarts, chunk.base);
    }
    const sound = { leaves: 140_000, faults: { orphans: 0, shared: 0, backwards: 0, outside: 0 } };
    expect(faultsOfTree(childCounts, childStarts)).toEqual(sound);
  });

  it('is not written over another file', async () => {
    const path = join(folder, 'there.rad');
    await writeFile(path, 'mine');
    await expect(writeRad(tree, path, {}, () => undefined)).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('that is given up begins with zeros, so that no reader takes it for one', async () => {
    const path = join(folder, 'half.rad');
    const stop = (share: number): void => {
      if (share > 0.5) throw new Error('Enough.');
    };
    await expect(writeRad(tree, path, { threads: 2 }, stop)).rejects.toThrow('Enough.');
    const half = await readFile(path);
    expect(half.length).toBeGreaterThan(1e6);
    expect(half.subarray(0, 8)).toEqual(Buffer.alloc(8));
  });

  it('of more splats than a head has room for is refused before anything is written', async () => {
    const path = join(folder, 'endless.rad');
    const small = simpleTree(sheetOfSplats(10, 0));
    const endless = { ...small, splats: { ...small.splats, count: 2 ** 31 } } satisfies SplatTree;
    await expect(writeRad(endless, path, {}, () => undefined)).rejects.toThrow('2147483648 splats');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
