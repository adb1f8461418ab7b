import { afterAll, describe, expect, it } from 'vitest';
import { createProjections } from '../../../projections/index.ts';
import { createVectorMaps, DEFAULT_STYLE, type MapStyle, readMapStyle } from '../index.ts';
import type { MapGrid } from '../../../render/index.ts';
import { type BuiltTiles, useMvtBuilder } from '../testing/mvt-builds.ts';
import type { BuiltVector } from '../testing/vec-builds.ts';

const mvt = useMvtBuilder();
const maps = createVectorMaps(createProjections(mvt.engine));
afterAll(() => maps.close());

const PLAIN = readMapStyle({ polygon: { fill: '#ff0000', fillOpacity: 1, width: 0 }, label: 'none' })!;

type Ring = readonly (readonly [x: number, y: number])[];
const square = (west: number, south: number, side: number): Ring => [
  ...([
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ] as const),
];
const collection = (features: readonly object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const polygon = (ring: Ring, properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const point = (coordinates: readonly number[], properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});

/** The first layer of a built file, to be drawn with its tiles or without. */
const layerOf = (vec: BuiltVector, tiles?: BuiltTiles) => ({
  file: vec,
  content: vec.package.layers[0]!,
  size: 10_000_000,
  isOnly: true,
  tiles: tiles && { path: tiles.path },
});

async function draw(layer: ReturnType<typeof layerOf>, grid: MapGrid, style: MapStyle = PLAIN) {
  const rgba = await maps.draw(layer, grid, style);
  expect(rgba).toHaveLength(grid.width * grid.height * 4);
  const at = (x: number, y: number): number => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return rgba[(row * grid.width + column) * 4 + 3]!;
  };
  const covered = rgba.reduce((sum, value, index) => (index % 4 === 3 ? sum + value / 255 : sum), 0);
  return { rgba, at, covered };
}

