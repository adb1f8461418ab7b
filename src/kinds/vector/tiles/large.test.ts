import { expect, it } from 'vitest';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { tileAt, useMvtBuilder } from '../testing/mvt-builds.ts';

const mvt = useMvtBuilder();

/** A polygon with a wavy outline of this many corners. */
function wavyPolygon(corners: number): string {
  const ring = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    const radius = 1 + 0.1 * Math.sin(40 * angle) + 1e-4 * Math.sin(5e4 * angle);
    return `[${(10 + radius * Math.cos(angle)).toFixed(7)},${(45 + radius * Math.sin(angle)).toFixed(7)}]`;
  });
  const geometry = `{"type":"Polygon","coordinates":[[${[...ring, ring[0]].join()}]]}`;
  const feature = `{"type":"Feature","properties":{"name":"coast"},"geometry":${geometry}}`;
  return `{"type":"FeatureCollection","features":[${feature}]}`;
}

it('one polygon of 400,000 corners is taken over whole, and drawn in a time that goes with them', async () => {
  const before = processorTime();
  const vec = await mvt.bytes('coast.geojson', wavyPolygon(400_000));
  expect(vec.package.layers).toMatchObject([{ featureCount: 1, skippedCount: 0, geometryType: 'MultiPolygon' }]);
  const { metadata, tile } = await mvt.tiles(vec);
  // Some 6 s of a quiet processor; reading it anew for each tile takes many times that.
  expect(processorTime() - before).toBeLessThan(40_000);
  expect([metadata.featureCount, metadata.droppedCount]).toEqual([1, 0]);
  for (const place of [
    [10, 45],
    [10.5, 45.2],
    [9.1, 45],
  ]) {
    const { z, x, y } = tileAt(metadata.maxzoom, place);
    expect(tile(z, x, y)).toMatchObject([{ properties: { name: 'coast' } }]);
  }
});
