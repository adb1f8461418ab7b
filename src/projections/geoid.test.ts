import fc from 'fast-check';
import { expect, it } from 'vitest';
import { geoidHeight } from './geoid.ts';

/** Test values of the NGA; they follow the curve between the places of the grid. */
it.each([
  [38.628155, 269.779155, -31.628],
  [-14.621217, 305.021114, -2.969],
  [46.874319, 102.448729, -43.575],
  [-23.617446, 133.874712, 15.871],
  [38.625473, 359.9995, 50.066],
  [-0.466744, 0.0023, 17.329],
])('at latitude %d and longitude %d the sea is %d m above the ellipsoid', async (latitude, longitude, height) => {
  expect(Math.abs((await geoidHeight(longitude, latitude)) - height)).toBeLessThan(0.06);
  const sameLongitude = longitude > 180 ? longitude - 360 : longitude;
  expect(await geoidHeight(sameLongitude, latitude)).toBe(await geoidHeight(longitude, latitude));
});

it('is there for every place, poles and date line included, and has no steps', async () => {
  const longitudes = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 179.99999999999997, -1e-16),
  );
  const latitudes = fc.double({ min: -90, max: 89.99, noNaN: true });
  await fc.assert(
    fc.asyncProperty(longitudes, latitudes, async (longitude, latitude) => {
      const [here, beside] = [await geoidHeight(longitude, latitude), await geoidHeight(longitude, latitude + 0.01)];
      expect([Math.abs(here) < 110, Math.abs(here - beside) < 1]).toEqual([true, true]);
    }),
  );
  expect(await geoidHeight(180, 0)).toBe(await geoidHeight(-180, 0));
  expect(await geoidHeight(0, 90)).toBeCloseTo(await geoidHeight(90, 90), 1);
});
