import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CopcHeader } from '../copc/copc-header.ts';
import { pointArrays } from '../decode/point-arrays.ts';
import { frameFor } from '../../../scene/geometry/scene-frame.ts';
import { cloudLook } from './cloud-look.ts';
import { rampColour } from './height-ramp.ts';
import { areClassed, className } from './point-classes.ts';
import { dimensionsOf } from './point-dimensions.ts';
import { DEFAULT_STYLE, formatStyle, parseStyle, POINT_COLOURS } from './point-style.ts';

/** Records of format 7: x, y, z as they are stored, intensity, class, red. */
function records(
  rows: readonly (readonly [number, number, number, number, number, number])[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(36 * rows.length);
  const view = new DataView(bytes.buffer);
  rows.forEach(([x, y, z, intensity, pointClass, red], index) => {
    [x, y, z].forEach((value, axis) => view.setInt32(36 * index + 4 * axis, value, true));
    view.setUint16(36 * index + 12, intensity, true);
    view.setUint8(36 * index + 14, 0x21);
    view.setUint8(36 * index + 16, pointClass);
    view.setUint16(36 * index + 30, red, true);
  });
  return bytes;
}

const LAYOUT = { format: 7, recordBytes: 36, scale: [0.01, 0.01, 0.01], offset: [500_000, 4e6, 0] } as const;
const read = (bytes: Uint8Array, count: number, colourShift: 0 | 8 | null = null) =>
  pointArrays(bytes, count, { ...LAYOUT, base: [500_010, 4_000_010, 5], colourShift });

describe('points for the graphics card', () => {
  test('lie relative to their base, with class, intensity and return', () => {
    const points = read(records([[1234, 2000, 700, 99, 6, 200]]), 1);
    expect([...points.positions].map((value) => Math.round(value * 1000) / 1000)).toEqual([2.34, 10, 2]);
    expect([...points.colours]).toEqual([200, 0, 0, 6]);
    expect([...points.values]).toEqual([99, 0x21]);
    expect(points).toMatchObject({ colourShift: 0, hasColour: true, classes: [6] });
  });

  test('have colours of 16 bits as 8, and of a known cloud as its first node had them', () => {
    const bytes = records([
      [0, 0, 0, 0, 1, 65_535],
      [0, 0, 0, 0, 2, 256],
    ]);
    expect(read(bytes, 2)).toMatchObject({ colourShift: 8, classes: [1, 2] });
    expect([...read(bytes, 2).colours]).toEqual([255, 0, 0, 1, 1, 0, 0, 2]);
    expect([...read(bytes, 2, 0).colours].slice(0, 5)).toEqual([255, 0, 0, 1, 255]);
  });

  test('without colours are shown by height, over the range that most points have', () => {
    const rows = Array.from({ length: 1001 }, (_, z) => [0, 0, z * 100, 0, 0, 0] as const);
    const points = read(records(rows), rows.length);
    const look = cloudLook(points, 5, frameFor(null, { min: [0, 0, 0], max: [0, 0, 100] }));
    expect(look.colourOf({ colour: 'auto' })).toBe('height');
    expect(look.colourOf({ colour: 'rgb' })).toBe('height');
    expect(look.heights.map(Math.round)).toEqual([-40, 940]);
    expect(look.heightsInCrs.map(Math.round)).toEqual([10, 990]);
    const paint = look.painter({ colour: 'auto' });
    expect(paint(points, 0, -40)).toEqual(rampColour(0));
    expect(paint(points, 0, 940)).toEqual(rampColour(1));
  });
});

describe('the style in the address', () => {
  const style = fc.record({
    colour: fc.constantFrom(...POINT_COLOURS),
    size: fc.integer({ min: 1, max: 10 }),
    hidden: fc.uniqueArray(fc.nat(255)).map((all) => new Set(all)),
  });

  test('comes back', () =>
    fc.assert(
      fc.property(style, (one) => {
        expect(parseStyle(formatStyle(one))).toEqual(one);
      }),
    ));

  test('is nothing where it is the default, and what cannot be is the default', () => {
    expect(formatStyle(DEFAULT_STYLE)).toBe('');
    expect(parseStyle('pink/99/300-x-7')).toEqual({ colour: 'auto', size: 10, hidden: new Set([7]) });
  });
});

test('classes have the names of LAS 1.4', () =>
  expect([2, 6, 9, 18, 40, 70].map(className)).toEqual([
    'Ground',
    'Building',
    'Water',
    'High noise',
    'Reserved (40)',
    'User-defined (70)',
  ]));

test('classes are chosen from where there is one, or one is hidden', () => {
  expect([areClassed([], new Set()), areClassed([0], new Set())]).toEqual([false, false]);
  expect([areClassed([0, 2], new Set()), areClassed([1], new Set()), areClassed([0], new Set([0]))]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a point tells all its values, extra ones too', () => {
  const record = new Uint8Array(38);
  record.set(records([[1234, 5000, -100, 77, 2, 9]]));
  new DataView(record.buffer).setUint16(36, 11, true);
  const header: CopcHeader = {
    ...LAYOUT,
    recordBytes: 38,
    pointCount: 1,
    min: [0, 0, 0],
    max: [0, 0, 0],
    wkt: null,
    extra: [{ name: 'Deviation', type: 3, at: 36, scale: 0.5, offset: 100 }],
    center: [0, 0, 0],
    halfSize: 1,
    spacing: 1,
    rootPage: { offset: 0, bytes: 0 },
  };
  const values = Object.fromEntries(dimensionsOf(record, header));
  expect(values).toMatchObject({
    Z: '-1',
    Intensity: '77',
    Return: '1 of 2',
    Class: '2: Ground',
    Red: '9',
    Deviation: '105.5',
  });
});