describe('places', () => {
  it('at the antimeridian show from both sides, once each', async () => {
    const vec = await mvt.bytes('fiji.geojson', collection([polygon(square(179, -17, 2))]));
    const layer = layerOf(vec);
    for (const box of [
      [170, -20, 190, -10],
      [-190, -20, -170, -10],
      [-182, -20, -178, -10],
    ] as const) {
      const { covered } = await draw(layer, { crs: 'EPSG:4326', box, width: 200, height: 100 });
      // Two degrees of twenty, or of four.
      expect(covered).toBeCloseTo(box[2] - box[0] === 20 ? 20 * 20 : 100 * 20, 0);
    }
    const world = await draw(layer, { crs: 'EPSG:4326', box: [-180, -90, 180, 90], width: 720, height: 360 });
    expect([world.at(719, 213), world.at(0, 213), world.at(715, 213)]).toEqual([255, 255, 0]);
    // A Mercator of the Pacific has no break there.
    const pacific = {
      crs: 'EPSG:3832',
      box: [3_000_000, -2_300_000, 3_700_000, -1_500_000],
      width: 70,
      height: 80,
    } as const;
    const { covered } = await draw(layer, pacific);
    expect(covered).toBeGreaterThan(22 * 22);
    expect(covered).toBeLessThan(23.5 * 25);
  });

  it('around a pole, and at it, show where they are', async () => {
    const cap: Ring = Array.from({ length: 73 }, (_, step) => [5 * step - 180, 80] as const);
    const ring: Ring = [...cap, [180, 85], ...cap.map(([x]) => [-x, 85] as const), [-180, 80]];
    const vec = await mvt.bytes('ring.geojson', collection([polygon(ring), polygon(square(40, 89.5, 0.4))]));
    // A pixel of ten kilometres; EPSG:3413 has longitude -45 downwards.
    const grid = {
      crs: 'EPSG:3413',
      box: [-1_500_000, -1_500_000, 1_500_000, 1_500_000],
      width: 300,
      height: 300,
    } as const;
    const { at } = await draw(layerOf(vec), grid);
    /** Kilometres from the pole by EPSG's formula, at true scale in 70 degrees north. */
    const radius = (latitude: number): number => 2 * 6371 * Math.tan(((90 - latitude) * Math.PI) / 360) * 0.97;
    for (let angle = 0.1; angle < 2 * Math.PI; angle += 0.4) {
      const shown = [radius(82.5), radius(87), radius(78)].map((far) =>
        at(150 + (far / 10) * Math.cos(angle), 150 + (far / 10) * Math.sin(angle)),
      );
      expect([angle, ...shown]).toEqual([angle, 255, 0, 0]);
    }
  });

  it('show up to the edges of maps of the whole world', async () => {
    const degrees = [-179.9, -100, 0, 100, 179.9];
    const spots = degrees.flatMap((longitude) => [point([longitude, 10]), point([longitude, -20])]);
    const vec = await mvt.bytes('around.geojson', collection(spots));
    const projections = createProjections(mvt.engine);
    for (const [crs, x, y] of [
      ['EPSG:3395', 20_037_508, 15_000_000],
      ['EPSG:6933', 17_367_530, 7_314_540],
      ['ESRI:54030', 17_005_833, 8_625_154],
      ['ESRI:54009', 18_040_095, 9_020_047],
      // Those around the Pacific are cut in the Atlantic.
      ['EPSG:3832', 20_037_508, 15_000_000],
    ] as const) {
      const grid = { crs, box: [-x, -y, x, y], width: 800, height: 400 } as const;
      const { at } = await draw(layerOf(vec), grid);
      const positions = Float64Array.from(degrees.flatMap((longitude) => [longitude, 10, longitude, -20]));
      const plane = await projections.transform('OGC:CRS84', crs, positions);
      for (let index = 0; index < plane.length; index += 2) {
        const [column, row] = [((plane[index]! + x) / (2 * x)) * 800, ((y - plane[index + 1]!) / (2 * y)) * 400];
        expect([crs, positions[index], at(Math.min(798, Math.max(1, column)), row)]).toEqual([
          crs,
          positions[index],
          255,
        ]);
      }
    }
  });

  it('without any are drawn as nothing', async () => {
    const vec = await mvt.bytes(
      'table.geojson',
      collection([{ type: 'Feature', properties: { a: 1 }, geometry: null }]),
    );
    const { covered } = await draw(layerOf(vec), { crs: 'EPSG:3857', box: [0, 0, 1, 1], width: 10, height: 10 });
    expect(covered).toBe(0);
  });
});

describe('tiles and features', () => {
  it('give the same picture, without seams', async () => {
    const fields = Array.from({ length: 3600 }, (_, at) =>
      polygon(square(10 + (at % 60) * 0.01, 45 + Math.floor(at / 60) * 0.01, 0.008)),
    );
    const vec = await mvt.bytes('fields.geojson', collection(fields));
    const tiles = await mvt.tiles(vec);
    for (const style of [PLAIN, DEFAULT_STYLE]) {
      for (const grid of [
        { crs: 'EPSG:3857', box: [1_113_000, 5_600_000, 1_225_000, 5_680_000], width: 560, height: 400 },
        { crs: 'EPSG:25832', box: [580_000, 4_980_000, 660_000, 5_060_000], width: 400, height: 400 },
      ] as const) {
        const [tiled, exact] = [await draw(layerOf(vec, tiles), grid, style), await draw(layerOf(vec), grid, style)];
        expect(exact.covered).toBeGreaterThan(20_000);
        const differences = tiled.rgba.map((value, index) => Math.abs(value - exact.rgba[index]!));
        const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
        expect([grid.crs, mean < 5]).toEqual([grid.crs, true]);
        expect(Math.abs(tiled.covered / exact.covered - 1)).toBeLessThan(0.01);
      }
    }
  });

  it('are whole in tiles: what lies in several has no side between them', async () => {
    const spots = Array.from({ length: 600 }, (_, at) => point([9 + at / 1000, 40]));
    const vec = await mvt.bytes('one.geojson', collection([polygon(square(8, 44, 4)), ...spots]));
    const tiles = await mvt.tiles(vec);
    for (const crs of ['EPSG:3857', 'EPSG:4326', 'EPSG:25832'] as const) {
      const box = {
        'EPSG:3857': [1_000_000, 5_600_000, 1_240_000, 5_760_000],
        'EPSG:4326': [9, 44.5, 11, 46],
        'EPSG:25832': [550_000, 4_950_000, 700_000, 5_050_000],
      } as const;
      const { rgba } = await draw(layerOf(vec, tiles), { crs, box: box[crs], width: 1000, height: 700 });
      expect([crs, rgba.every((value, index) => index % 4 !== 3 || value === 255)]).toEqual([crs, true]);
    }
  });
});

