import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soundTiles, tilesetJson, zipBytes, type ZipMember } from '../../../../test/support/zip-bytes.ts';
import { glbBytes } from '../testing/tile-bytes.ts';
import { type TilesBuilds, tilesBuilds } from '../testing/tiles-build.ts';

let builds: TilesBuilds;
beforeAll(async () => {
  builds = await tilesBuilds();
});
afterAll(() => builds.close());

const root: ZipMember = { name: 'tileset.json', content: tilesetJson(), method: 8 };

describe('an archive is unpacked to the output', () => {
  it.each([0, 8] as const)('with method %i, and its index is left out', async (method) => {
    const members = [
      { name: 'content/', content: '' },
      { name: 'content/0.glb', content: glbBytes(), method },
      { ...root, method },
      { name: '@3dtilesIndex1@', content: 'old' },
    ];
    const { names, folder, facts } = await builds.archive(zipBytes(members));
    expect(names).toEqual(['content/0.glb', 'tileset.json']);
    expect(await readFile(join(folder, 'tileset.json'), 'utf8')).toBe(tilesetJson());
    expect(facts).toEqual({ tiles: 1, contents: { glb: 1, json: 1 }, files: 2 });
  });

  it('of more files than old archives can have', async () => {
    const many = Array.from({ length: 66_000 }, (_, index) => ({ name: `t/${index}.glb`, content: '' }));
    const { facts, names } = await builds.archive(zipBytes([root, ...many]));
    expect([facts, names.length]).toEqual([{ tiles: 1, contents: { glb: 66_000, json: 1 }, files: 66_001 }, 66_001]);
  }, 60_000);

  it('where files that it names are missing, with a line in the log', async () => {
    const { log, names } = await builds.archive(zipBytes([root]));
    expect(names).toEqual(['tileset.json']);
    expect(log[0]).toBe('1 files that it names are not in it, such as content/0.glb.');
  });

  it('and links are left out', async () => {
    const link = { name: 'content/0.glb', content: '/etc/passwd', mode: 0o120_777 };
    const { log, names } = await builds.archive(zipBytes([root, link]));
    expect(names).toEqual(['tileset.json']);
    expect(log[0]).toBe('1 links, devices and the like are left out.');
  });
});

const zeros = Buffer.alloc(40 * 2 ** 20);

describe('an archive that cannot be unpacked fails with the reason', () => {
  it.each([
    ['a method of its own', soundTiles({}, 93), 'method 93'],
    ['names that lead out', zipBytes([root, { name: '../x', content: '' }]), 'leads out of it'],
    ['absolute names', zipBytes([root, { name: '/x', content: '' }]), 'leads out of it'],
    ['a name twice', zipBytes([root, root]), 'tileset.json twice'],
    [
      'a file that is a folder',
      zipBytes([root, { name: 'a', content: '' }, { name: 'a/b', content: '' }]),
      'as a file and as a folder',
    ],
    ['a wrong checksum', zipBytes([{ ...root, checksumOff: 1 }]), 'another checksum'],
    ['more than declared', zipBytes([{ ...root, content: zeros, declaredSize: 1000 }]), 'damaged'],
    [
      '4 GB in nothing',
      zipBytes([root, { name: 'b', content: '', method: 8, declaredPacked: 100, declaredSize: 0xffff_fffe }]),
      'more than can be packed',
    ],
    [
      'more than a hundred times its own bytes, and a gigabyte',
      zipBytes([root, { name: 'b', content: randomBytes(3_000_000), method: 8, declaredSize: 3_000_000_000 }]),
      'unpacks to more than 1373',
    ],
    ['an encrypted file', zipBytes([root, { name: 'c', content: 'x', method: 8, encrypted: true }]), 'encrypted'],
    ['no tileset at its root', zipBytes([{ ...root, name: 'a/tileset.json' }]), 'no tileset.json at its root'],
    ['a tileset that is none', zipBytes([{ ...root, content: '{}' }]), 'none of 3D Tiles'],
    ['only its first bytes', Buffer.from('PK\x03\x04'), 'cut off'],
  ])('%s', async (_, bytes, words) => {
    await expect(builds.archive(bytes)).rejects.toMatchObject({
      name: 'BuildFailure',
      reason: 'invalid-input',
      message: expect.stringContaining(words),
    });
  });

  it('of more bytes than the disk has room for, before one is written', async () => {
    // Each declares 4 GB in 4.2 MB of its own, which is the most that can be.
    const packed = Buffer.alloc(4_300_000);
    const huge = Array.from({ length: 20 }, (_, index) => ({
      name: `${index}`,
      content: packed,
      declaredSize: 0xffff_fff0,
    }));
    const members = huge.map((member) => ({ ...member, method: 0 as const }));
    await expect(builds.archive(zipBytes([root, ...members]))).rejects.toMatchObject({ name: 'BuildFailure' });
  });
});

describe('a folder', () => {
  const files = {
    'tileset.json': tilesetJson({
      children: [{ content: { uri: 'sub/tileset.json' } }, { content: { uri: 'a%20b.b3dm?v=1' } }],
    }),
    'sub/tileset.json': tilesetJson({ content: { uri: '../content/0.glb' } }),
    'content/0.glb': glbBytes(),
    'a b.b3dm': 'b3dm',
    'unnamed.glb': glbBytes(),
  };

  it('gets second names for its files below one address, and no byte is stored twice', async () => {
    const { names, folder, given, facts } = await builds.folder(files);
    expect(names).toEqual(['a b.b3dm', 'content/0.glb', 'sub/tileset.json', 'tileset.json']);
    for (const name of names)
      expect([name, (await stat(join(folder, name))).ino]).toEqual([name, (await stat(join(given, name))).ino]);
    expect(facts).toEqual({ tiles: 4, contents: { b3dm: 1, glb: 1, json: 2 }, files: 4 });
  });

  it.each([
    'https://example.org/tiles/0.glb',
    '//example.org/0.glb',
    'file:///etc/passwd',
    '/etc',
    '../../0.glb',
    '..%2F..%2F0.glb',
    'C:\\0.glb',
  ])('that names %s fails for good, and tells it', async (uri) => {
    // As all words of builds it has no paths of the machine, nor what looks like one. The warning of the entry has it as it is.
    const shown = uri.replace(/^(file:)?\/\/.*/, '$1a file');
    for (const nested of [false, true]) {
      const leading = tilesetJson({ content: { uri } });
      const json = nested
        ? { 'tileset.json': tilesetJson({ content: { uri: 'sub/a.json' } }), 'sub/a.json': leading }
        : { 'tileset.json': leading };
      await expect(builds.folder(json)).rejects.toMatchObject({
        reason: 'dependency-outside',
        message: `It names what lies outside of its folder, which is never loaded: “${shown}”.`,
      });
    }
  });
});
