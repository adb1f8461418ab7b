import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { ShDegree } from '../model/splat-model.ts';
import { type DrawOptions, drawSplats, drawSplatsAsFloats } from './draw-splats.ts';
import { lookAt } from './splat-camera.ts';
import { modelOf, type TestSplat } from './testing/splats.ts';

/** An odd side: the middle of the picture is the middle of a pixel. */
const SIDE = 101;
const MIDDLE = 50;
/** Pixels of a unit at the origin. */
const PIXELS = 10;
const DISTANCE = 1000;
const RED: Vector3 = [1, 0, 0];
const GREEN: Vector3 = [0, 1, 0];
const BLUE: Vector3 = [0, 0, 1];

/** From far away along the z axis, so that perspective hardly counts; x is right, y is up. */
const fieldOfView = 2 * Math.atan(SIDE / PIXELS / 2 / DISTANCE);
const camera = lookAt({ eye: [0, 0, DISTANCE], target: [0, 0, 0], up: [0, 1, 0], fieldOfView });
const OPTIONS: DrawOptions = { camera, width: SIDE, height: SIDE, compensates: false };

const drawn = (splats: readonly TestSplat[], options: Partial<DrawOptions> = {}, degree: ShDegree = 0) => {
  const pixels = drawSplatsAsFloats(modelOf(splats, degree), { ...OPTIONS, ...options });
  return (x: number, y: number): readonly number[] => {
    const at = 3 * ((MIDDLE - y) * SIDE + MIDDLE + x);
    return [...pixels.subarray(at, at + 3)];
  };
};

/** Alpha at a distance in pixels from the middle of a round splat, by its standard deviation in pixels. */
const falling = (pixels: number, deviation: number): number => Math.exp(-(pixels ** 2) / 2 / (deviation ** 2 + 0.3));

describe('one splat', () => {
  it('has its colour and opacity in the middle and falls off by its standard deviation', () => {
    const at = drawn([{ centre: [0, 0, 0], opacity: 0.8, colour: [1, 0.5, 0] }]);
    expect(at(0, 0)[0]).toBeCloseTo(0.8, 4);
    expect(at(0, 0)[1]).toBeCloseTo(0.4, 4);
    expect(at(0, 0)[2]).toBe(0);
    for (const pixels of [3, 10, 17, 25]) {
      expect(at(pixels, 0)[0]).toBeCloseTo(0.8 * falling(pixels, 10), 3);
      expect(at(0, -pixels)[0]).toBeCloseTo(0.8 * falling(pixels, 10), 3);
    }
    // It ends at the square root of 8, which is 28.3 pixels.
    expect(at(28, 0)[0]).toBeGreaterThan(0.01);
    expect(at(29, 0)[0]).toBe(0);
  });

  it('lies where the camera sees it: x to the right, y up', () => {
    const at = drawn([{ centre: [3, 2, 0], scales: [0.1, 0.1, 0.1] }]);
    expect(at(30, 20)[0]).toBeCloseTo(1, 2);
    expect(at(-30, 20)[0]).toBe(0);
    expect(at(30, -20)[0]).toBe(0);
  });

  it('is turned by its quaternion', () => {
    const half = Math.PI / 8;
    // By 45 degrees about z: the long axis goes up to the right.
    const rotation = [0, 0, Math.sin(half), Math.cos(half)] as const;
    const at = drawn([{ centre: [0, 0, 0], scales: [1, 0.1, 0.1], rotation }]);
    expect(at(10, 10)[0]).toBeCloseTo(falling(Math.hypot(10, 10), 10), 2);
    expect(at(10, -10)[0]).toBe(0);
    // By 90 degrees about y: the long axis points to the viewer.
    const quarter = Math.SQRT1_2;
    const along = drawn([{ centre: [0, 0, 0], scales: [1, 0.1, 0.1], rotation: [0, quarter, 0, quarter] }]);
    expect(along(5, 0)[0]).toBe(0);
    // By 120 degrees about the diagonal: x goes to y, y to z.
    const cycled = drawn([{ centre: [0, 0, 0], scales: [1, 0.1, 0.1], rotation: [0.5, 0.5, 0.5, 0.5] }]);
    expect(cycled(0, 10)[0]).toBeCloseTo(falling(10, 10), 2);
    expect(cycled(10, 0)[0]).toBe(0);
  });

  it('is as large as perspective makes it', () => {
    const near = lookAt({ eye: [0, 0, 10], target: [0, 0, 0], up: [0, 1, 0], fieldOfView: Math.PI / 2 });
    const at = drawn([{ centre: [0, 0, 5], scales: [0.5, 0.5, 0.5] }], { camera: near });
    // Half of the picture is 50.5 pixels and 5 units there.
    expect(at(6, 0)[0]).toBeCloseTo(falling(6, 5.05), 3);
  });

  it('is seen where it is smaller than a pixel, fainter by as much if that is wanted', () => {
    const dot: TestSplat = { centre: [0, 0, 0], scales: [0.05, 0.05, 0.05] };
    expect(drawn([dot])(0, 0)[0]).toBeCloseTo(1, 4);
    expect(drawn([dot], { compensates: true })(0, 0)[0]).toBeCloseTo(0.25 / 0.55, 3);
    const large: TestSplat = { centre: [0, 0, 0] };
    expect(drawn([large], { compensates: true })(0, 0)[0]).toBeCloseTo(100 / 100.3, 3);
  });

  it('is not drawn behind the eye, before the near plane and beside the picture', () => {
    for (const centre of [
      [0, 0, DISTANCE + 1],
      [0, 0, DISTANCE - 0.5],
      [500, 0, 0],
      [0, -500, 0],
    ] as const) {
      const pixels = drawSplats(modelOf([{ centre, scales: [9, 9, 9] }]), OPTIONS);
      expect(pixels.every((value) => value === 0)).toBe(true);
    }
  });
});

