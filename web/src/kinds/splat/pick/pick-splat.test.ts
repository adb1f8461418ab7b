import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PickRay } from '../../../scene/core/layer-view.ts';
import { lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import type { DrawnSplats } from '../spark/shown-splats.ts';
import { placed, type SplatPlacing } from '../splat-place.ts';
import { pickSplat } from './pick-splat.ts';
import { colourOf, largestScaleOf, opacityOf, scalesOf, turnOf } from './splat-words.ts';
import { visitSplats } from './visit-splats.ts';

type Given = { readonly at: Triple; readonly sizes?: Triple; readonly opacity?: number; readonly colour?: Triple };

/** A half float of the nearest value; enough for numbers from 2^-14 to 65504. */
function half(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return (value < 0 ? 0x8000 : 0) | (((exponent + 15) << 10) + fraction);
}

/** Splats without a turn, in pages of which others are not drawn. */
function drawn(splats: readonly Given[]): DrawnSplats {
  const places = new Uint32Array(8 * splats.length);
  const looks = new Uint32Array(8 * splats.length);
  const centres = new Float32Array(places.buffer);
  const indices = Uint32Array.from(splats, (_, index) => 2 * index + 1);
  splats.forEach(({ at, sizes = [1, 1, 1], opacity = 1, colour = [1, 0, 0] }, index) => {
    const word = 4 * indices[index]!;
    const [x, y, z] = sizes.map((size) => half(Math.log(size))) as [number, number, number];
    centres.set(at, word);
    places[word + 3] = half(opacity);
    looks.set([half(colour[0]) | (half(colour[1]) << 16), half(colour[2]) | (x << 16), y | (z << 16), 0], word);
  });
  return { count: splats.length, indices, places, looks };
}

const UNMOVED: SplatPlacing = { up: 'z', scale: 1, shift: [0, 0, 0] };
const down = (x: number, y: number, clip: PickRay['clip'] = null): PickRay => ({
  origin: [x, y, 100],
  direction: [0, 0, -1],
  pixel: 0.001,
  clip,
});

test('words tell opacity, colour, scales and turn', () => {
  const { places, looks } = drawn([{ at: [0, 0, 0], sizes: [0.5, 2, 4], opacity: 0.25, colour: [0.5, 0.25, 1] }]);
  expect(opacityOf(places, 1)).toBe(0.25);
  expect(colourOf(looks, 1)).toEqual([0.5, 0.25, 1]);
  scalesOf(looks, 1).forEach((scale, axis) => expect(scale).toBeCloseTo([0.5, 2, 4][axis]!, 2));
  expect(largestScaleOf(looks, 1)).toBeCloseTo(4, 2);
  // An axis along x, and half a turn.
  looks[7] = (1023 | (512 << 10) | (4095 << 20)) >>> 0;
  const [x, y, z, w] = turnOf(looks, 1);
  expect([x, Math.abs(y), Math.abs(z), w].map((value) => Math.round(100 * value) + 0)).toEqual([100, 0, 0, 0]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => {
      looks[7] = word;
      expect(Math.hypot(...turnOf(looks, 1))).toBeCloseTo(1, 6);
    }),
  );
});

test('an opaque splat is picked before what lies behind it, a faint one is not', () => {
  const opaque = drawn([{ at: [0, 0, 0] }, { at: [0, 0, 10] }]);
  expect(pickSplat(opaque, UNMOVED, down(0, 0))).toMatchObject({ splat: 3, distance: 90 });
  const faint = drawn([{ at: [0, 0, 0] }, { at: [0, 0, 10], opacity: 0.3 }]);
  expect(pickSplat(faint, UNMOVED, down(0, 0))).toMatchObject({ splat: 1, distance: 100 });
  // Many faint ones hide it together.
  const haze = drawn([0, 10, 11, 12, 13].map((z) => ({ at: [0, 0, z], opacity: z === 0 ? 1 : 0.3 })));
  expect(pickSplat(haze, UNMOVED, down(0, 0))?.at[2]).toBeCloseTo(12, 5);
});

test('beside splats, where hardly any light is held back, nothing is picked', () => {
  const one = drawn([{ at: [0, 0, 0], sizes: [1, 0.1, 1] }]);
  expect(pickSplat(one, UNMOVED, down(1, 0))).not.toBeNull();
  expect(pickSplat(one, UNMOVED, down(0, 1))).toBeNull();
  expect(pickSplat(one, UNMOVED, down(4, 0))).toBeNull();
  expect(pickSplat(drawn([{ at: [0, 0, 0], opacity: 0.05 }]), UNMOVED, down(0, 0))).toBeNull();
  expect(pickSplat(drawn([{ at: [0, 0, 200] }]), UNMOVED, down(0, 0))).toBeNull();
});

test('splats outside of the clip box are not picked', () => {
  const two = drawn([{ at: [0, 0, 0] }, { at: [0, 0, 10] }]);
  const clip = { min: [-5, -5, -5], max: [5, 5, 5] } as const;
  expect(pickSplat(two, UNMOVED, down(0, 0, clip))).toMatchObject({ splat: 1 });
});

const coordinate = fc.integer({ min: -50, max: 50 });
const place = fc.tuple(coordinate, coordinate, coordinate);

test('wherever splats stand, a ray to the middle of one meets it there', () => {
  fc.assert(
    fc.property(
      place,
      place,
      fc.constantFrom('z' as const, 'y' as const, '-y' as const),
      fc.constantFrom(0.01, 1, 7),
      (at, shift, up, scale) => {
        const placing: SplatPlacing = { up, scale, shift };
        const middle = placed(placing, at);
        const origin: Triple = [middle[0] + 300, middle[1] - 400, middle[2] + 500];
        const to = minus(middle, origin);
        const length = lengthOf(to);
        const direction: Triple = [to[0] / length, to[1] / length, to[2] / length];
        const found = pickSplat(drawn([{ at }]), placing, { origin, direction, pixel: 0.001, clip: null });
        expect(found?.distance).toBeCloseTo(length, 2);
        expect(lengthOf(minus(found!.at, middle))).toBeLessThan(0.01);
      },
    ),
  );
});

test('a profile gets the centres in its corridor with their colours, without haze', () => {
  const splats = drawn([
    { at: [1, 0, 5], colour: [1, 0.5, 0] },
    { at: [3, 0.4, 6] },
    { at: [5, 2, 7] },
    { at: [-1, 0, 8] },
    { at: [4, 0, 9], opacity: 0.1 },
  ]);
  const seen: number[][] = [];
  visitSplats(splats, UNMOVED, { from: [0, 0, 0], to: [10, 0, 0], width: 1, clip: null }, (...point) =>
    seen.push(point),
  );
  expect(seen).toEqual([
    [1, 5, 255, 128, 0],
    [3, 6, 255, 0, 0],
  ]);
});
