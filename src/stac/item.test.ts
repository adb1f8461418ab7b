import { expect, it } from 'vitest';
import type { Output } from '../builds/index.ts';
import type { EntryRow } from '../datasets/index.ts';
import { EntryType } from '../inspection/index.ts';
import { allKinds } from '../kinds/index.ts';
import type { DrawerServices } from '../kinds/kind.ts';
import { addressesOf } from './addresses.ts';
import { presentItem } from './item.ts';

const dataset = { organizationSlug: 'town', slug: 'maps' };
const addresses = addressesOf(new URL('https://maps.example.org/'));
const drawn = allKinds.drawers({} as DrawerServices);
const derived = { outputs: allKinds.outputs, isDrawn: (file: EntryRow) => drawn.some((drawer) => drawer.draws(file)) };
const place = { type: 'Point', coordinates: [8, 47, 0] };
const WKT1 = 'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32632"]]';

function entry(path: string, type: number, properties: Record<string, unknown>): EntryRow {
  const hash = 'ab'.repeat(32);
  const facts = { path, hash, type: type as EntryRow['type'], properties, mtime: 1_777_629_600, size: 12, depth: 0 };
  return { ...facts, pointGeometry: place, polygonGeometry: null, companions: '' };
}

const COG_FACTS = {
  width: 256,
  height: 512,
  geotransform: [1_000_000, 0.5, 0, 6_000_000, 0, -0.5],
  bands: [{ type: 'Byte', colorInterp: 'Red' }],
};

it('a raster that was built before there were facts tells the CRS of its cloud-optimized form', () => {
  const raster = entry('cog', EntryType.GeoRaster, { width: 20, height: 10 });
  const { assets } = presentItem(dataset, raster, { cog: null }, addresses, derived)!;
  // The file itself keeps its name, here that of an output.
  expect(Object.keys(assets)).toEqual(['cog', 'cog (derived)', 'thumbnail']);
  expect(assets['cog (derived)']).toMatchObject({ 'proj:code': 'EPSG:3857' });
  expect(assets['cog (derived)']).not.toHaveProperty('proj:shape');
});

it('a raster tells its grid, its bands and its cloud-optimized form', () => {
  const raster = entry('map.tif', EntryType.GeoRaster, {
    width: 20,
    height: 10,
    geotransform: [500_000, 2, 0, 5_200_000, 0, -3],
    projection: WKT1,

    bands: [{ type: 'Byte', colorInterp: 'Red' }, { type: 'CFloat32', colorInterp: 'Undefined' }, { type: 'New' }],
    nodata: [0, 'nan', null],
    description: 'not for STAC',
  });
  const item = presentItem(dataset, raster, { cog: COG_FACTS, unknown: null }, addresses, derived)!;
  expect(item.properties).toEqual({
    title: 'map.tif',
    datetime: '2026-05-01T10:00:00Z',
    updated: '2026-05-01T10:00:00Z',
    'proj:code': 'EPSG:32632',
    'proj:shape': [10, 20],
    'proj:transform': [2, 0, 500_000, 0, -3, 5_200_000],
  });
  expect(item.assets['map.tif']).toMatchObject({
    type: 'image/tiff; application=geotiff',
    bands: [
      { name: 'band1', data_type: 'uint8', description: 'Red', nodata: 0, 'eo:common_name': 'red' },
      { name: 'band2', data_type: 'cfloat32', nodata: 'nan' },
      { name: 'band3', data_type: 'other' },
    ],
    'proj:code': 'EPSG:32632',
    'proj:shape': [10, 20],
    roles: ['data'],
    'file:checksum': `1220${'ab'.repeat(32)}`,
  });
  expect(item.assets['cog']).toEqual({
    href: `https://maps.example.org/orgs/town/ds/maps/build/${'ab'.repeat(32)}/cog/cog.tif`,
    title: 'Cloud-optimized GeoTIFF',
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    roles: ['visual', 'overview'],
    'proj:code': 'EPSG:3857',
    'proj:shape': [512, 256],
    'proj:transform': [0.5, 0, 1_000_000, 0, -0.5, 6_000_000],
    bands: [{ name: 'band1', data_type: 'uint8', description: 'Red', 'eo:common_name': 'red' }],
  });
  expect(Object.keys(item.assets)).toEqual(['map.tif', 'cog', 'thumbnail']);
  expect(item.stac_extensions.map((schema) => schema.split('/').slice(3, 5).join(' '))).toEqual([
    'projection v2.0.0',
    'file v2.1.0',
    'eo v2.0.0',
  ]);
});