describe('an opacity above 1', () => {
  it('is flat in the middle, and as so many opaque splats on each other', () => {
    const one = drawn([{ centre: [0, 0, 0], opacity: 5 }]);
    const many = drawn(Array.from({ length: 5 }, () => ({ centre: [0, 0, 0] as const })));
    for (const pixels of [0, 4, 8, 12, 16, 20, 24, 28]) expect(one(pixels, 0)[0]).toBeCloseTo(many(pixels, 0)[0]!, 3);
    expect(one(7, 0)[0]).toBeGreaterThan(0.99);
    expect(one(14, 0)[0]).toBeGreaterThan(falling(14, 10) + 0.3);
  });

  it('reaches farther, up to the most that a file can store', () => {
    const reach = (opacity: number): number => {
      const at = drawn([{ centre: [0, 0, 0], scales: [0.5, 0.5, 0.5], opacity }]);
      return Array.from({ length: MIDDLE }, (_, x) => at(x, 0)[0]!).findIndex((value) => value === 0);
    };
    // 5 pixels a deviation: sqrt(8), and 0.7 of them for each that the width is above 1.
    expect(reach(1)).toBe(15);
    expect(reach(Math.exp(3 / Math.E))).toBe(18);
    expect(reach(Math.exp(24 / Math.E))).toBe(29);
    expect(reach(1e9)).toBe(29);
  });
});

