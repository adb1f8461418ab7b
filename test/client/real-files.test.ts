import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EntryType } from '../../src/inspection/index.ts';
import { testClient } from '../support/client.ts';
import { startService, until } from '../support/service.ts';
import { hasSharedData, SHARED_DATA } from '../support/shared-data.ts';

if (!hasSharedData) console.log('Skipped: real files. There is no ../shared/data beside the repository.');

type Box = readonly [west: number, south: number, east: number, north: number];

/** What other programs found out about a file. */
interface Expected {
  readonly suggestedKind: string;
  readonly facts: {
    readonly width?: number;
    readonly height?: number;
    readonly ImageWidth?: number;
    readonly ImageHeight?: number;
    readonly GPSLongitude?: number;
    readonly GPSLatitude?: number;
    readonly wgs84Bounds?: Box | null;
    readonly layers?: readonly { readonly featureCount: number; readonly wgs84Extent: Box | null }[];
    readonly count?: number;
    readonly points?: number;
    readonly splats?: number;
    readonly vertices?: number;
    readonly gpsTrack?: { readonly bounds: Box };
    readonly elements?: { readonly vertex: number };
  };
}

interface Entry {
  readonly path: string;
  readonly type: number;
  readonly properties: {
    readonly width?: number;
    readonly height?: number;
    readonly pointCount?: number;
    readonly splatCount?: number;
    /** Splats that cannot be drawn, of which the other programs count each. */
    readonly dropped?: number;
    readonly vertices?: number;
    readonly vector?: { readonly layers: readonly { readonly featureCount: number }[] };
  } | null;
  readonly point_geom: { readonly geometry: { readonly coordinates: readonly number[] } } | null;
  readonly polygon_geom: {
    readonly geometry: { readonly coordinates: readonly (readonly (readonly number[])[])[] };
  } | null;
}

interface Job {
  readonly path: string;
  readonly currentState: string;
  readonly outcome: string | null;
}

const TYPES: Readonly<Record<string, readonly EntryType[]>> = {
  'geo image': [EntryType.GeoImage],
  'geo panorama': [EntryType.GeoPanorama],
  'panorama (2:1, undeclared)': [EntryType.Panorama],
  image: [EntryType.Image],
  'image (no usable Earth georeference)': [EntryType.Image],
  'geo raster': [EntryType.GeoRaster],
  vector: [EntryType.Vector],
  'vector with missing companions (deferred, or indexed without them)': [EntryType.Vector],
  'point cloud': [EntryType.PointCloud],
  model: [EntryType.Model],
  'deferred build': [EntryType.Model],
  'gaussian splat (model)': [EntryType.GaussianSplat],
  video: [EntryType.Video],
  'geo video': [EntryType.GeoVideo],
  'generic (telemetry sidecar)': [EntryType.Generic],
  markdown: [EntryType.Markdown],
  // Some are sound pictures under a wrong name, or with one wrong number.
  'refuse or generic': [EntryType.Generic, EntryType.Image],
};
/** Degrees: the other program tells a position a second, and moves some metres in between. */
const TRACK_SLACK = 1e-4;
/** Files that are kept and not understood, as docs/formats.md says; each with the reason. */
const KEPT_ONLY: Readonly<Record<string, string>> = {
  'raster_special/ortho_tiles.gpkg': 'pictures in a GeoPackage are not read; the warning says so',
  'vector/coutwildrnp.zip': 'a shapefile in an archive is read under the name shp.zip or shz',
  'vector/us_cities.csv': 'the table has no coordinates',
  'pointcloud/zaghetto.pcd': 'PCD is not read',
};

it.runIf(hasSharedData)(
  'all files of ../shared, sent by the client into one dataset, are what other programs say',
  async () => {
    const { files } = JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as {
      readonly files: Readonly<Record<string, Expected>>;
    };
    await using service = await startService();
    await using client = await testClient({ ALIDADE_SERVER: service.url, ALIDADE_TOKEN: service.token });
    await client.prepare(['create', 'admin/real']);
    const begun = performance.now();
    await client.prepare(['put', SHARED_DATA, 'admin/real']);
    const sent = performance.now();
    const read = async <T>(path: string): Promise<T> => (await (await service.call('GET', path)).json()) as T;
    const jobs = await until(
      () => read<readonly Job[]>('/orgs/admin/ds/real/builds?pageSize=500'),
      (found) => found.every(({ currentState }) => ['Succeeded', 'Failed'].includes(currentState)),
      300,
    );
    const built = performance.now();
    const listed = (await client.run(['ls', '-r', 'admin/real', '--json'])).json() as Entry[];
    const entries = new Map(listed.map((entry) => [entry.path, entry]));

    const rows = Object.entries(files).map(([path, expected]) => ({
      path,
      kind: expected.suggestedKind,
      checks: checksOf(expected, entries.get(path)!, jobs, KEPT_ONLY[path] !== undefined),
    }));
    const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
    console.log(
      `${listed.length} entries sent in ${seconds(begun, sent)} s, ${jobs.length} builds over ${seconds(sent, built)} s later.\n${table(rows)}`,
    );
    expect(rows.length).toBeGreaterThan(100);
    for (const { path, checks } of rows)
      expect([path, ...Object.entries(checks).filter(([, isRight]) => isRight === false)]).toEqual([path]);
  },
  400_000,
);

