import { describe, expect, it } from 'vitest';
import '../testing/axis-order.ts';
import { gdal } from '../geo-driver.child.ts';
import { placeBox } from './crs.ts';
import { toDegrees } from './to-degrees.ts';

const zone = (meridian: number): ReturnType<typeof gdal.SpatialReference.fromProj4> =>
  gdal.SpatialReference.fromProj4(`+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m`);

describe('the way from a CRS to degrees', () => {
  it('is made once for files of the same CRS', () => {
    const first = toDegrees(zone(9));
    expect(toDegrees(zone(9))).toBe(first);
    expect(toDegrees(zone(10))).not.toBe(first);
  });

  it('is forgotten when others are used, and made anew with the same result', () => {
    const first = toDegrees(zone(9));
    const box = { min: [-100, 4e6, 0], max: [100, 4.1e6, 10] } as const;
    const place = placeBox(zone(9), box);
    for (let meridian = 20; meridian < 36; meridian += 1)
      expect(placeBox(zone(meridian), box).place?.centre[0]).toBeCloseTo(meridian, 6);
    expect(toDegrees(zone(9))).not.toBe(first);
    expect(placeBox(zone(9), box)).toEqual(place);
  });
});