describe('several splats', () => {
  it('are blended exactly from the front to the back', () => {
    const front: TestSplat = { centre: [0, 0, 5], opacity: 0.5, colour: RED };
    const middle: TestSplat = { centre: [0, 0, 0], opacity: 0.5, colour: GREEN };
    const back: TestSplat = { centre: [0, 0, -5], opacity: 0.5, colour: BLUE };
    for (const list of [
      [front, middle, back],
      [back, middle, front],
    ]) {
      const [red, green, blue] = drawn(list)(0, 0);
      expect(red).toBeCloseTo(0.5, 4);
      expect(green).toBeCloseTo(0.25, 4);
      expect(blue).toBeCloseTo(0.125, 4);
    }
  });

  it('hide what is behind them where they are opaque, and show the background where they are not', () => {
    const model = modelOf([
      { centre: [0, 0, 0], colour: GREEN },
      { centre: [0, 0, 5], colour: RED },
    ]);
    const pixels = drawSplatsAsFloats(model, OPTIONS, [0, 0, 1]);
    const at = 3 * (MIDDLE * SIDE + MIDDLE);
    expect([...pixels.subarray(at, at + 3)]).toEqual([1, 0, 0]);
    expect([...pixels.subarray(0, 3)]).toEqual([0, 0, 1]);
    const rgba = drawSplats(model, OPTIONS);
    const pixel = 4 * (MIDDLE * SIDE + MIDDLE);
    expect([...rgba.subarray(pixel, pixel + 4)]).toEqual([255, 0, 0, 255]);
    expect([...rgba.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  });

  it('are chosen by their indices', () => {
    const splats: readonly TestSplat[] = [
      { centre: [-2, 0, 0], colour: RED, scales: [0.2, 0.2, 0.2] },
      { centre: [2, 0, 0], colour: RED, scales: [0.2, 0.2, 0.2] },
    ];
    const at = drawn(splats, { which: Uint32Array.of(1) });
    expect([at(-20, 0)[0], at(20, 0)[0]! > 0.9]).toEqual([0, true]);
  });

  it('in numbers that need several batches look as in one', () => {
    // 70,000 faint ones on each other are opaque; the first 65,536 of them are red.
    const list = Array.from({ length: 70_000 }, (_, index): TestSplat => {
      const isFirst = index < 65_536;
      return {
        centre: [0, 0, isFirst ? 1 : 0],
        opacity: 0.004,
        colour: isFirst ? RED : GREEN,
        scales: [0.1, 0.1, 0.1],
      };
    });
    expect(drawn(list.slice(65_300))(0, 0)[1]).toBeGreaterThan(0.1);
    expect(drawn(list)(0, 0)[0]).toBeCloseTo(1, 3);
    expect(drawn(list)(0, 0)[1]).toBeLessThan(1e-4);
  });
});

describe('harmonics', () => {
  const from = (eye: Vector3, harmonics: readonly number[], degree: ShDegree): readonly number[] => {
    const up: Vector3 = eye[1] === 0 ? [0, 1, 0] : [0, 0, 1];
    const view = lookAt({ eye, target: [0, 0, 0], up, fieldOfView });
    const splat: TestSplat = { centre: [0, 0, 0], colour: [0.5, 0.5, 0.5], harmonics };
    return drawn([splat], { camera: view }, degree)(0, 0);
  };
  const coefficient = (place: number, count: number): readonly number[] =>
    Array.from({ length: 3 * count }, (_, at) => (at === 3 * place ? 0.5 : 0));

  it('of band 1 give two colours from two sides', () => {
    const step = 0.5 * Math.sqrt(3 / 4 / Math.PI);
    // The second coefficient is that of z. Seen from +z, the way to the splat goes to -z.
    expect(from([0, 0, 1000], coefficient(1, 3), 1)[0]).toBeCloseTo(0.5 - step, 3);
    expect(from([0, 0, -1000], coefficient(1, 3), 1)[0]).toBeCloseTo(0.5 + step, 3);
    expect(from([0, 0, -1000], coefficient(1, 3), 1)[1]).toBeCloseTo(0.5, 3);
    // The first and the third are those of -y and -x.
    expect(from([0, 1000, 0], coefficient(0, 3), 1)[0]).toBeCloseTo(0.5 + step, 3);
    expect(from([1000, 0, 0], coefficient(2, 3), 1)[0]).toBeCloseTo(0.5 + step, 3);
  });

  it('are an orthonormal basis up to band 3', () => {
    // A grid of directions that is exact for polynomials of degree 6: Gauss-Legendre points in height, 8 around.
    const heights = [-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526];
    const weights = [0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538];
    const sums = Array.from({ length: 15 }, () => new Float64Array(16));
    heights.forEach((z, row) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const angle = ((turn + 0.5) * Math.PI) / 4;
        const flat = Math.sqrt(1 - z * z);
        const eye: Vector3 = [-1000 * flat * Math.cos(angle), -1000 * flat * Math.sin(angle), -1000 * z];
        const values = Array.from({ length: 15 }, (_, place) => 2 * (from(eye, coefficient(place, 15), 3)[0]! - 0.5));
        const weight = (weights[row]! * Math.PI) / 4;
        for (let one = 0; one < 15; one += 1) {
          for (let other = 0; other < 15; other += 1) sums[one]![other]! += weight * values[one]! * values[other]!;
          sums[one]![15]! += weight * values[one]!;
        }
      }
    });
    // The last column is the product with a constant.
    for (let one = 0; one < 15; one += 1)
      for (let other = 0; other < 16; other += 1) expect(sums[one]![other]).toBeCloseTo(one === other ? 1 : 0, 2);
  });

  it('do not make colours negative', () => {
    expect(from([0, 0, 1000], [0, 0, 0, 9, -9, 0, 0, 0, 0], 1)).toEqual([0, expect.closeTo(4.9, 1), 0.5]);
  });
});

