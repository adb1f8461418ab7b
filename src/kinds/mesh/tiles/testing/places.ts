import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Box3, Vector3 } from '../../../../geodata/place/box.ts';
import { type Geodetic, toEarthCentred } from '../../../../geodata/place/geodesy.ts';
import '../../../../geodata/testing/axis-order.ts';
import { LOCAL_METRES, type ModelPlace } from '../../place/model-place.ts';
import { placeOfModel } from '../../place/place-of-model.ts';

/** gdaltransform as another program that knows: Earth-centred metres of coordinates of a CRS. */
export async function byGdal(epsg: number, places: readonly Vector3[]): Promise<readonly Vector3[]> {
  const child = promisify(execFile)('gdaltransform', ['-s_srs', `EPSG:${epsg}`, '-t_srs', 'EPSG:4326', '-output_xy']);
  child.child.stdin!.end(places.map(([x, y]) => `${x} ${y}`).join('\n'));
  const { stdout } = await child;
  return stdout
    .trim()
    .split('\n')
    .map((line, index) => {
      const [longitude = NaN, latitude = NaN] = line.split(' ').map(Number);
      return toEarthCentred([longitude, latitude, places[index]![2]]);
    });
}

/** A model whose coordinates are those of a CRS; `origin` lies somewhere in the middle of it. */
export function inCrs(epsg: number, origin: Vector3, box: Box3): ModelPlace {
  const [min, max] = [box.min, box.max].map((end) => end.map((value, axis) => value + origin[axis]!));
  const { place } = placeOfModel({
    sidecars: [],
    projection: epsg,
    bounds: { min, max } as unknown as Box3,
    up: 'z',
  });
  return place!;
}

export const atOrigin = (origin: Geodetic): ModelPlace => ({
  from: 'a.geo.json',
  projection: null,
  shift: [0, 0, 0],
  origin,
  zero: [0, 0, 0],
  metres: LOCAL_METRES,
  error: 0,
  footprint: null,
});