/** Each true or false; null where the other program says nothing. */
interface Checks {
  readonly type: boolean;
  readonly count: boolean | null;
  readonly place: boolean | null;
  readonly build: boolean | null;
}

function checksOf(expected: Expected, entry: Entry, jobs: readonly Job[], isKeptOnly: boolean): Checks {
  if (isKeptOnly) return { type: entry.type === EntryType.Generic, count: null, place: null, build: null };
  const isType = TYPES[expected.suggestedKind]!.some((type) => type === entry.type);
  return {
    type: isType,
    count: countIsRight(expected, entry),
    place: placeIsRight(expected, entry),
    build: buildIsRight(entry, jobs),
  };
}

function countIsRight({ facts }: Expected, { properties }: Entry): boolean | null {
  const { width, height, vector, pointCount, splatCount, dropped = 0, vertices } = properties ?? {};
  const wanted: unknown[] = [
    facts.width ?? facts.ImageWidth,
    facts.height ?? facts.ImageHeight,
    facts.layers?.map(({ featureCount }) => featureCount),
    vertices === undefined ? (facts.splats ?? facts.count ?? facts.points ?? facts.elements?.vertex) : facts.vertices,
  ];
  const found: unknown[] = [
    width,
    height,
    vector?.layers.map(({ featureCount }) => featureCount),
    vertices ?? pointCount ?? (splatCount === undefined ? undefined : splatCount + dropped),
  ];
  const known = wanted.flatMap((value, at) => (value === undefined ? [] : [[value, found[at]]]));
  return known.length === 0 ? null : known.every(([value, own]) => JSON.stringify(value) === JSON.stringify(own));
}

function placeIsRight({ facts, suggestedKind }: Expected, entry: Entry): boolean | null {
  if (facts.GPSLongitude !== undefined) {
    const [longitude = NaN, latitude = NaN] = entry.point_geom?.geometry.coordinates ?? [];
    return Math.abs(longitude - facts.GPSLongitude) < 1e-6 && Math.abs(latitude - facts.GPSLatitude!) < 1e-6;
  }
  if (facts.gpsTrack !== undefined) {
    const [longitude = NaN, latitude = NaN] = entry.point_geom?.geometry.coordinates ?? [];
    return isInside([longitude, latitude, longitude, latitude], facts.gpsTrack.bounds, TRACK_SLACK);
  }
  const wanted =
    facts.wgs84Bounds ??
    around(facts.layers?.flatMap(({ wgs84Extent }) => (wgs84Extent === null ? [] : [wgs84Extent])));
  if (wanted === null) return suggestedKind.startsWith('image') ? entry.point_geom === null : null;
  const own = boxOf(entry);
  if (own === null) return false;
  // The outline is that of all that the file can hold: a box of layers in their own system, or the bent sides of a raster, within half a pixel.
  const slack =
    facts.layers === undefined
      ? Math.max(1e-6, spanOf(wanted) / (2 * Math.min(facts.width ?? 1e6, facts.height ?? 1e6)))
      : 0.05 * spanOf(wanted);
  return isInside(wanted, own, slack) && isInside(own, wanted, slack);
}

const BUILT: readonly EntryType[] = [EntryType.GeoRaster, EntryType.Vector, EntryType.GaussianSplat];

/** Entries of these types have outputs; what lacks a file waits for it. */
function buildIsRight({ path, type }: Entry, jobs: readonly Job[]): boolean | null {
  if (!BUILT.some((each) => each === type)) return null;
  const outcomes = jobs.filter((job) => job.path === path).map(({ outcome }) => outcome);
  return path.startsWith('broken/shp_alone/') ? outcomes.includes('deferred') : outcomes.includes('built');
}

function boxOf({ polygon_geom: polygon }: Entry): Box | null {
  const ring = polygon?.geometry.coordinates[0];
  if (ring === undefined) return null;
  return around(ring.map(([x = NaN, y = NaN]) => [x, y, x, y] as const));
}

function around(boxes: readonly Box[] | undefined): Box | null {
  if (boxes === undefined || boxes.length === 0) return null;
  const edge = (side: 0 | 1 | 2 | 3, choose: (...values: number[]) => number): number =>
    choose(...boxes.map((box) => box[side]));
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

const spanOf = ([west, south, east, north]: Box): number => Math.max(east - west, north - south);

const isInside = (inner: Box, outer: Box, slack: number): boolean =>
  inner[0] >= outer[0] - slack &&
  inner[1] >= outer[1] - slack &&
  inner[2] <= outer[2] + slack &&
  inner[3] <= outer[3] + slack;

/** A line for each kind: how many of its files are right, of those where something is known. */
function table(rows: readonly { readonly kind: string; readonly checks: Checks }[]): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(70) : cell.padStart(8))).join('');
  const share = (kind: string, check: keyof Checks): string => {
    const known = rows.filter((row) => row.kind === kind && row.checks[check] !== null);
    return known.length === 0 ? '-' : `${known.filter((row) => row.checks[check]).length}/${known.length}`;
  };
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return [
    line(['kind', 'type', 'count', 'place', 'build']),
    ...kinds.map((kind) =>
      line([kind, share(kind, 'type'), share(kind, 'count'), share(kind, 'place'), share(kind, 'build')]),
    ),
  ].join('\n');
}
