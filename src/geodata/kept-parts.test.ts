import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';
import { gdal } from './geo-driver.child.ts';

/** Longer than one turn: what is weakly referred to in a turn is kept to its end. */
async function collect(): Promise<void> {
  await setImmediate();
  collectGarbage();
  await setImmediate();
}

it('keeps the layers and bands of a dataset that is there, and no longer', async () => {
  const open = () => {
    const raster = gdal.open('', 'w', 'MEM', 4, 4, 2);
    const vector = gdal.open('/vsimem/kept.geojson', 'w', 'GeoJSON');
    vector.layers.create('layer', null, gdal.wkbPoint);
    return { raster, vector };
  };
  let datasets: ReturnType<typeof open> | undefined = open();
  const parts = (({ raster, vector }) =>
    [raster.bands.get(1), raster.bands.get(2), raster.bands.get(1).getMaskBand()!, vector.layers.get(0)].map(
      (part) => new WeakRef<object>(part),
    ))(datasets);
  await collect();
  expect(parts.map((part) => part.deref() !== undefined)).toEqual([true, true, true, true]);
  datasets = undefined;
  await collect();
  await collect();
  expect([datasets, ...parts.map((part) => part.deref())]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
