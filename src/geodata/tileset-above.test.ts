import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorTime } from '../../test/support/processor-time.ts';
import { createEngine, type Engine } from '../engine/index.ts';
import { tilesetAbove } from './tileset-above.ts';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-above-'));
  engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param files texts by their path relative to the folder of the file that is asked about */
const above = async (name: string, files: Readonly<Record<string, string>>): Promise<string | null> => {
  const found = new Map<string, { path: string; size: number }>();
  for (const [index, [place, text]] of Object.entries(files).entries()) {
    const path = join(folder, String(index));
    await writeFile(path, text);
    found.set(place, { path, size: (await stat(path)).size });
  }
  const find = (names: readonly string[]) =>
    Promise.resolve(new Map([...found].filter(([one]) => names.includes(one))));
  return tilesetAbove(name, find, engine, AbortSignal.timeout(20_000));
};
const tileset = (...uris: readonly string[]): string =>
  JSON.stringify({ asset: { version: '1.1' }, root: { contents: uris.map((uri) => ({ uri })) } });

describe('a file is a part of the tileset above it', () => {
  it.each([
    ['that names it', tileset('tiles/0.glb')],
    ['that names it alone', tileset('0.glb')],
    ['that has a rule for names like its own', tileset('tiles/{level}/{x}.glb')],
    ['that names further tilesets', tileset('more/a.json')],
    ['that is too long to be read', `${tileset()}${' '.repeat(5 * 2 ** 20)}`],
  ])('%s', async (_, text) => {
    expect(await above('0.glb', { '../tileset.json': text })).toBe('../tileset.json');
  });

  it('as its name is written in addresses', async () => {
    expect(await above('ä b.glb', { 'tileset.json': tileset('tiles/%C3%A4%20b.glb') })).toBe('tileset.json');
  });

  it.each([
    ['{x}{y}.glb', '12.glb', true],
    ['{x}{y}.glb', '1.glb', false],
    ['{level}1{x}1.glb', '1111.glb', true],
    ['{level}-{x}.glb', '10-2.glb', true],
    ['{level}-{x}.glb', '10-.glb', false],
    ['a{x}.glb', 'b1.glb', false],
    ['{x}', '12x', false],
  ])('by the rule %s: %s is %s', async (rule, name, isPart) => {
    expect(await above(name, { 'tileset.json': tileset(rule) })).toBe(isPart ? 'tileset.json' : null);
  });

  it('by a rule of very many numbers, in little time', async () => {
    const [long, other] = [`${'{x}'.repeat(40)}Z`, `${'{x}1'.repeat(40)}Z`];
    const began = processorTime();
    expect(await above(`${'1'.repeat(250)}.glb`, { 'tileset.json': tileset(long, other) })).toBeNull();
    expect(processorTime() - began).toBeLessThan(5000);
  });

  it.each([
    ['that names others', tileset('tiles/10.glb', 'tiles/0.glb.b3dm')],
    ['that has another rule', tileset('tiles/{level}/{x}.b3dm')],
    ['that is another file of this name', '{"tiles":["0.glb"]}'],
  ])('but not of one %s', async (_, text) => {
    expect(await above('0.glb', { '../tileset.json': text })).toBeNull();
  });

  it('and no tileset is a part of itself', async () => {
    expect(await above('tileset.json', { 'tileset.json': tileset('tileset.json') })).toBeNull();
  });
});
