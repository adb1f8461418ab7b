import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type ToolBench, type ToolRun } from '../../../tasks/testing/run-tool.ts';
import { vectorExport } from './tool.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');
const hasOgr2ogr = hasProgram('ogr2ogr', '--version');
const NEEDS = 'no shared data, or ogr2ogr is not installed';
let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-export-'));
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Feature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Features of a file, as GDAL of the machine reads them. */
async function featuresIn(file: string, ...args: readonly string[]): Promise<readonly Feature[]> {
  const text = await outputOf('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, ...args]);
  return (JSON.parse(text) as { features: Feature[] }).features;
}

let number = 0;
/** The download, on the disk. */
async function saved({ end, artifact }: ToolRun): Promise<string> {
  const file = join(folder, `${(number += 1)}-${end.artifact!.name}`);
  await writeFile(file, artifact!);
  return file.endsWith('.zip') ? `/vsizip/${file}` : file;
}

const positions = (geometry: Feature['geometry']): readonly number[] =>
  (JSON.stringify(geometry?.coordinates ?? null).match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);

/** Whether two files hold the same features in the same order. @param tolerance in units of their CRS */
function expectSame(found: readonly Feature[], expected: readonly Feature[], tolerance: number): void {
  expect(found).toHaveLength(expected.length);
  for (const [index, { geometry, properties }] of found.entries()) {
    const other = expected[index]!;
    expect(properties).toEqual(other.properties);
    const [mine, theirs] = [positions(geometry), positions(other.geometry)];
    expect(mine).toHaveLength(theirs.length);
    expect(
      mine.every((value, at) => Math.abs(value - theirs[at]!) <= tolerance),
      `feature ${index}`,
    ).toBe(true);
  }
}

const rowsOf = (features: readonly Feature[]): readonly string[] =>
  features.map(({ properties }) => JSON.stringify(properties)).sort();

const CASES = [
  ['GPKG', 'nc.gpkg', 1e-9],
  ['FlatGeobuf', 'nc.gpkg', 1e-9],
  ['GeoJSON', 'rivers_3857.gpkg', 1e-6],
  ['CSV', 'nc.gpkg', 1e-6],
  ['DXF', 'nc.gpkg', 1e-6],
] as const;

describe('beside ogr2ogr', () => {
  it.for(CASES)('%s of %s', async ([format, name, tolerance], { skip }) => {
    skip(!hasSharedData || !hasOgr2ogr, NEEDS);
    const source = join(SHARED_DATA, 'vector', name);
    const run = await bench.run(vectorExport, { path: name, format }, { [name]: source });
    const mine = await saved(run);
    const theirs = join(folder, `theirs-${number}.${mine.split('.').at(-1)}`);
    const options = {
      GeoJSON: ['-lco', 'RFC7946=YES'],
      CSV: ['-lco', 'GEOMETRY=AS_WKT'],
      DXF: ['-select', ''],
      GPKG: [],
      FlatGeobuf: [],
    }[format];
    await outputOf('ogr2ogr', ['-f', format, theirs, source, ...options]);
    // A handle of its own is all that a feature of a DXF has.
    const fields = format === 'DXF' ? ['-select', 'Layer'] : [];
    expectSame(await featuresIn(mine, ...fields), await featuresIn(theirs, ...fields), tolerance);
  });

  it('a CRS, a box and two conditions: what -t_srs, -spat and -where do', async ({ skip }) => {
    skip(!hasSharedData || !hasOgr2ogr, NEEDS);
    const source = join(SHARED_DATA, 'vector/nc.gpkg');
    const run = await bench.run(
      vectorExport,
      {
        path: 'nc.gpkg',
        format: 'GPKG',
        crs: 'EPSG:32119',
        bbox: [-80, 34, -78, 37],
        conditions: [
          { field: 'AREA', operator: '>', value: 0.15 },
          { field: 'NAME', operator: '<>', value: "O'Wake\\' OR 1=1 --" },
        ],
        fields: ['NAME', 'AREA'],
      },
      { 'nc.gpkg': source },
    );
    const theirs = join(folder, 'where.gpkg');
    const where = ['-where', 'AREA > 0.15', '-select', 'NAME,AREA', '-t_srs', 'EPSG:32119'];
    const box = ['-spat', '-80', '34', '-78', '37', '-spat_srs', 'EPSG:4326'];
    await outputOf('ogr2ogr', ['-f', 'GPKG', theirs, source, ...where, ...box]);
    const found = await featuresIn(await saved(run));
    expect(found.length).toBeGreaterThan(3);
    expectSame(found, await featuresIn(theirs), 1e-6);
  });

  it('a shapefile of a KMZ is an archive of its files; each layer of two is a file', async ({ skip }) => {
    skip(!hasSharedData || !hasOgr2ogr, NEEDS);
    const [states, layers] = [
      join(SHARED_DATA, 'vector/us_states.kmz'),
      join(SHARED_DATA, 'vector/oregon_2layers.gpkg'),
    ];
    const shapefile = await bench.run(vectorExport, { path: 's.kmz', format: 'ESRI Shapefile' }, { 's.kmz': states });
    const archive = await saved(shapefile);
    const [layer] = (shapefile.end.facts as { layers: string[] }).layers;
    const theirs = await featuresIn(states);
    expect(shapefile.end.artifact?.name).toBe('s.zip');
    expect(await featuresIn(`${archive}/${layer}.shp`)).toHaveLength(theirs.length);
    const both = await bench.run(vectorExport, { path: 'o.gpkg', format: 'FlatGeobuf' }, { 'o.gpkg': layers });
    const place = await saved(both);
    for (const each of (both.end.facts as { layers: string[] }).layers)
      // A FlatGeobuf holds its features in the order of its index.
      expect(rowsOf(await featuresIn(`${place}/${each}.fgb`))).toEqual(rowsOf(await featuresIn(layers, each)));
    const one = await bench.run(
      vectorExport,
      { path: 'o.gpkg', format: 'GPKG', layers: ['roads'] },
      { 'o.gpkg': layers },
    );
    expectSame(await featuresIn(await saved(one), 'roads'), await featuresIn(layers, 'roads'), 1e-9);
  });
});

/** Points and a line, with attributes of all kinds; one number is beyond what JavaScript counts in. */
const GENERATED = Buffer.from(
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: 50 }, (_, index) => ({
      type: 'Feature',
      properties: { n: index, t: `ä ${index % 5}`, fid: `own ${index}`, at: '2024-05-06T07:08:09Z', list: ['a', 'b'] },
      geometry: { type: 'Point', coordinates: [7 + index / 1000, 46, index] },
    })),
  }).replace('"n":49', '"n":9007199254740993'),
);

