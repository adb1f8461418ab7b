import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gdal } from '../../src/geodata/geo-driver.child.ts';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { createLink, createPerson } from '../support/people.ts';
import { hasProgram, outputOf } from '../support/programs.ts';
import { startService, type TestService } from '../support/service.ts';
import { tileOf } from '../support/web-mercator.ts';

/** Metres of UTM 32 of the north-western corner, and pixels of half a metre. */
const [EAST, NORTH, PIXEL] = [500_000, 5_000_000, 0.5];
const GROUND = 100;
const CONE = { x: EAST + 50, y: NORTH - 50, radius: 30, height: 10 } as const;
const BOX = { west: EAST + 140, north: NORTH - 40, side: 20, height: 5 } as const;
const placeOf = (column: number, row: number) => [EAST + (column + 0.5) * PIXEL, NORTH - (row + 0.5) * PIXEL] as const;

function heightAt(column: number, row: number): number {
  const [x, y] = placeOf(column, row);
  const cone = CONE.height * Math.max(0, 1 - Math.hypot(x - CONE.x, y - CONE.y) / CONE.radius);
  const isBox = x > BOX.west && x < BOX.west + BOX.side && y < BOX.north && y > BOX.north - BOX.side;
  return column > 380 ? NaN : GROUND + cone + (isBox ? BOX.height : 0);
}

const affine = [EAST, PIXEL, 0, NORTH, 0, -PIXEL] as const;
const dem = heightFile({ width: 400, height: 200, affine, epsg: 32632, nodata: -9999, heightAt });

/** Feet by the CRS alone (New York Long Island, US survey feet): 100 of them, and one more each pixel to the east. */
const FOOT = 1200 / 3937;
const [FEET_EAST, FEET_NORTH] = [980_000, 200_000];
const feet = heightFile({
  width: 120,
  height: 100,
  affine: [FEET_EAST, 3, 0, FEET_NORTH, 0, -3],
  epsg: 2263,
  heightAt: (column) => 100 + column,
});

/** Five bands of the same pixels: band 1 tells the column, the others a number of their own. */
function multispectral(): Buffer {
  const path = join(tmpdir(), `alidade-bands-${randomUUID()}.tif`);
  const dataset = gdal.open(path, 'w', 'GTiff', 200, 200, 5, 'UInt16');
  dataset.srs = gdal.SpatialReference.fromEPSG(32632);
  dataset.geoTransform = [...affine];
  for (let band = 1; band <= 5; band += 1) {
    const values = new Uint16Array(40_000).map((_, at) => (band === 1 ? 1000 + (at % 200) : band * 1000));
    dataset.bands.get(band).pixels.write(0, 0, 200, 200, values);
  }
  dataset.close();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

const way = new gdal.CoordinateTransformation(
  gdal.SpatialReference.fromEPSG(32632),
  gdal.SpatialReference.fromUserInput('OGC:CRS84'),
);
const degrees = (x: number, y: number): [number, number] => {
  const place = way.transformPoint(x, y);
  return [place.x, place.y];
};
const ring = (...corners: readonly (readonly [number, number])[]) =>
  [...corners, corners[0]!].map(([x, y]) => degrees(x, y));
const square = (west: number, north: number, side: number) =>
  ring([west, north], [west + side, north], [west + side, north - side], [west, north - side]);
const polygon = (...rings: readonly (readonly number[][])[]) => ({ type: 'Polygon', coordinates: rings });

const DS = '/orgs/admin/ds/heights';
let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'heights', visibility: 1 } });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'closed', visibility: 0 } });
  await putBuilt(service, 'admin/heights', 'dem.tif', dem);
  await putBuilt(service, 'admin/heights', 'bands.tif', multispectral());
  await putBuilt(service, 'admin/heights', 'feet.tif', feet);
  await putBuilt(service, 'admin/heights', 'ortho.tif', quadrantOrthophoto(64));
  await putBuilt(service, 'admin/closed', 'dem.tif', dem);
});
afterAll(() => service[Symbol.asyncDispose]());

