import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mixRows, threeTaps } from './mix-rows.ts';
import { storedPicture } from './picture-files.ts';
import type { PictureReader } from './picture-reader.ts';
import { type Axis, type Taps, tapsOf } from './taps.ts';

const [WIDTH, HEIGHT] = [41, 33];
const pixels = Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, at) => Math.imul(at + 7, 2_654_435_761) >>> 24);
const picture = storedPicture(WIDTH, HEIGHT, 3, 0);
const reader: PictureReader = {
  pictures: [picture],
  copy(_picture, _level, row, from, end, target, at) {
    expect([from >= 0, end <= WIDTH, row >= 0 && row < HEIGHT]).toEqual([true, true, true]);
    target.set(pixels.subarray(3 * (row * WIDTH + from), 3 * (row * WIDTH + end)), at);
  },
  close: () => undefined,
};

/** Sum of the shares of all pixels. */
function exact(across: Taps, down: Taps, x: number, y: number, band: number): number {
  let sum = 0;
  for (let row = down.start[y]!; row < down.start[y + 1]!; row += 1)
    for (let column = across.start[x]!; column < across.start[x + 1]!; column += 1)
      sum +=
        down.weight[row]! *
        across.weight[column]! *
        pixels[3 * (down.index[row]! * WIDTH + across.index[column]!) + band]!;
  return sum;
}

it('mixes what exact sums give, to 2, up to the borders of the picture and beyond', () => {
  const axis = (size: number) =>
    fc.record({ from: fc.integer({ min: -5, max: size + 5 }), count: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(axis(WIDTH), axis(HEIGHT), fc.double({ min: 1, max: 1.99, noNaN: true }), (wide, high, scale) => {
      const taps = (one: Pick<Axis, 'from' | 'count'>, size: number): Taps =>
        tapsOf({ ...one, scale, size, step: 1, repeats: false });
      const [across, down] = [taps(wide, WIDTH), taps(high, HEIGHT)];
      const target = { data: new Uint8Array(3 * 40 * 40).fill(9), width: 40, height: 40, channels: 3 as const };
      const three = { across: threeTaps(across)!, down: threeTaps(down)! };
      mixRows(target, 3, 2, { picture, level: 0, ...across }, three, reader);
      for (let y = 0; y < 40; y += 1)
        for (let x = 0; x < 40; x += 1)
          for (let band = 0; band < 3; band += 1) {
            const found = target.data[3 * (y * 40 + x) + band]!;
            const isInside = x >= 3 && x < 3 + wide.count && y >= 2 && y < 2 + high.count;
            const wanted = isInside ? exact(across, down, x - 3, y - 2, band) : 9;
            expect(Math.abs(found - wanted)).toBeLessThanOrEqual(isInside ? 2 : 0);
          }
    }),
    { numRuns: 60 },
  );
});

it('leaves to others what is made of more than three pixels, or of pixels that are no neighbours', () => {
  const one = { from: 3, count: 4, size: WIDTH, step: 1 } as const;
  expect(threeTaps(tapsOf({ ...one, scale: 1.9, repeats: false }))).not.toBeNull();
  expect(threeTaps(tapsOf({ ...one, scale: 3.5, repeats: false }))).toBeNull();
  expect(threeTaps(tapsOf({ ...one, from: 0, count: 60, scale: 1.4, repeats: true }))).toBeNull();
});
