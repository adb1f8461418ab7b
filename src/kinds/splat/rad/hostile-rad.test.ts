import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { decodeChunk } from './decode-chunk.ts';
import { createChunkEncoder } from './encode-chunk.ts';
import { headBytes } from './rad-format.ts';
import { readRadHead } from './read-rad.ts';
import { draftChunk, withHead } from './testing/chunk-bytes.ts';

const tree = simpleTree(sheetOfSplats(300, 2));
const { count } = tree.splats;
const sound = Buffer.from(createChunkEncoder(tree, chooseEncoding(tree.splats))({ base: 0, count }));

/** The sentence of a refusal. Any other error fails the test. */
function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof OperationRefusal) return error.message;
    throw error;
  }
}

type Property = Record<string, unknown>;
const withProperty = (index: number, change: Property): Buffer =>
  withHead(sound, (head) => ({
    ...head,
    properties: (head['properties'] as Property[]).map((entry, at) => (at === index ? { ...entry, ...change } : entry)),
  }));

describe('a chunk', () => {
  it('that is sound is read', () => {
    expect(decodeChunk(sound).count).toBe(count);
  });

  it('is refused wherever it is cut off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sound.length - 1 }), (length) => {
        expect(refusalOf(() => decodeChunk(sound.subarray(0, length)))).toMatch(/damaged: .+\.$/);
      }),
      { numRuns: 300 },
    );
  });

  it('with damaged bytes is refused, or has as many numbers as its head says', () => {
    const spoilt = fc.tuple(fc.nat(sound.length - 1), fc.nat(255));
    const heads = fc.tuple(fc.nat(1200), fc.nat(255));
    fc.assert(
      fc.property(fc.array(fc.oneof(spoilt, heads), { minLength: 1, maxLength: 20 }), (changes) => {
        const bytes = Buffer.from(sound);
        for (const [at, value] of changes) bytes[at] = value;
        let chunk;
        if (refusalOf(() => (chunk = decodeChunk(bytes))) !== null) return;
        const {
          count: read,
          centres,
          rotations,
          harmonics,
          childStarts,
        } = chunk as unknown as ReturnType<typeof decodeChunk>;
        expect([centres.length, rotations.length, childStarts.length]).toEqual([3 * read, 4 * read, read]);
        expect([0, 9, 24, 45]).toContain(harmonics.length / read);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['another beginning', Buffer.concat([Buffer.from('RADX'), sound.subarray(4)]), 'another beginning'],
    ['a head that ends nowhere', headBytes('RADC', '{"version":1'), 'the head of a chunk is cut off'],
    ['a head that is no JSON', draftText('{"version":1'), 'a head cannot be read'],
    ['a head that is a list', draftText('[]'), 'a head is no object'],
    ['another version', withHead(sound, (head) => ({ ...head, version: 2 })), 'Version 1 can'],
    ['no splats', withHead(sound, (head) => ({ ...head, count: 0 })), 'counts'],
    ['too many splats', withHead(sound, (head) => ({ ...head, count: 65_537 })), 'counts'],
    ['a billion splats', withHead(sound, (head) => ({ ...head, count: 1e9 })), 'counts'],
    ['more splats than it has', withHead(sound, (head) => ({ ...head, count: count + 1 })), 'another size'],
    ['fewer splats than it has', withHead(sound, (head) => ({ ...head, count: count - 1 })), 'larger than its splats'],
    ['a base below 0', withHead(sound, (head) => ({ ...head, base: -1 })), 'counts'],
    ['a fourth band', withHead(sound, (head) => ({ ...head, maxSh: 4 })), 'more bands'],
    ['a third band that is missing', withHead(sound, (head) => ({ ...head, maxSh: 3 })), 'no property sh3'],
    ['two sizes', withHead(sound, (head) => ({ ...head, payloadBytes: 8 })), 'tells its size twice'],
    ['no properties', withHead(sound, (head) => ({ ...head, properties: 3 })), 'no properties'],
    ['properties that are none', withHead(sound, (head) => ({ ...head, properties: [null] })), 'no object'],
    ['an empty list of properties', withHead(sound, (head) => ({ ...head, properties: [] })), 'no property alpha'],
    ['a property before the payload', withProperty(0, { offset: -8 }), 'out of order'],
    ['a gap', withProperty(1, { offset: 8 }), 'out of order'],
    ['a property that is longer than the chunk', withProperty(0, { bytes: 1e6 }), 'out of order'],
    ['a property of half a byte', withProperty(0, { bytes: 0.5 }), 'out of order'],
    ['a property twice', withProperty(2, { property: 'alpha', encoding: 'r8' }), 'twice'],
    ['an unknown property', withProperty(2, { property: 'constructor' }), 'a property that cannot be read'],
    ['an unknown encoding', withProperty(2, { encoding: 'toString' }), 'an encoding that cannot be read'],
    ['an encoding of others', withProperty(0, { encoding: 'u32' }), 'the property center in an encoding'],
    ['an unknown compression', withProperty(0, { compression: 'zstd' }), 'a compression that cannot be read'],
    ['no range', withProperty(2, { min: null }), 'no range'],
    ['a range without an end', withProperty(2, { max: 1e300 }), 'no range'],
  ])('with %s is refused', (_, bytes, words) => {
    expect(refusalOf(() => decodeChunk(bytes))).toContain(words);
  });

  it('that unpacks to more than its splats take is refused before memory is taken', () => {
    const bomb = draftChunk({ count: 1 }, [{ property: 'center', encoding: 'f32', bytes: new Uint8Array(2 ** 25) }]);
    const before = process.memoryUsage().arrayBuffers;
    expect(refusalOf(() => decodeChunk(bomb))).toContain('larger than its splats take');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  });
});

function draftText(json: string): Buffer {
  return Buffer.concat([headBytes('RADC', json), Buffer.alloc(8)]);
}

/** A file in memory. */
function windowOf(bytes: Buffer, size = bytes.length): ByteWindow {
  return {
    size,
    bytes: (offset, length) => (offset + length > size ? null : bytes.subarray(offset, offset + length)),
    close: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}

describe('the head of a file', () => {
  const head = {
    version: 1,
    type: 'gsplat',
    count: 65_537,
    maxSh: 1,
    lodTree: true,
    chunkSize: 65_536,
    chunks: [
      { offset: 0, bytes: 800 },
      { offset: 800, bytes: 80 },
    ],
  };
  const fileOf = (changed: object): Buffer =>
    Buffer.concat([headBytes('RAD0', JSON.stringify({ ...head, ...changed })), Buffer.alloc(880)]);

  it('is read', () => {
    const file = fileOf({});
    const first = file.length - 880;
    expect(readRadHead(windowOf(file))).toEqual({
      count: 65_537,
      shDegree: 1,
      lodTree: true,
      chunkSize: 65_536,
      chunks: [
        { offset: first, bytes: 800 },
        { offset: first + 800, bytes: 80 },
      ],
    });
  });

  it('is refused where the file is cut off anywhere', () => {
    const file = fileOf({});
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.length - 1 }), (length) => {
        const cut = windowOf(file.subarray(0, length));
        expect(refusalOf(() => readRadHead(cut))).toMatch(/^(The RAD file is cut off|It is no RAD file)\.$/);
      }),
    );
  });

  it.each([
    ['another magic', Buffer.from('PK\u0003\u0004........'), 'no RAD'],
    ['a length of 4 GB', Buffer.from('RAD0\xff\xff\xff\xff', 'latin1'), 'longer than the 1 MiB'],
    ['another version', fileOf({ version: 3 }), 'Version 1 can'],
    ['another type', fileOf({ type: 'mesh' }), 'something else than splats'],
    ['a count that cannot be', fileOf({ count: 1e300 }), 'counts'],
    ['a count that is too large', fileOf({ count: 1e15 }), 'not as many chunks'],
    ['chunks of no splats', fileOf({ chunkSize: 0 }), 'counts'],
    ['chunks that are too large', fileOf({ chunkSize: 65_537 }), 'counts'],
    ['too few chunks', fileOf({ chunks: [] }), 'not as many chunks'],
    ['chunks that are no objects', fileOf({ chunks: [null, 1] }), 'out of order'],
    ['chunks that overlap', fileOf({ chunks: [head.chunks[0], { offset: 0, bytes: 80 }] }), 'out of order'],
    ['chunks in other files', fileOf({ chunks: [{ ...head.chunks[0], filename: '0.radc' }, {}] }), 'in other files'],
    ['a chunk of no bytes', fileOf({ chunks: [{ offset: 0, bytes: 0 }, {}] }), 'out of order'],
    ['a chunk beyond the end', fileOf({ chunks: [head.chunks[0], { offset: 800, bytes: 81 }] }), 'cut off'],
  ])('with %s is refused', (_, file, words) => {
    expect(refusalOf(() => readRadHead(windowOf(file)))).toContain(words);
  });
});