it('a point cloud tells its points and dimensions', () => {
  const cloud = entry('scan.copc.laz', EntryType.PointCloud, {
    pointCount: 5,
    dimensions: ['X', 'Intensity', 'GpsTime'],
  });
  const { properties, assets } = presentItem(dataset, cloud, {}, addresses, derived)!;
  expect(properties).toMatchObject({
    'pc:count': 5,
    'pc:type': 'other',
    'pc:schemas': [
      { name: 'X', size: 8, type: 'floating' },
      { name: 'Intensity', size: 2, type: 'unsigned' },
      { name: 'GpsTime', size: 8, type: 'floating' },
    ],
  });
  expect(assets['scan.copc.laz']).toMatchObject({ type: 'application/vnd.laszip+copc' });
  expect(assets['thumbnail']).toMatchObject({ roles: ['thumbnail'] });
});

it('a built cloud tells its density, the ranges of its values, and its outline', () => {
  const cloud = entry('scan.laz', EntryType.PointCloud, {
    pointCount: 5,
    dimensions: ['Z'],
    bounds: {},
    projection: 'x',
  });
  const square = [
    [8, 47],
    [9, 47],
    [9, 48],
    [8, 47],
  ];
  const facts = {
    pointCount: 6,
    min: [1, 2, 3],
    max: [4, 5, 6],
    density: 2.5,
    projection: WKT1,
    statistics: [{ name: 'Z', minimum: 3, maximum: 6, mean: 4 }],
    classes: [{ class: 2, name: 'Ground', points: 6 }],
    outline: { type: 'Polygon', coordinates: [square] },
    footprint: { type: 'MultiPolygon', coordinates: [[square], [square.map(([x, y]) => [x! + 2, y!])]] },
  };
  const item = presentItem(dataset, cloud, { copc: facts }, addresses, derived)!;
  expect(item.bbox).toEqual([8, 47, 11, 48]);
  expect(item.geometry).toEqual(facts.footprint);
  expect(item.properties).toMatchObject({
    'pc:count': 6,
    'pc:density': 2.5,
    'pc:statistics': [{ name: 'Z', position: 0, minimum: 3, maximum: 6, average: 4 }],
    'proj:code': 'EPSG:32632',
    'proj:bbox': [1, 2, 3, 4, 5, 6],
    'proj:geometry': facts.outline,
    classes: facts.classes,
  });
  expect(Object.keys(item.assets)).toEqual(['scan.laz', 'copc', 'ept', 'thumbnail']);
});

it('a photo tells when it was taken, by what, and where the camera looked', () => {
  const looks = { hasCameraOrientation: true, cameraPitch: -60, cameraYaw: -90 };
  const photo = entry('a.jpg', EntryType.GeoImage, { captureTime: 1_777_629_600_250, sensor: 'dji fc6310', ...looks });
  const { properties } = presentItem(dataset, photo, {}, addresses, derived)!;
  expect(properties).toMatchObject({ datetime: '2026-05-01T10:00:00.250Z', instruments: ['dji fc6310'] });
  expect(properties).toMatchObject({ 'view:off_nadir': 30, 'view:azimuth': 270, sensor: 'dji fc6310' });
  const unknown = entry('b.jpg', EntryType.GeoImage, {
    hasCameraOrientation: false,
    cameraPitch: -90,
    captureTime: 9e20,
  });
  expect(presentItem(dataset, unknown, {}, addresses, derived)!.properties).toMatchObject({
    datetime: '1970-01-01T00:00:00Z',
  });
  expect(presentItem(dataset, unknown, {}, addresses, derived)!.properties).not.toHaveProperty('view:off_nadir');
});

it('what has no place is no item', () => {
  expect(
    presentItem(dataset, { ...entry('a.txt', 2, {}), pointGeometry: null }, {}, addresses, derived),
  ).toBeUndefined();
});

it('an output that is the uploaded file, or a view of another one, is an asset while that is there', () => {
  const shared = { roles: ['data'], required: true, shown: true, title: 'Points', mediaType: 'application/points' };
  const of = { folder: 'points', title: 'Points', appliesTo: (type: number) => type === EntryType.PointCloud };
  const outputs: readonly Output[] = [
    { ...of, kind: 'points', made: 'as-uploaded', artifacts: [{ ...shared, path: 'points.bin' }] },
    {
      ...of,
      kind: 'view',
      made: 'from-output',
      after: 'cog',
      open: () => Promise.resolve(undefined),
      artifacts: [
        { ...shared, path: 'view.json' },
        { ...shared, path: 'pieces/**', roles: [], required: false },
      ],
    },
  ];
  const cloud = entry('scan.las', EntryType.PointCloud, {});
  const assets = (built: Parameters<typeof presentItem>[2]) =>
    presentItem(dataset, cloud, built, addresses, { outputs, isDrawn: () => false })!.assets;
  expect(Object.keys(assets({}))).toEqual(['scan.las', 'points']);
  expect(assets({ cog: null })).toMatchObject({
    points: { href: assets({})['scan.las']!.href, type: 'application/points', roles: ['data'] },
    view: { href: `https://maps.example.org/orgs/town/ds/maps/build/${'ab'.repeat(32)}/points/view.json` },
  });
});