const unitNumber = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.double({ min: -4, max: 4, noNaN: true });
const scale = fc.double({ min: 0.01, max: 2, noNaN: true });
const splat: fc.Arbitrary<TestSplat> = fc.record({
  centre: fc.tuple(place, place, place),
  scales: fc.tuple(scale, scale, scale),
  rotation: fc.constantFrom([0, 0, 0, 1] as const, [0.5, 0.5, 0.5, 0.5] as const, [0.6, 0, 0, 0.8] as const),
  opacity: fc.double({ min: 0, max: 1000, noNaN: true }).map((value) => value ** 4 / 1e9),
  colour: fc.tuple(unitNumber, unitNumber, unitNumber),
});

describe('any splats', () => {
  it('stay within the brightest of their colours, and have an alpha of 0 to 1', () => {
    fc.assert(
      fc.property(fc.array(splat, { minLength: 1, maxLength: 30 }), (splats) => {
        const brightest = Math.max(...splats.flatMap(({ colour }) => colour!));
        const pixels = drawSplatsAsFloats(modelOf(splats), OPTIONS);
        expect(pixels.every((value) => value >= 0 && value <= brightest + 1e-3)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('look the same in any order', () => {
    fc.assert(
      fc.property(fc.array(splat, { minLength: 2, maxLength: 30 }), (splats) => {
        // Equal distances have no order of their own.
        const distance = ({ centre: [x, y, z] }: TestSplat): number =>
          Math.fround(Math.fround(x) ** 2 + Math.fround(y) ** 2 + (Math.fround(z) - DISTANCE) ** 2);
        fc.pre(new Set(splats.map(distance)).size === splats.length);
        const one = drawSplatsAsFloats(modelOf(splats), OPTIONS);
        const other = drawSplatsAsFloats(modelOf(splats.toReversed()), OPTIONS);
        expect(other).toEqual(one);
      }),
      { numRuns: 50 },
    );
  });

  it('with any numbers at all give numbers', () => {
    const any = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, 1e30, -1e30, 1e-30));
    const triple = fc.tuple(any, any, any);
    const hostile = fc.record({
      centre: fc.oneof(fc.tuple(place, place, place), triple),
      scales: fc.oneof(fc.tuple(scale, scale, scale), triple),
      rotation: fc.tuple(any, any, any, any),
      opacity: fc.oneof(unitNumber, any),
      colour: triple,
      harmonics: fc.array(any, { minLength: 9, maxLength: 9 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(splat, hostile), { minLength: 1, maxLength: 20 }), (splats) => {
        const pixels = drawSplatsAsFloats(modelOf(splats, 1), OPTIONS);
        expect(pixels.every((value) => Number.isFinite(value))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
