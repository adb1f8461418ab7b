/** Data that several subjects measure with, generated once in a run. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { glob, mkdir, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { form } from '../../test/support/service.ts';
import { bandsIn, COLOURS_SIDE, coloursIn } from '../maps/windows.ts';
import { ORTHOPHOTO } from '../support/orthophoto.ts';
import { writeNoise } from '../support/noise.ts';
import { parcels } from '../support/parcels.ts';
import { watchLoad } from '../support/process-load.ts';
import { tileOf } from '../../test/support/web-mercator.ts';
import { makeDataset, type Service, type Setup, untilBuilt } from './setup.ts';

export const DATASET = '/orgs/admin/ds/bench';
export const LARGE_MIB = Number(process.env['BENCH_MIB'] ?? 1024);
export const POLYGONS = Number(process.env['BENCH_POLYGONS'] ?? 1_000_000);
const SMALL_FILES = 2000;
/** With it 2,000 files are half a gibibyte: as many thumbnails or documents of a project. */
const SMALL_BYTES = 250_000;
/** Zoom at which the orthophoto has its own resolution, some 3,500 tiles of it. */
const ZOOM = 19;

export const orthophotoFile = (setup: Setup): Promise<string> =>
  setup.generated(`ortho-${COLOURS_SIDE}.tif`, coloursIn);
export const largeFile = (setup: Setup): Promise<string> =>
  setup.generated(`large-${LARGE_MIB}.bin`, async (folder) => {
    const path = join(folder, 'large.bin');
    await writeNoise(path, LARGE_MIB);
    return path;
  });

export async function upload(service: Service, path: string, file: string): Promise<Entry> {
  const body = new FormData();
  body.append('path', path);
  body.append('file', await openAsBlob(file), path);
  return (await (await service.call('POST', `${DATASET}/obj`, body)).json()) as Entry;
}

export interface Entry {
  readonly hash: string;
  readonly point_geom: { readonly geometry: { readonly coordinates: readonly [number, number] } };
}

export interface Rasters {
  /** COGs that the service has built. */
  readonly colours: string;
  readonly bands: string | undefined;
  /** Tiles that the orthophoto fills, in an order without any. */
  readonly tiles: readonly Tile[];
}

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A dataset with the orthophoto and, beside the embedded database, with the raster of five bands. */
export async function rasters(setup: Setup): Promise<Rasters> {
  const { centre, colours, bands } = await setup.built('rasters', async (service) => {
    const data = setup.dataOf('rasters');
    const cogs = async () => (await found(data, '**/cog.tif')).map((path) => relative(data, path));
    await makeDataset(service, 'bench');
    const { point_geom } = await upload(service, 'ortho.tif', await orthophotoFile(setup));
    await untilBuilt(service, DATASET, 'ortho.tif');
    const [first = ''] = await cogs();
    let second: string | undefined;
    if (setup.database === 'embedded database') {
      await upload(service, 'bands.tif', await setup.generated(`bands-${COLOURS_SIDE}.tif`, bandsIn));
      await untilBuilt(service, DATASET, 'bands.tif');
      second = (await cogs()).find((path) => path !== first);
    }
    return { centre: point_geom.geometry.coordinates, colours: first, bands: second };
  });
  const at = (path: string): string => join(setup.dataOf('rasters'), path);
  return { colours: at(colours), bands: bands && at(bands), tiles: tilesAround(centre) };
}

async function found(folder: string, pattern: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of glob(join(folder, pattern))) paths.push(path);
  return paths;
}

/** @param centre of the orthophoto */
function tilesAround(centre: readonly [number, number]): readonly Tile[] {
  const { x, y } = tileOf(centre, ZOOM);
  const ground = (40_075_016 / 2 ** ZOOM) * Math.cos((centre[1] * Math.PI) / 180);
  // A zone of UTM is turned by up to two degrees against the grid of tiles: one in twenty stays away from the border.
  const half = Math.floor(((COLOURS_SIDE * ORTHOPHOTO.resolution) / 2 / ground) * 0.95 - 1);
  if (half < 1) throw new Error('The orthophoto is too small for tiles.');
  const tiles: Tile[] = [];
  for (let row = -half; row <= half; row += 1) {
    for (let column = -half; column <= half; column += 1) tiles.push({ z: ZOOM, x: x + column, y: y + row });
  }
  return shuffled(tiles);
}

/** The same order in every run (a linear congruential generator, as C libraries have it). */
function shuffled<T>(items: readonly T[]): readonly T[] {
  let state = 1;
  const keyed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return { item, key: state };
  });
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

export interface Features {
  /** GeoPackage that the service has built, and the table of the polygons. */
  readonly geoPackage: string;
  readonly table: string;
  /** MiB of all processes at most while it was built. */
  readonly peak: number;
}

/** A dataset with a million polygons. */
export async function features(setup: Setup): Promise<Features> {
  const peak = await setup.built('features', async (service) => {
    const file = await setup.generated(`parcels-${POLYGONS}.geojson`, async (folder) => {
      const path = join(folder, 'parcels.geojson');
      await pipeline(Readable.from(parcels(POLYGONS)), createWriteStream(path));
      return path;
    });
    await makeDataset(service, 'bench');
    const load = watchLoad(service.process.child.pid!);
    await upload(service, 'parcels.geojson', file);
    await untilBuilt(service, DATASET, 'parcels.geojson');
    return (await load.end()).peakMB;
  });
  const [geoPackage] = await found(setup.dataOf('features'), '**/*.gpkg');
  if (geoPackage === undefined) throw new Error('The built GeoPackage was not found.');
  return { geoPackage, table: tableOf(geoPackage), peak };
}

function tableOf(geoPackage: string): string {
  const db = new DatabaseSync(geoPackage, { readOnly: true });
  try {
    return String(db.prepare('select table_name from gpkg_contents').get()?.['table_name']);
  } finally {
    db.close();
  }
}

/** 20,000 polygons: tiles of them have what a screen shows. @returns address of a vector tile */
export const vectorTile = (setup: Setup): Promise<string> =>
  setup.prepared('vectors', async (service) => {
    await makeDataset(service, 'bench');
    const body = form({ path: 'parcels.geojson', file: Buffer.from([...parcels(20_000)].join('')) });
    const { hash } = (await (await service.call('POST', `${DATASET}/obj`, body)).json()) as Entry;
    await untilBuilt(service, DATASET, 'parcels.geojson');
    return `${DATASET}/mvt/${hash}/12/2168/1465.pbf`;
  });

/** A folder of 2,000 files that do not compress. */
export const smallFiles = (setup: Setup): Promise<string> =>
  setup.generated(`small-${SMALL_FILES}`, async (own) => {
    const folder = join(own, 'small');
    await mkdir(folder);
    for (let index = 0; index < SMALL_FILES; index += 1) {
      await writeFile(join(folder, `${String(index).padStart(4, '0')}.bin`), randomBytes(SMALL_BYTES));
    }
    return folder;
  });
