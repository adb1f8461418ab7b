import { describe, expect, it } from 'vitest';
import { numbersOf } from '../../testing/random-numbers.ts';
import { areaInPlane } from '../splat-input/area.ts';
import { generatedSplats } from '../splat-output/testing/generated-splats.ts';
import type { CropBox } from './request.ts';
import { type SelectionRules, selectSplats, wrongLimits } from './select.ts';

const EVERYWHERE: CropBox = { minX: null, minY: null, minZ: null, maxX: null, maxY: null, maxZ: null };
const ALL: SelectionRules = { box: EVERYWHERE, area: null, minOpacity: null, maxScale: null };
const still = (): void => undefined;
const model = generatedSplats(5000, { seed: 3 });
const selected = (rules: Partial<SelectionRules>) => selectSplats(model, { ...ALL, ...rules }, still);
const everyOne = Array.from({ length: model.count }, (_, splat) => splat);
const filtered = (test: (splat: number) => boolean): number[] => everyOne.filter(test);
const x = (splat: number): number => model.centres[3 * splat]!;
const y = (splat: number): number => model.centres[3 * splat + 1]!;
const z = (splat: number): number => model.centres[3 * splat + 2]!;

it('all splats without a rule', () => {
  const { list, dropped } = selected({});
  expect([...list]).toEqual(everyOne);
  expect(dropped).toEqual({ outsideBox: 0, outsideArea: 0, tooTransparent: 0, tooLarge: 0 });
});

describe('a box', () => {
  it('by each of its six numbers', () => {
    expect([...selected({ box: { ...EVERYWHERE, minX: 3 } }).list]).toEqual(filtered((splat) => x(splat) >= 3));
    expect([...selected({ box: { ...EVERYWHERE, maxX: -2 } }).list]).toEqual(filtered((splat) => x(splat) <= -2));
    expect([...selected({ box: { ...EVERYWHERE, minY: 3 } }).list]).toEqual(filtered((splat) => y(splat) >= 3));
    expect([...selected({ box: { ...EVERYWHERE, maxY: -2 } }).list]).toEqual(filtered((splat) => y(splat) <= -2));
    expect([...selected({ box: { ...EVERYWHERE, minZ: 3 } }).list]).toEqual(filtered((splat) => z(splat) >= 3));
    expect([...selected({ box: { ...EVERYWHERE, maxZ: -2 } }).list]).toEqual(filtered((splat) => z(splat) <= -2));
  });

  it('has its edges, and its number of dropped ones', () => {
    const at = x(17);
    const { list, dropped } = selected({ box: { ...EVERYWHERE, minX: at, maxX: at } });
    expect([...list]).toEqual([17]);
    expect(dropped.outsideBox).toBe(4999);
  });

  it('and what is beside it are all splats, each once', () => {
    const random = numbersOf(5);
    for (let trial = 0; trial < 20; trial += 1) {
      const axis = Math.floor(3 * random());
      const cut = 20 * random() - 10;
      const [low, high] = (['X', 'Y', 'Z'] as const).map((name) => [`min${name}`, `max${name}`] as const)[axis]!;
      // 32-bit numbers lie on one side or the other: the cut itself has 64 bits.
      const [below, above] = [
        selected({ box: { ...EVERYWHERE, [high]: cut } }).list,
        selected({ box: { ...EVERYWHERE, [low]: cut } }).list,
      ];
      expect([...below, ...above].sort((one, other) => one - other)).toEqual(everyOne);
    }
  });
});

it('an area and the rest of the plane are all splats, each once', () => {
  const random = numbersOf(6);
  for (let trial = 0; trial < 10; trial += 1) {
    const corners = Array.from({ length: 7 }, (_, corner) => {
      const [angle, radius] = [(2 * Math.PI * corner) / 7, 2 + 9 * random()];
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    const ring = [...corners, corners[0]!];
    const around = [-20, 20, 20, -20, -20].map((value, at) => [value, [-20, -20, 20, 20, -20][at]!]);
    const inside = selected({ area: areaInPlane({ type: 'Polygon', coordinates: [ring] }) });
    const outside = selected({ area: areaInPlane({ type: 'Polygon', coordinates: [around, ring] }) });
    expect(inside.dropped.outsideArea).toBe(outside.list.length);
    expect([...inside.list, ...outside.list].sort((one, other) => one - other)).toEqual(everyOne);
  }
});

it('opacity and scale, their limits included', () => {
  const opacity = model.opacities[40]!;
  const opaque = selected({ minOpacity: opacity });
  expect([...opaque.list]).toEqual(filtered((splat) => model.opacities[splat]! >= opacity));
  expect(opaque.dropped.tooTransparent).toBe(5000 - opaque.list.length);
  const size = (splat: number): number => Math.max(...model.scales.subarray(3 * splat, 3 * splat + 3));
  const small = selected({ maxScale: size(40) });
  expect([...small.list]).toEqual(filtered((splat) => size(splat) <= size(40)));
  expect(small.dropped.tooLarge).toBe(5000 - small.list.length);
});

it('a splat counts for the first rule that it breaks', () => {
  const area = areaInPlane({
    type: 'Polygon',
    coordinates: [
      [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
      ],
    ],
  });
  const { list, dropped } = selected({ box: { ...EVERYWHERE, maxX: 4 }, area, minOpacity: 0.3, maxScale: 0.5 });
  expect(list.length + Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(5000);
  expect(dropped.outsideBox).toBe(filtered((splat) => x(splat) > 4).length);
  for (const count of Object.values(dropped)) expect(count).toBeGreaterThan(0);
});

it('limits that are the wrong way round are named', () => {
  expect(wrongLimits({ ...EVERYWHERE, minY: 2, maxY: 1, minZ: 1, maxZ: 1 })).toEqual(['minY']);
});