const MIDDLE = degrees(CONE.x, CONE.y);
const place = tileOf(MIDDLE, 18);
const tile = (query: string, path = 'dem.tif', ending = '.png', dataset = DS) =>
  `${dataset}/tiles/${place.z}/${place.x}/${place.y}${ending}?path=${path}${query === '' ? '' : `&${query}`}`;
const anonymously = (address: string, headers: Record<string, string> = {}) =>
  service.call('GET', address, { token: null, headers });
async function ask<T>(address: string): Promise<T> {
  const answer = await anonymously(address);
  expect(answer.status, address).toBe(200);
  return (await answer.json()) as T;
}
async function post<T>(route: string, json: object): Promise<T> {
  const answer = await service.call('POST', `${DS}/raster/${route}`, { token: null, json });
  const body: unknown = await answer.json();
  expect([answer.status, body]).toEqual([200, body]);
  return body as T;
}

describe('looks of tiles', () => {
  const LOOKS = [
    ['dem.tif', 'style=hillshade'],
    ['dem.tif', 'style=elevation'],
    ['dem.tif', 'style=elevation&colormap=viridis&rescale=100,110'],
    ['dem.tif', 'colormap=magma'],
    ['dem.tif', 'bands=1&colormap=blues'],
    ['dem.tif', 'rescale=99,111'],
    ['dem.tif', 'encoding=terrarium'],
    ['dem.tif', 'encoding=mapbox'],
    ['bands.tif', 'style=NDVI'],
    ['bands.tif', 'bands=5,4,1'],
    ['bands.tif', 'bands=5,1,4&rescale=0,6000'],
    ['bands.tif', 'bands=1,4,5&rescale=0,3000,0,6000,0,9000'],
    ['bands.tif', 'expression=GNDVI'],
    ['bands.tif', 'expression=GRVI&colormap=inferno&rescale=0,4'],
  ] as const;

  it('are pictures of their own, for everybody and at every time', async () => {
    const seen = new Map<string, string>();
    const tags = new Set<string>();
    // The second time they go out before the routes are asked.
    for (const round of [1, 2])
      for (const [path, query] of [...LOOKS, ['dem.tif', ''], ['bands.tif', '']] as const) {
        const answer = await anonymously(tile(query, path));
        expect([round, query, answer.status, answer.headers.get('content-type')]).toEqual([
          round,
          query,
          200,
          'image/png',
        ]);
        const [etag, bytes] = [answer.headers.get('etag')!, Buffer.from(await answer.arrayBuffer()).toString('base64')];
        expect(seen.get(`${path} ${query}`) ?? bytes).toBe(bytes);
        seen.set(`${path} ${query}`, bytes);
        tags.add(etag);
        expect((await anonymously(tile(query, path), { 'if-none-match': etag })).status).toBe(304);
      }
    expect(tags.size).toBe(LOOKS.length + 2);
    expect(new Set(seen.values()).size).toBe(LOOKS.length + 2);
  });

  it('leave the usual one as it is', async () => {
    const [usual, named] = await Promise.all([anonymously(tile('')), anonymously(tile('style=default'))]);
    expect(named.headers.get('etag')).toBe(usual.headers.get('etag'));
    expect(Buffer.from(await named.arrayBuffer())).toEqual(Buffer.from(await usual.arrayBuffer()));
    const unknown = await anonymously(tile('v=7'));
    expect(unknown.headers.get('etag')).toBe(usual.headers.get('etag'));
  });

  it('have heights that are read back', async () => {
    const answer = await anonymously(tile('encoding=terrarium'));
    const { data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    const heights = Array.from(
      { length: 65_536 },
      (_, at) => data[4 * at]! * 256 + data[4 * at + 1]! + data[4 * at + 2]! / 256 - 32_768,
    );
    expect(Math.max(...heights)).toBeGreaterThan(109);
    expect(Math.max(...heights)).toBeLessThanOrEqual(110);
    expect(heights.every((height) => height === 0 || height >= 99.99)).toBe(true);
  });

  it.each([
    ['dem.tif', 'style=NDVI', /no style NDVI; it has default, hillshade, elevation/],
    ['ortho.tif', 'style=hillshade', /no style hillshade; it has default/],
    ['dem.tif', 'style=shaded', /style/],
    ['dem.tif', 'style=hillshade&bands=1', /only one/],
    ['dem.tif', 'bands=2', /no band 2/],
    ['dem.tif', 'bands=1,2', /bands/],
    ['dem.tif', 'bands=0', /bands/],
    ['dem.tif', 'rescale=5', /rescale/],
    ['dem.tif', 'rescale=NaN,1', /rescale/],
    ['dem.tif', 'rescale=9,1', /lower one/],
    ['dem.tif', 'colormap=rosy', /colormap/],
    ['bands.tif', 'colormap=magma', /one band/],
    ['ortho.tif', 'expression=NDVI', /VARI/],
    ['dem.tif', 'expression=N/G', /expression/],
    ['dem.tif', 'encoding=terrarium&style=hillshade', /only one/],
    ['ortho.tif', 'encoding=terrarium', /one band of heights/],
  ])('are refused with what is possible: %s %s', async (path, query, message) => {
    const answer = await anonymously(tile(query, path));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toMatch(message);
  });

  it('are refused as JPEG where they are numbers', async () => {
    expect((await anonymously(tile('encoding=mapbox', 'dem.tif', '.jpg'))).status).toBe(400);
    const without = await anonymously(tile('encoding=mapbox', 'dem.tif', '@2x'));
    expect([without.status, without.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('are offered to programs by name, with their legends', async () => {
    const wms = await (await anonymously(`${DS}/wms?service=WMS&request=GetCapabilities`)).text();
    const wmts = await (await anonymously(`${DS}/wmts?service=WMTS&request=GetCapabilities`)).text();
    for (const text of [wms, wmts]) for (const style of ['hillshade', 'elevation']) expect(text).toContain(style);
    const map = new URLSearchParams({
      service: 'WMS',
      version: '1.1.1',
      request: 'GetMap',
      layers: 'dem.tif',
      srs: 'EPSG:32632',
      bbox: [EAST, NORTH - 100, EAST + 100, NORTH].join(','),
      width: '200',
      height: '200',
      format: 'image/png',
    });
    const picture = async (styles: string) => {
      const answer = await anonymously(`${DS}/wms?${map.toString()}&styles=${styles}`);
      expect([styles, answer.status, answer.headers.get('content-type')]).toEqual([styles, 200, 'image/png']);
      return PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    };
    const relief = await picture('hillshade');
    const at = (column: number, row: number) => relief.data[4 * (row * 200 + column)]!;
    // Light comes from the north-west; level ground sends back the sine of 45 degrees of it.
    expect(at(80, 80)).toBeGreaterThan(at(120, 120));
    expect(Math.abs(at(5, 5) - (1 + 254 * Math.SQRT1_2))).toBeLessThanOrEqual(1);
    expect((await picture('elevation')).data.equals(relief.data)).toBe(false);
    for (const style of ['hillshade', 'elevation']) {
      const address = `${DS}/wms?service=WMS&version=1.3.0&request=GetLegendGraphic&layer=dem.tif&style=${style}&format=image/png`;
      const legend = await anonymously(address);
      expect([legend.status, legend.headers.get('content-type')]).toEqual([200, 'image/png']);
      const rest = `${DS}/wmts/1.0.0/dem.tif/${style}/WebMercatorQuad/${place.z}/${place.y}/${place.x}.png`;
      expect((await anonymously(rest)).status).toBe(200);
    }
  });
});

interface Info {
  readonly bands: readonly { number: number; type: string; min: number; max: number; nodata: number | null }[];
  readonly styles: readonly { name: string; legend: { low: number; high: number; colours: string[] } | null }[];
  readonly indices: readonly { name: string; bands: number[] }[];
  readonly colormaps: readonly { name: string; classes: boolean; colours: string[] }[];
  readonly isElevation: boolean;
  readonly bounds: readonly number[];
  readonly maxZoom: number;
}

describe('questions', () => {
  it('tell what a raster has', async () => {
    const info = await ask<Info>(`${DS}/raster/info?path=dem.tif`);
    expect(info).toMatchObject({
      isElevation: true,
      indices: [],
      bands: [{ number: 1, type: 'float32', nodata: -9999 }],
    });
    expect([info.bands[0]!.min, Math.round(info.bands[0]!.max)]).toEqual([100, 110]);
    expect(info.styles.map(({ name }) => name)).toEqual(['default', 'hillshade', 'elevation']);
    expect(info.styles[2]!.legend!.colours).toHaveLength(16);
    for (const name of ['grayscale', 'viridis', 'magma', 'inferno', 'terrain', 'rdylgn', 'spectral', 'blues'])
      expect(info.colormaps.find((map) => map.name === name)!.colours).toHaveLength(16);
    expect(info.colormaps.flatMap(({ colours }) => colours).every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(
      true,
    );
    const [west, south, east, north] = info.bounds as [number, number, number, number];
    expect([west < MIDDLE[0], east > MIDDLE[0], south < MIDDLE[1], north > MIDDLE[1]]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const bands = await ask<Info>(`${DS}/raster/info?path=bands.tif`);
    expect(bands.isElevation).toBe(false);
    expect(bands.indices.find(({ name }) => name === 'NDVI')).toMatchObject({ bands: [5, 1] });
  });

  it('count values', async () => {
    interface Statistics {
      readonly approximate: boolean;
      readonly items: readonly {
        readonly band: number | null;
        readonly count: number;
        readonly min: number;
        readonly max: number;
        readonly histogram: { readonly counts: readonly number[] };
      }[];
    }
    const all = await ask<Statistics>(`${DS}/raster/statistics?path=bands.tif&bands=1,4`);
    expect(all.approximate).toBe(false);
    expect(all.items).toMatchObject([
      { band: 1, min: 1000, max: 1199 },
      { band: 4, min: 4000, max: 4000, mean: 4000, stdDev: 0 },
    ]);
    for (const { count, histogram } of all.items) {
      expect(histogram.counts).toHaveLength(64);
      expect(histogram.counts.reduce((sum, each) => sum + each, 0)).toBe(count);
    }
    const ndvi = await ask<Statistics>(`${DS}/raster/statistics?path=bands.tif&expression=NDVI`);
    expect(ndvi.items[0]!.min).toBeCloseTo((5000 - 1199) / 6199, 6);
    expect(ndvi.items[0]!.max).toBeCloseTo(4000 / 6000, 6);
    const [west, south] = degrees(BOX.west + 4, BOX.north - BOX.side + 4);
    const [east, north] = degrees(BOX.west + BOX.side - 4, BOX.north - 4);
    const box = await ask<Statistics>(
      `${DS}/raster/statistics?path=dem.tif&bbox=${[west, south, east, north].join(',')}`,
    );
    expect(box.items).toMatchObject([{ min: 105, max: 105 }]);
    // Kept answers are the same.
    expect(await ask(`${DS}/raster/statistics?path=bands.tif&bands=1,4`)).toEqual(all);
  });

  const hasLocationInfo = hasProgram('which', 'gdallocationinfo');
  it.skipIf(!hasLocationInfo)(
    `tell values as gdallocationinfo does${hasLocationInfo ? '' : ' (skipped: gdallocationinfo is not installed)'}`,
    async () => {
      const path = join(tmpdir(), `alidade-located-${randomUUID()}.tif`);
      writeFileSync(path, dem);
      try {
        for (const [x, y] of [
          [CONE.x + 0.3, CONE.y + 7.1],
          [BOX.west + 3.2, BOX.north - 5.6],
          [EAST + 0.1, NORTH - 0.1],
        ] as const) {
          const [lon, lat] = degrees(x, y);
          const expected = Number(await outputOf('gdallocationinfo', ['-valonly', '-wgs84', path, `${lon}`, `${lat}`]));
          const found = await ask<object>(`${DS}/raster/value?path=dem.tif&lon=${lon}&lat=${lat}`);
          expect(found).toMatchObject({ bands: [{ number: 1, value: expect.closeTo(expected, 4) as number }] });
        }
      } finally {
        rmSync(path);
      }
    },
  );

  it('tell indices, and nothing beside the raster', async () => {
    const [lon, lat] = degrees(...placeOf(20, 30));
    const found = await ask<{ indices: { name: string; value: number }[] }>(
      `${DS}/raster/value?path=bands.tif&lon=${lon}&lat=${lat}`,
    );
    expect(found).toMatchObject({
      column: 20,
      row: 30,
      bands: [1020, 2000, 3000, 4000, 5000].map((value) => ({ value })),
    });
    expect(found.indices.find(({ name }) => name === 'NDVI')!.value).toBeCloseTo((5000 - 1020) / 6020, 9);
    const beside = await ask(`${DS}/raster/value?path=dem.tif&lon=0&lat=0`);
    expect(beside).toMatchObject({ column: null, row: null, bands: [{ value: null }] });
  });

  it.each([
    ['raster/info?path=none.tif', 404],
    ['raster/info', 400],
    ['raster/statistics?path=dem.tif&bands=1&expression=NDVI', 400],
    ['raster/statistics?path=dem.tif&bands=2', 400],
    ['raster/statistics?path=dem.tif&expression=NDVI', 400],
    ['raster/statistics?path=dem.tif&bbox=0,0,1,1', 400],
    ['raster/statistics?path=dem.tif&bbox=1,1,0,0', 400],
    ['raster/statistics?path=bands.tif&bands=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1', 413],
    ['raster/value?path=dem.tif&lon=200&lat=0', 400],
    ['raster/value?path=dem.tif&lon=1', 400],
  ])('%s is %d', async (address, status) => {
    const answer = await anonymously(`${DS}/${address}`);
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as { error: string }).error.length).toBeGreaterThan(10);
  });
});

describe('a profile', () => {
  it('goes over the cone', async () => {
    const line = { type: 'LineString', coordinates: [degrees(EAST + 10, CONE.y), degrees(EAST + 90, CONE.y)] };
    const profile = await post<{
      length: number;
      distances: number[];
      values: number[];
      positions: number[][];
      max: number;
    }>('profile', { path: 'dem.tif', line, samples: 161 });
    // Metres of UTM, which is 0.04 percent short in its middle.
    expect(profile.length).toBeCloseTo(80 / 0.9996, 2);
    expect([profile.distances[0], profile.distances.at(-1), profile.values.length]).toEqual([0, profile.length, 161]);
    profile.values.forEach((value, at) => {
      const expected = GROUND + CONE.height * Math.max(0, 1 - Math.abs(at * 0.5 - 40) / CONE.radius);
      expect(Math.abs(value - expected)).toBeLessThan(0.12);
    });
    expect(profile.max).toBeGreaterThan(109.8);
    expect(profile.positions.at(-1)).toEqual(line.coordinates[1]);
  });

  it('has nothing where nothing is, and is refused in words', async () => {
    const line = (...places: readonly number[][]) => ({ type: 'LineString', coordinates: places });
    const leaving = line(degrees(EAST + 180, CONE.y), degrees(EAST + 250, CONE.y));
    const { values, min } = await post<{ values: (number | null)[]; min: number }>('profile', {
      path: 'dem.tif',
      line: leaving,
      samples: 50,
    });
    expect([values[0], values.at(-1), min]).toEqual([100, null, expect.closeTo(100, 9) as number]);
    const nowhere = await post<object>('profile', { path: 'dem.tif', line: line([0, 0], [1, 1]), samples: 2 });
    expect(nowhere).toMatchObject({ values: [null, null], min: null, max: null });
    const refused: readonly (readonly [object, number])[] = [
      [{ path: 'dem.tif', line: leaving, band: 2 }, 400],
      [{ path: 'ortho.tif', line: leaving }, 400],
      [{ path: 'dem.tif', line: leaving, samples: 2001 }, 400],
      [{ path: 'dem.tif', line: line(MIDDLE, MIDDLE) }, 400],
      [{ path: 'dem.tif', line: line(MIDDLE) }, 400],
      [{ path: 'dem.tif', line: line(...Array.from({ length: 1001 }, (_, at) => [at / 1e5, 44])) }, 413],
    ];
    for (const [json, status] of refused) {
      const answer = await service.call('POST', `${DS}/raster/profile`, { token: null, json });
      expect([status, json]).toEqual([answer.status, json]);
    }
  });
});

interface Volume {
  readonly cut: number;
  readonly fill: number;
  readonly net: number;
  readonly area: number;
  readonly missing: number;
  readonly base: { readonly kind: string; readonly height: number };
  readonly cellSize: readonly number[];
}

describe('a volume', () => {
  const measure = (area: object, base?: unknown) =>
    post<Volume>('volume', { path: 'dem.tif', polygon: area, ...(base === undefined ? {} : { base }) });
  const cone = (Math.PI * CONE.radius ** 2 * CONE.height) / 3;

  it('of a cone and a box is that of geometry', async () => {
    const around = polygon(square(EAST + 10, NORTH - 10, 80));
    for (const base of [undefined, 'lowest', 'average', 'plane', GROUND]) {
      const { cut, fill, net, area, base: used } = await measure(around, base);
      expect(Math.abs(cut / cone - 1)).toBeLessThan(0.002);
      expect(fill).toBeLessThan(1);
      expect(net).toBeCloseTo(cut - fill, 9);
      expect(area).toBeCloseTo(6400, 0);
      expect(used.height).toBeCloseTo(GROUND, 3);
    }
    const box = await measure(polygon(square(BOX.west - 10, BOX.north + 10, 40)));
    expect(Math.abs(box.cut / (BOX.side ** 2 * BOX.height) - 1)).toBeLessThan(0.002);
    expect(box).toMatchObject({ source: 'original', base: { kind: 'plane' }, lowest: 100, highest: 105 });
    expect(box.cellSize.map((side) => Math.round(side * 1000))).toEqual([500, 500]);
  });

  it('below a height is to be filled, holes count for nothing, nor does what has no heights', async () => {
    const flat = polygon(square(BOX.west - 10, BOX.north + 10, 40), square(BOX.west - 1, BOX.north + 1, 22));
    const { cut, fill, area } = await measure(flat, 103);
    expect(cut).toBeLessThan(0.01);
    expect(area).toBeCloseTo(1600 - 484, 0);
    expect(fill).toBeCloseTo(3 * (1600 - 484), 0);
    const edge = await measure(polygon(square(EAST + 180, NORTH - 20, 40)), GROUND);
    expect(edge.area + edge.missing).toBeCloseTo(1600, 0);
    expect(edge.area).toBeCloseTo(40 * 10.5, 0);
  });

  it.each<[string, object, number, RegExp]>([
    [
      'crossing itself',
      { polygon: polygon(ring([EAST, NORTH], [EAST + 50, NORTH - 50], [EAST + 50, NORTH], [EAST, NORTH - 50])) },
      400,
      /crosses itself/,
    ],
    ['beside the raster', { polygon: polygon(square(EAST - 500, NORTH, 100)) }, 400, /beside the raster/],
    ['without heights', { polygon: polygon(square(EAST + 192, NORTH - 20, 5)), base: 'lowest' }, 400, /no heights/],
    ['of a picture', { path: 'ortho.tif', polygon: polygon(square(EAST, NORTH, 50)) }, 400, /heights/],
    ['of some bands', { path: 'none.tif', polygon: polygon(square(EAST, NORTH, 50)) }, 404, /no entry/],
    ['of another base', { polygon: polygon(square(EAST, NORTH, 50)), base: 'sea' }, 400, /base/],
    [
      'of too many corners',
      {
        polygon: polygon(
          Array.from({ length: 1200 }, (_, at) => [9 + Math.cos(at / 200) / 1e3, 45 + Math.sin(at / 200) / 1e3]),
        ),
      },
      413,
      /1200 positions/,
    ],
    [
      'of places beyond the world',
      {
        polygon: polygon([
          [0, 0],
          [400, 0],
          [400, 1],
          [0, 0],
        ]),
      },
      400,
      /./,
    ],
  ])('is refused: %s', async (_, asked, status, message) => {
    const json = { path: 'dem.tif', ...asked };
    const answer = await service.call('POST', `${DS}/raster/volume`, { token: null, json });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([status, expect.stringMatching(message)]);
  });

  it('around the whole world is that of the raster', async () => {
    const world = polygon([
      [8.9, 44.9],
      [9.2, 44.9],
      [9.2, 45.3],
      [8.9, 45.3],
      [8.9, 44.9],
    ]);
    const { cut, missing } = await measure(world, GROUND);
    expect(Math.abs(cut / (cone + BOX.side ** 2 * BOX.height) - 1)).toBeLessThan(0.002);
    expect(missing).toBeGreaterThan(1e8);
  });
});

describe('heights in feet by the CRS alone', () => {
  const inDegrees = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(2263),
    gdal.SpatialReference.fromUserInput('OGC:CRS84'),
  );
  const at = (column: number, row: number): [number, number] => {
    const { x, y } = inDegrees.transformPoint(FEET_EAST + column * 3, FEET_NORTH - row * 3);
    return [x, y];
  };
  const metresPerUnit = expect.closeTo(FOOT, 9) as number;

  it('are told with metres of their unit', async () => {
    const [lon, lat] = at(60.5, 50.5);
    const value = await ask(`${DS}/raster/value?path=feet.tif&lon=${lon}&lat=${lat}`);
    expect(value).toMatchObject({ column: 60, row: 50, bands: [{ unit: '', metresPerUnit, value: 160 }] });
    const [known, metres, none] = await Promise.all(
      ['feet', 'dem', 'bands'].map((name) => ask<Info>(`${DS}/raster/info?path=${name}.tif`)),
    );
    expect(known!.bands).toMatchObject([{ unit: '', metresPerUnit }]);
    expect(metres!.bands).toMatchObject([{ metresPerUnit: 1 }]);
    expect(none!.bands[0]).toMatchObject({ metresPerUnit: null });
    const line = { type: 'LineString', coordinates: [at(10.5, 50.5), at(110.5, 50.5)] };
    expect(await post('profile', { path: 'feet.tif', line, samples: 2 })).toMatchObject({ metresPerUnit });
  });

  it('are metres in pictures of heights', async () => {
    const { maxZoom } = await ask<Info>(`${DS}/raster/info?path=feet.tif`);
    const middle = at(60, 50);
    const { z, x, y } = tileOf(middle, maxZoom);
    const answer = await anonymously(`${DS}/tiles/${z}/${x}/${y}.png?path=feet.tif&encoding=terrarium`);
    expect(answer.status).toBe(200);
    const { data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    const found: number[] = [];
    for (let pixel = 0; pixel < data.length; pixel += 4)
      found.push(data[pixel]! * 256 + data[pixel + 1]! + data[pixel + 2]! / 256 - 32_768);
    expect(Math.max(...found)).toBeLessThan(220 * FOOT);
    expect(found.filter((height) => height > 99 * FOOT).length).toBeGreaterThan(1000);
  });
});

describe('rights', () => {
  const questions = (dataset: string): readonly (readonly ['GET' | 'POST', string, object?])[] => [
    ['GET', tile('style=hillshade', 'dem.tif', '.png', dataset)],
    ['GET', `${dataset}/raster/info?path=dem.tif`],
    ['GET', `${dataset}/raster/statistics?path=dem.tif`],
    ['GET', `${dataset}/raster/value?path=dem.tif&lon=9&lat=45`],
    [
      'POST',
      `${dataset}/raster/profile`,
      { path: 'dem.tif', line: { type: 'LineString', coordinates: [MIDDLE, [9, 45]] } },
    ],
    ['POST', `${dataset}/raster/volume`, { path: 'dem.tif', polygon: polygon(square(EAST + 10, NORTH - 10, 80)) }],
  ];

  it('are those of the dataset', async () => {
    const { token: stranger } = await createPerson(service, 'stranger');
    const link = await createLink(service, 'admin/closed', { path: 'dem.tif' });
    const other = await createLink(service, 'admin/heights', { path: 'ortho.tif' });
    for (const [method, address, json] of questions('/orgs/admin/ds/closed')) {
      const statusFor = async (token: string | null) =>
        (await service.call(method, address, { token, ...(json === undefined ? {} : { json }) })).status;
      expect([address, await statusFor(null)]).toEqual([address, 401]);
      expect([401, 403, 404]).toContain(await statusFor(stranger));
      expect([address, await statusFor(link.token)]).toEqual([address, 200]);
      expect([401, 403, 404]).toContain(await statusFor(other.token));
      expect([address, await statusFor(service.token)]).toEqual([address, 200]);
    }
  });
});