describe('of generated features', () => {
  const files = { 'points.geojson': GENERATED };
  const json = (run: ToolRun): readonly Feature[] =>
    (JSON.parse(run.artifact!.toString()) as { features: Feature[] }).features;
  const run = (more: object) => bench.run(vectorExport, { path: 'points.geojson', format: 'GeoJSON', ...more }, files);

  it('all of them come, and no digit is lost', async () => {
    const whole = await run({ fileName: 'survey.txt' });
    expect(whole.end.artifact?.name).toBe('survey.geojson');
    expect(json(whole)).toHaveLength(50);
    const some = await run({ conditions: [{ field: 'n', operator: '>', value: 40 }], fields: ['n', 'at', 'list'] });
    expect(json(some)).toHaveLength(9);
    expect(some.artifact!.toString()).toContain('9007199254740993');
    expect(json(some)[0]).toMatchObject({ geometry: { type: 'Point', coordinates: [7.041, 46, 41] } });
    expect(Object.keys(json(some)[0]!.properties)).toEqual(['n', 'at', 'list']);
  });

  it('conditions count together, or one is enough', async () => {
    const conditions = [
      { field: 't', operator: 'begins', value: 'ä 1' },
      { field: 'n', operator: 'in', value: [1, 2] },
    ];
    expect(json(await run({ conditions })).map(({ properties }) => properties['n'])).toEqual([1]);
    expect(json(await run({ conditions, match: 'any' }))).toHaveLength(11);
  });

  it('what a shapefile cannot hold beside points is left out, with a word', async () => {
    const mixed = JSON.parse(GENERATED.toString()) as { features: { geometry: object }[] };
    mixed.features[7]!.geometry = {
      type: 'LineString',
      coordinates: [
        [7, 46],
        [8, 47],
      ],
    };
    const bytes = Buffer.from(JSON.stringify(mixed));
    const parameters = { path: 'm.geojson', format: 'ESRI Shapefile' };
    const { log, artifact } = await bench.run(vectorExport, parameters, { 'm.geojson': bytes });
    expect(log.join(' ')).toContain('1 of 50 features of “m” that the format cannot hold are left out.');
    expect(artifact!.includes('m.shp')).toBe(true);
  });

  it('what a second layer of a GeoPackage has no place for is told, and the rest of both comes', async () => {
    const at = (latitude: number) => ({
      type: 'Feature',
      properties: { latitude },
      geometry: { type: 'Point', coordinates: [7, latitude] },
    });
    const source = join(folder, 'two.gpkg');
    for (const [layer, latitudes] of Object.entries({ fine: [46, 47], broken: [46, 95, 47] })) {
      const features = gdal.open(JSON.stringify({ type: 'FeatureCollection', features: latitudes.map(at) }));
      const more = layer === 'fine' ? [] : ['-update'];
      gdal.vectorTranslate(source, features, ['-f', 'GPKG', '-nln', layer, ...more]).close();
    }
    const { log, artifact } = await bench.run(
      vectorExport,
      { path: 'two.gpkg', format: 'GPKG', crs: 'EPSG:3857' },
      { 'two.gpkg': source },
    );
    expect(log).toContain('1 features of “broken” have no place in the CRS, and no geometry in the output.');
    const made = join(folder, 'made.gpkg');
    await writeFile(made, artifact!);
    const layers = gdal
      .open(made)
      .layers.map((layer) => [
        layer.name,
        layer.features.map((feature) => (feature.getGeometry() === null ? null : feature.fields.get('latitude'))),
      ]);
    expect(Object.fromEntries(layers)).toEqual({ fine: [46, 47], broken: [46, null, 47] });
    const table = await bench.run(
      vectorExport,
      { path: 'two.gpkg', format: 'CSV', layers: ['broken'], crs: 'EPSG:3857' },
      { 'two.gpkg': source },
    );
    expect(table.log).toContain('Some features of “broken” could not be written as they are.');
    expect(table.artifact!.toString().trim().split('\n')).toHaveLength(4);
  });

  it('is refused where the format can hold none of the features', async () => {
    const collection = { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [7, 46] }] };
    const bytes = Buffer.from(JSON.stringify({ type: 'Feature', properties: {}, geometry: collection }));
    const parameters = { path: 'c.geojson', format: 'ESRI Shapefile' };
    await expect(bench.run(vectorExport, parameters, { 'c.geojson': bytes })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/hold no feature of “c”/),
    });
  });

  it('an attribute called like a column of the format is kept', async () => {
    const made = await run({ format: 'GPKG' });
    expect(made.artifact!.subarray(0, 6).toString()).toBe('SQLite');
    expect(made.artifact!.includes('own 7')).toBe(true);
  });

  it.each([
    [{ layers: ['none'] }, /no layer none; there are points/],
    // Words of a disk that fails, which are the owner's here.
    [{ layers: ['EIO', 'disk full'] }, /no layer EIO/],
    [{ fields: ['none'] }, /no attribute none/],
    [{ conditions: [{ field: 'none', operator: 'null' }] }, /no attribute none; there are n, t/],
    [{ conditions: [{ field: 'n', operator: '=', value: 'x' }] }, /with numbers only/],
    [{ conditions: [{ field: 'n', operator: '<', value: -1 }] }, /No feature meets/],
    [{ crs: 'EPSG:999999' }, /no CRS EPSG:999999/],
    [{ format: 'KML', crs: 'EPSG:3857' }, /always in EPSG:4326/],
    [{ bbox: [8, 46, 7, 47] }, /west of east/],
    [{ format: 'Excel' }, /format/],
    [{ path: 'none' }, /no entry/],
    [{ where: '1=1' }, /where/],
  ])('%j is refused', async (more, words) => {
    await expect(run(more)).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringMatching(words) });
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    bench.onPhase = () => stop.abort();
    onTestFinished(() => void delete bench.onPhase);
    const working = bench.run(vectorExport, { path: 'points.geojson' }, files, stop.signal);
    await expect(working).rejects.toMatchObject({ code: 'aborted' });
  });
});
