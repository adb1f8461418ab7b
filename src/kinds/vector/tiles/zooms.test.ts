import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import { deepestZoom, zoomByArea } from './zooms.ts';

const few = { features: 10, fullest: 10, sides: 0, areas: 0 };

describe('the deepest zoom', () => {
  it.each<readonly [GeoBounds, number]>([
    [[-180, -85, 180, 85], 5],
    [[0, 0, 80, 81], 5],
    [[10, 45, 12, 46.5], 13],
    [[10, 45, 10.001, 45.001], 18],
    [[10, 45, 10, 45], 18],
  ])('of %j by its area is %i', (bounds, zoom) => {
    expect(zoomByArea(bounds)).toBe(zoom);
    expect(deepestZoom(bounds, few)).toBe(zoom);
  });

  it('is the least there is where nothing is, and few enough for a line around the globe', () => {
    expect(deepestZoom(null, few)).toBe(5);
    expect(zoomByArea([-180, 0, 180, 0])).toBe(18);
    expect(deepestZoom([-180, 0, 180, 0], few)).toBe(16);
  });

  it('is deeper where tiles are too full, and not where everything lies over everything', () => {
    const town: GeoBounds = [10, 45, 12, 46.5];
    expect(deepestZoom(town, { ...few, features: 1e6, fullest: 16_001 })).toBe(15);
    expect(deepestZoom(town, { features: 60_000, fullest: 60_000, sides: 600, areas: 60_000 * 2e-8 })).toBeLessThan(13);
  });

  it('is always from 5 to 18', () => {
    const degree = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(degree, degree, degree, degree, fc.nat(), (a, b, c, d, fullest) => {
        const bounds = [Math.min(a, b), Math.min(c, d) / 2, Math.max(a, b), Math.max(c, d) / 2] as const;
        const zoom = deepestZoom(bounds, { ...few, fullest });
        expect(Number.isInteger(zoom) && zoom >= 5 && zoom <= 18).toBe(true);
      }),
    );
  });
});
