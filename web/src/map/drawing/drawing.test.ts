import { describe as suite, expect, test } from 'vitest';
import { describe, featuresOf, lengthOf, moved, sizeOf, withPosition, type Position } from './drawing.ts';

const [A, B, C]: readonly Position[] = [
  [11, 46],
  [11.01, 46],
  [11.01, 46.01],
];

suite('a drawing', () => {
  test('grows by positions, and a box begins anew after its second corner', () => {
    expect(withPosition('area', [A!, B!], C!)).toEqual([A, B, C]);
    expect(withPosition('box', [A!], C!)).toEqual([A, C]);
    expect(withPosition('box', [A!, B!], C!)).toEqual([C]);
    expect(moved([A!, B!], 1, C!)).toEqual([A, C]);
    expect(moved([A!], 3, C!)).toEqual([A]);
  });

  test('is shown as far as it is one', () => {
    const typesOf = (...[kind, positions]: Parameters<typeof featuresOf>): string[] =>
      featuresOf(kind, positions).features.map(({ geometry }) => geometry.type);
    expect(typesOf('area', [A!])).toEqual(['Point']);
    expect(typesOf('area', [A!, B!])).toEqual(['LineString', 'Point', 'Point']);
    expect(typesOf('area', [A!, B!, C!])).toEqual(['Polygon', 'Point', 'Point', 'Point']);
    expect(typesOf('line', [A!, B!, C!])[0]).toBe('LineString');
    expect(featuresOf('box', [A!, C!]).features[0]?.geometry).toEqual({
      type: 'Polygon',
      coordinates: [[[11, 46], [11.01, 46], [11.01, 46.01], [11, 46.01], [11, 46]]], // oxfmt-ignore
    });
  });

  // On a sphere: a hundredth of a degree of latitude is 1111.95 m, of longitude at 46° that times the cosine.
  test('is measured', () => {
    expect(lengthOf([B!, C!])).toBeCloseTo(1111.95, 1);
    expect(lengthOf([A!, B!])).toBeCloseTo(772.43, 1);
    expect(sizeOf('box', [A!, C!]) / (1111.95 * 772.36)).toBeCloseTo(1, 3);
    expect(sizeOf('area', [A!, B!, C!]) / (1111.95 * 772.36)).toBeCloseTo(0.5, 3);
  });

  test('is told in words', () => {
    expect(describe('line', [])).toBe('0 points; 2 more needed');
    expect(describe('line', [B!, C!])).toMatch(/^2 points, 1[.,]11 km$/);
    expect(describe('area', [A!, B!])).toBe('2 corners; 1 more needed');
    expect(describe('box', [A!, C!])).toMatch(/^2 corners, 85[.,]9 ha$/);
  });
});