describe('tiles', () => {
  it('end before the poles, pictures do not', async () => {
    const spots = Array.from({ length: 600 }, (_, at) => point([(at * 7) % 360, -80]));
    const cap = polygon(square(-20, 84, 4));
    const vec = await mvt.bytes('north.geojson', collection([cap, ...spots]));
    const tiles = await mvt.tiles(vec);
    const translucent = readMapStyle({ polygon: { fill: '#ff0000', fillOpacity: 0.5, width: 0 }, label: 'none' })!;
    for (const grid of [
      { crs: 'EPSG:4326', box: [-25, 80, -5, 90], width: 200, height: 100 },
      { crs: 'EPSG:3413', box: [-100_000, -1_000_000, 900_000, 0], width: 200, height: 200 },
      { crs: 'EPSG:3857', box: [-3_000_000, 18_000_000, -1_000_000, 26_000_000], width: 100, height: 400 },
    ] as const) {
      const exact = await draw(layerOf(vec), grid, translucent);
      const tiled = await draw(layerOf(vec, tiles), grid, translucent);
      expect(exact.covered).toBeGreaterThan(200);
      // Half a pixel of the outline, and none drawn twice.
      expect([grid.crs, Math.abs(tiled.covered / exact.covered - 1) < 0.02]).toEqual([grid.crs, true]);
      expect(tiled.rgba.filter((value, at) => at % 4 === 3 && value > 130)).toHaveLength(0);
    }
  });

  it('are not looked for around the world again and again', async () => {
    const spots = Array.from({ length: 600 }, (_, at) => point([at / 10, 20]));
    const vec = await mvt.bytes('spots.geojson', collection(spots));
    const layer = layerOf(vec, await mvt.tiles(vec));
    for (const box of [
      [-1e7, -90, 1e7, 90],
      [-1e300, -90, 1e300, 90],
    ] as const) {
      const grid = { crs: 'EPSG:4326', box, width: 200, height: 100 };
      expect((await draw(layer, grid, DEFAULT_STYLE)).covered).toBeGreaterThan(0);
    }
  });
});

describe('labels', () => {
  it('are written once, whole, and not on each other', async () => {
    const places = Array.from({ length: 400 }, (_, at) =>
      point([(at % 20) * 0.05, Math.floor(at / 20) * 0.05], { Name: `Place ${at}` }),
    );
    const vec = await mvt.bytes('places.geojson', collection(places));
    const invisible = { point: { opacity: 0 }, label: { colour: '#00ff00', halo: '#00ff00', size: 14 } };
    const grid = { crs: 'EPSG:4326', box: [0, 0, 1, 1], width: 300, height: 300 } as const;
    const { rgba, covered } = await draw(layerOf(vec), grid, readMapStyle(invisible)!);
    expect(covered).toBeGreaterThan(3000);
    expect(covered).toBeLessThan(300 * 300 * 0.9);
    const edge = Array.from({ length: 300 }, (_, at) => [at, 299 * 300 + at, at * 300, at * 300 + 299]).flat();
    expect(edge.filter((pixel) => rgba[pixel * 4 + 3] !== 0)).toEqual([]);
    const none = await draw(layerOf(vec), grid, readMapStyle({ ...invisible, label: 'none' })!);
    expect(none.covered).toBe(0);
    const other = await draw(layerOf(vec), grid, readMapStyle({ ...invisible, label: { property: 'missing' } })!);
    expect(other.covered).toBe(0);
  });
});

