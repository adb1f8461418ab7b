import { expect, test } from 'vitest';
import { KINDS, loadDetails } from '../../kinds/index.ts';
import { entryOf } from '../entry-for-tests.ts';
import { builtAddresses } from './built-addresses.ts';

const ORIGIN = 'https://maps.example.org';
const REF = { org: 'club', ds: 'roads' };
const DATASET = `${ORIGIN}/orgs/club/ds/roads`;
const details = await loadDetails(KINDS);
const hash = 'ab'.repeat(32);
const addressesOf = (...of: Parameters<typeof entryOf>) => builtAddresses(ORIGIN, REF, entryOf(...of), details);

test('a raster has tiles and a GeoTIFF, by a path that is encoded', () => {
  expect(addressesOf('a b/{z}.tif', 4, { hash }).map(({ address }) => address)).toEqual([
    `${DATASET}/tiles/{z}/{x}/{y}.png?path=a%20b%2F%7Bz%7D.tif`,
    `${DATASET}/build/${hash}/cog/cog.tif`,
  ]);
});

test('a vector file has a GeoPackage and tiles', () => {
  expect(addressesOf('a.shp', 14, { hash }).map(({ address }) => address)).toEqual([
    `${DATASET}/build/${hash}/vec/source.gpkg`,
    `${DATASET}/mvt/${hash}/{z}/{x}/{y}.pbf?path=a.shp`,
    `${DATASET}/mvt/${hash}/metadata.json?path=a.shp`,
  ]);
});

test('a point cloud has a COPC, an EPT and tiles, and says which programs read them', () => {
  expect(addressesOf('a b.laz', 5, { hash })).toEqual([
    {
      name: 'COPC, for QGIS and viewers of point clouds',
      address: `${DATASET}/build/${hash}/copc/cloud.copc.laz`,
    },
    { name: 'EPT (Entwine), for PDAL, Potree, iTowns', address: `${DATASET}/build/${hash}/ept/ept.json` },
    { name: 'Map tiles (XYZ)', address: `${DATASET}/tiles/{z}/{x}/{y}.png?path=a%20b.laz` },
  ]);
});

test.each([
  ['a folder', 1, {}],
  ['a file nothing is built of', 2, { hash }],
  ['a file that waits to be built', 14, { hash, buildStatus: 'queued' }],
  ['a file whose build failed', 4, { hash, buildStatus: 'failed' }],
] as const)('%s has none', (_what, type, more) => {
  expect(addressesOf('a', type, more)).toEqual([]);
});

test('a tile of an EPT has none: the cloud is built of its ept.json', () =>
  expect(addressesOf('town/ept-data/0-0-0-0.laz', 5, { hash })).toEqual([]));
