import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTime } from '../../../testing/in-time.ts';
import { type Bitmap, BitmapError } from './bitmap.ts';
import { decodeBmp } from './bmp.ts';
import { decodeTga } from './tga.ts';

/** A picture of 3 x 2 pixels, by rows from the top. */
const PIXELS = [
  [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ],
  [
    [10, 20, 30],
    [40, 50, 60],
    [70, 80, 90],
  ],
] as const;
const ALL = PIXELS.flat(2);
const turned = ([red, green, blue]: readonly number[]): readonly number[] => [blue!, green!, red!];

/** @param rows in the order of the file */
function bmp(
  rows: readonly (readonly number[])[],
  bits: number,
  rest: { height?: number; palette?: readonly number[] } = {},
): Buffer {
  const { height = 2, palette = [] } = rest;
  const head = Buffer.alloc(54 + palette.length);
  head.write('BM');
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(3, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.set(palette, 54);
  const padded = rows.map((row) => Buffer.concat([Buffer.from(row), Buffer.alloc((4 - (row.length % 4)) % 4)]));
  return Buffer.concat([head, ...padded]);
}

function tga(
  type: number,
  depth: number,
  descriptor: number,
  body: readonly number[],
  map: readonly number[] = [],
): Buffer {
  const head = Buffer.alloc(18);
  head.set([4, map.length > 0 ? 1 : 0, type, 0, 0, map.length / 3, 0, map.length > 0 ? 24 : 0]);
  head.writeUInt16LE(3, 12);
  head.writeUInt16LE(2, 14);
  head.set([depth, descriptor], 16);
  // Behind the header stands a text of so many bytes.
  return Buffer.concat([head, Buffer.from('text'), Buffer.from(map), Buffer.from(body)]);
}

const reasonOf = (decode: () => Bitmap): string => {
  try {
    decode();
    return 'none';
  } catch (error) {
    if (error instanceof BitmapError) return error.message;
    throw error;
  }
};

describe('BMP', () => {
  const rows = PIXELS.map((row) => row.flatMap(turned));

  it('is read from the bottom, or from the top', () => {
    const wanted = { width: 3, height: 2, channels: 3, data: Uint8Array.from(ALL) };
    expect(decodeBmp(bmp(rows.toReversed(), 24))).toEqual(wanted);
    expect(decodeBmp(bmp(rows, 24, { height: -2 }))).toEqual(wanted);
    const wide = PIXELS.map((row) => row.flatMap((pixel) => [...turned(pixel), 7]));
    expect(decodeBmp(bmp(wide.toReversed(), 32))).toEqual(wanted);
  });

  it('has colours by index', () => {
    const palette = [0, 0, 0, 0, 9, 8, 7, 0, 255, 255, 255, 0];
    const wanted = Uint8Array.from([7, 8, 9, 0, 0, 0, 255, 255, 255, 255, 255, 255, 7, 8, 9, 7, 8, 9]);
    expect(
      decodeBmp(
        bmp(
          [
            [2, 1, 1],
            [1, 0, 2],
          ],
          8,
          { palette },
        ),
      ).data,
    ).toEqual(wanted);
    expect(
      decodeBmp(
        bmp(
          [
            [0x21, 0x10],
            [0x10, 0x20],
          ],
          4,
          { palette },
        ),
      ).data,
    ).toEqual(wanted);
    const two = decodeBmp(bmp([[0b101_00000], [0b011_00000]], 1, { palette })).data;
    expect([...two.subarray(0, 9)]).toEqual([0, 0, 0, 7, 8, 9, 7, 8, 9]);
    expect(
      reasonOf(() =>
        decodeBmp(
          bmp(
            [
              [3, 0, 0],
              [0, 0, 0],
            ],
            8,
            { palette },
          ),
        ),
      ),
    ).toBe('The picture is damaged.');
  });

  it('is refused where it is cut off, compressed, or too large', () => {
    const sound = bmp(rows, 24);
    expect(reasonOf(() => decodeBmp(sound.subarray(0, -1)))).toBe('The picture is damaged.');
    const packed = Buffer.from(sound);
    packed.writeUInt32LE(1, 30);
    expect(reasonOf(() => decodeBmp(packed))).toBe(
      'BMP pictures of this kind cannot be read. Use JPEG, PNG, WebP or TIFF.',
    );
    const large = Buffer.from(sound);
    large.writeInt32LE(2 ** 31 - 1, 18);
    expect(reasonOf(() => decodeBmp(large))).toMatch(/^The BMP picture has 2147483647 x 2 pixels/);
  });
});

describe('TGA', () => {
  const body = PIXELS.flatMap((row) => row.flatMap(turned));
  const upward = PIXELS.toReversed().flatMap((row) => row.flatMap(turned));

  it('is read from any corner', () => {
    const wanted = { width: 3, height: 2, channels: 3, data: Uint8Array.from(ALL) };
    expect(decodeTga(tga(2, 24, 32, body))).toEqual(wanted);
    expect(decodeTga(tga(2, 24, 0, upward))).toEqual(wanted);
    const mirrored = PIXELS.flatMap((row) => row.toReversed().flatMap(turned));
    expect(decodeTga(tga(2, 24, 48, mirrored))).toEqual(wanted);
  });

  it('is grey, has colours by index, and alpha', () => {
    expect([...decodeTga(tga(3, 8, 32, [1, 2, 3, 4, 5, 6])).data.subarray(0, 6)]).toEqual([1, 1, 1, 2, 2, 2]);
    const map = [1, 2, 3, 4, 5, 6];
    expect([...decodeTga(tga(1, 8, 32, [1, 0, 1, 1, 1, 1], map)).data.subarray(0, 6)]).toEqual([6, 5, 4, 3, 2, 1]);
    expect(reasonOf(() => decodeTga(tga(1, 8, 32, [2, 0, 0, 0, 0, 0], map)))).toBe('The picture is damaged.');
    const clear = PIXELS.flatMap((row) => row.flatMap((pixel, at) => [...turned(pixel), at === 0 ? 0 : 200]));
    expect([...decodeTga(tga(2, 32, 40, clear)).data.subarray(0, 8)]).toEqual([255, 0, 0, 0, 0, 255, 0, 200]);
    const unset = PIXELS.flatMap((row) => row.flatMap((pixel) => [...turned(pixel), 0]));
    expect([...decodeTga(tga(2, 32, 40, unset)).data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  it('is unpacked, runs over the end left out', () => {
    const packed = [0x81, 1, 2, 3, 0x01, 4, 5, 6, 7, 8, 9, 0xff, 10, 11, 12];
    expect([...decodeTga(tga(10, 24, 32, packed)).data]).toEqual([
      3, 2, 1, 3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10, 12, 11, 10,
    ]);
    expect(reasonOf(() => decodeTga(tga(10, 24, 32, packed.slice(0, -1))))).toBe('The picture is damaged.');
    expect(reasonOf(() => decodeTga(tga(10, 24, 32, [])))).toBe('The picture is damaged.');
  });

  it('is refused where it is cut off, of another kind, or too large', () => {
    const sound = tga(2, 24, 32, body);
    expect(reasonOf(() => decodeTga(sound.subarray(0, -1)))).toBe('The picture is damaged.');
    expect(reasonOf(() => decodeTga(tga(2, 16, 32, body)))).toBe(
      'TGA pictures of this kind cannot be read. Use JPEG, PNG, WebP or TIFF.',
    );
    const large = Buffer.from(sound);
    large.fill(255, 12, 16);
    expect(reasonOf(() => decodeTga(large))).toMatch(/^The TGA picture has 65535 x 65535 pixels/);
  });
});

it('changed bytes are decoded or refused', async () => {
  const sound = [
    bmp(
      [
        [2, 1, 1],
        [1, 0, 2],
      ],
      8,
      { palette: Array.from({ length: 12 }, (_, at) => at) },
    ),
    tga(10, 24, 32, [0x85, 1, 2, 3]),
  ];
  const change = fc.tuple(fc.nat(90), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.nat(1), fc.array(change, { minLength: 1, maxLength: 4 }), async (which, changes) => {
      const bytes = Buffer.from(sound[which]!);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const decode = which === 0 ? decodeBmp : decodeTga;
      expect(await inTime(Promise.resolve().then(() => reasonOf(() => decode(bytes))))).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