it('features at a pixel tell no more than a client takes', async () => {
  const circle = (count: number): Ring =>
    Array.from({ length: count + 1 }, (_, at) => {
      const angle = (2 * Math.PI * (at % count)) / count;
      return [Math.cos(angle), Math.sin(angle)] as const;
    });
  const features = [6000, 6000, 3000].map((count) => polygon(circle(count), { text: 'x'.repeat(20_000) }));
  const vec = await mvt.bytes('circles.geojson', collection(features));
  const grid = { crs: 'EPSG:4326', box: [-1, -1, 1, 1], width: 100, height: 100 } as const;
  const found = await maps.featuresAt(layerOf(vec), grid, { column: 50, row: 50, limit: 10 });
  expect(found.map(({ geometry }) => geometry !== null)).toEqual([true, false, true]);
  expect(found.map(({ properties }) => String(properties['text']).length)).toEqual([10_001, 10_001, 10_001]);
});

it('drawing stops when nobody waits', async () => {
  const vec = await mvt.bytes('some.geojson', collection([polygon(square(0, 0, 1))]));
  const grid = { crs: 'EPSG:4326', box: [0, 0, 1, 1], width: 10, height: 10 } as const;
  await expect(maps.draw(layerOf(vec), grid, PLAIN, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

it('equal pictures at the same time are drawn once', async () => {
  const vec = await mvt.bytes('twins.geojson', collection([polygon(square(0, 0, 1))]));
  const grid = { crs: 'EPSG:4326', box: [0, 0, 2, 2], width: 10, height: 10 } as const;
  const [first, second, other] = await Promise.all([
    maps.draw(layerOf(vec), grid, PLAIN),
    maps.draw(layerOf(vec), { ...grid }, { ...PLAIN }),
    maps.draw(layerOf(vec), { ...grid, width: 11 }, PLAIN),
  ]);
  expect(second).toBe(first);
  // From thread to thread without a copy.
  for (const pixels of [first, other]) expect(pixels?.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(other).toHaveLength(11 * 10 * 4);
});

describe('colours by an attribute', () => {
  it('are the same from the features and from the tiles', async () => {
    const fields = collection([
      polygon(square(0, 0, 1), { crop: 'vine', grown: true }),
      polygon(square(2, 0, 1), { crop: 'wheat', grown: false }),
    ]);
    const vec = await mvt.bytes('crops.geojson', fields);
    const tiles = await mvt.tiles(vec);
    const grid = { crs: 'EPSG:4326', box: [0, 0, 3, 1], width: 30, height: 10 } as const;
    const colours = ['#ff0000', '#0000ff'];
    for (const classes of [
      { property: 'crop', values: ['vine', 'wheat'], colours, other: '#000000' },
      // Built files say true and false.
      { property: 'grown', values: ['true', 'false'], colours, other: '#000000' },
    ]) {
      const style = readMapStyle({ classes, polygon: { fillOpacity: 1, width: 0 }, label: 'none' })!;
      for (const layer of [layerOf(vec), layerOf(vec, tiles)]) {
        const { rgba } = await draw(layer, grid, style);
        const colourAt = (x: number): number[] => Array.from(rgba.slice((5 * 30 + x) * 4, (5 * 30 + x) * 4 + 3));
        expect([classes.property, layer.tiles === undefined, colourAt(5), colourAt(25)]).toEqual([
          classes.property,
          layer.tiles === undefined,
          [255, 0, 0],
          [0, 0, 255],
        ]);
      }
    }
  });
});
