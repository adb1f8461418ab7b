/**
 * GetMap of windows anywhere in a large orthophoto, beside MapServer over FastCGI on the same COG in the same run. Cold: windows
 * that were never asked for, hardly any block of which is known. Warm: a few windows again and again.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';
import type { ServiceProcess } from '../../test/support/process.ts';
import type { Projections } from '../../src/projections/index.ts';
import { type MapServer, startMapServer } from '../support/mapserver.ts';
import { orthophoto, ORTHOPHOTO } from '../support/orthophoto.ts';
import { randomNumbers } from '../support/parcels.ts';
import { type MapServerUnderTest, measure, type Speed, uploadRasters, wmsOf } from './servers.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

export interface WindowRow {
  readonly crs: 'EPSG:3857' | 'EPSG:32632';
  readonly side: 256 | 1024;
  readonly format: 'png' | 'jpeg';
  readonly style: 'default' | 'NDVI';
}

export interface WindowResult extends WindowRow {
  /** With empty caches; one for each server. */
  readonly cold: readonly Speed[];
  readonly warm: readonly Speed[];
}

export const WINDOW_ROWS: readonly WindowRow[] = [
  ...(['EPSG:3857', 'EPSG:32632'] as const).flatMap((crs) =>
    ([256, 1024] as const).flatMap((side) =>
      (['png', 'jpeg'] as const).map((format): WindowRow => ({ crs, side, format, style: 'default' })),
    ),
  ),
  { crs: 'EPSG:3857', side: 256, format: 'png', style: 'NDVI' },
];

export const COLOURS_SIDE = Number(process.env['BENCH_SIDE'] ?? 12_000);
/** Five bands of 16 bits: as many bytes as colours of twice the side. */
const BANDS_SIDE = COLOURS_SIDE / 2;
/** Metres of a pixel on the ground: from the full resolution to two levels above it, mostly between two. */
const RESOLUTIONS = [0.25, 1] as const;
const CLIENTS = 2 * availableParallelism();
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2000);
/** Pictures of a row before those that count: threads start, and code is compiled. */
const WARM_UP = 60;
/** Large pictures need no more: of those fewer come in that time. */
const WARM_UP_MS = 2000;
const WARM_WINDOWS = 24;
const SMOOTH = 'smooth';

/** Uploads the rasters. @returns their COGs: colours, then bands */
export async function prepareWindows(
  service: ServiceProcess,
  folder: string,
  data: string,
): Promise<readonly string[]> {
  return uploadRasters(service, data, [await coloursIn(folder), await bandsIn(folder)]);
}

/** Writes the orthophoto. @returns its path */
export const coloursIn = (folder: string): Promise<string> =>
  orthophoto(folder, 'ortho.tif', {
    side: COLOURS_SIDE,
    type: 'colours',
    bands: [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  });

/** Writes the raster of five bands. @returns its path */
export const bandsIn = (folder: string): Promise<string> =>
  orthophoto(folder, 'bands.tif', {
    side: BANDS_SIDE,
    type: 'numbers',
    bands: [
      [1, 0],
      [2, 0],
      [3, 0],
      [1, 1],
      [2, 1],
    ],
  });

/** The same MapServer, of which the orthophoto is asked interpolated instead of by the nearest pixel, its default. */
export const smoothed = (peer: MapServer): MapServerUnderTest => ({
  ...peer,
  get: (query) => peer.get(query.replace('LAYERS=ortho.tif', `LAYERS=${SMOOTH}`)),
});

/** MapServer with the COGs as layers; the index is computed by GDAL, from a virtual raster. */
export async function startWindowsPeer(
  folder: string,
  [colours = '', bands = '']: readonly string[],
): Promise<MapServer | undefined> {
  const index = await writeIndex(folder, bands);
  const common = 'PROJECTION "init=epsg:3857" END PROCESSING "CLOSE_CONNECTION=DEFER"';
  const ramp = `CLASS STYLE COLORRANGE 255 0 0 255 255 0 DATARANGE -1 0 END STYLE COLORRANGE 255 255 0 0 255 0 DATARANGE 0 1 END END`;
  const server = await startMapServer(
    folder,
    `LAYER NAME "ortho.tif" TYPE RASTER STATUS ON DATA "${colours}" ${common} END
    LAYER NAME "${SMOOTH}" TYPE RASTER STATUS ON DATA "${colours}" ${common} PROCESSING "RESAMPLE=BILINEAR" END
    LAYER NAME "bands.tif" TYPE RASTER STATUS ON DATA "${index}" ${common} ${ramp} END`,
    availableParallelism(),
  );
  // It knows no style of this name: the layer is drawn in it.
  return server && { ...server, get: (query) => server.get(query.replace('STYLES=NDVI', 'STYLES=')) };
}

/** Difference by sum, as MapServer's GDAL may be older than `norm_diff`. Red is the first band and near infrared the fifth. */
async function writeIndex(folder: string, path: string): Promise<string> {
  const dataset = gdal.open(path);
  const { x: width, y: height } = dataset.rasterSize;
  const transform = dataset.geoTransform ?? [];
  dataset.close();
  const source = (file: string, band: number) =>
    `<SimpleSource><SourceFilename>${file}</SourceFilename><SourceBand>${band}</SourceBand></SimpleSource>`;
  const write = async (name: string, computed: string, sources: readonly string[]): Promise<string> => {
    const file = join(folder, `${name}.vrt`);
    const content = `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:3857</SRS>
    <GeoTransform>${transform.join(', ')}</GeoTransform><OverviewList resampling="average">2 4 8 16</OverviewList>
    <VRTRasterBand dataType="Float32" band="1" subClass="VRTDerivedRasterBand"><PixelFunctionType>${computed}</PixelFunctionType>
    <SourceTransferType>Float32</SourceTransferType>${sources.join('')}</VRTRasterBand></VRTDataset>`;
    await writeFile(file, content);
    return file;
  };
  const [infrared, red] = [source(path, 5), source(path, 1)];
  const difference = await write('difference', 'diff', [infrared, red]);
  const sum = await write('sum', 'sum', [infrared, red]);
  return write('index', 'div', [source(difference, 1), source(sum, 1)]);
}

/**
 * Measures rows one after another, the servers by turns.
 *
 * @param peers come after the service in results
 * @param report is called with each row when it is done
 */
export async function measureWindows(
  service: ServiceProcess,
  peers: readonly MapServerUnderTest[],
  projections: Projections,
  rows: readonly WindowRow[],
  report: (result: WindowResult) => void,
): Promise<void> {
  const own = wmsOf(service);
  try {
    for (const row of rows) {
      const cold = await queriesOf(row, projections, Infinity);
      const warm = await queriesOf(row, projections, WARM_WINDOWS);
      const speeds: { cold: Speed; warm: Speed }[] = [];
      for (const server of [own, ...peers]) {
        const [places, again] = [cold(), warm()];
        await measure(server, { queries: places, clients: CLIENTS, milliseconds: WARM_UP_MS, most: WARM_UP });
        const first = await measure(server, { queries: places, clients: CLIENTS, milliseconds: ROUND_MS });
        await measure(server, { queries: again, clients: CLIENTS, milliseconds: 60_000, most: WARM_WINDOWS });
        const later = await measure(server, { queries: again, clients: CLIENTS, milliseconds: ROUND_MS / 2 });
        speeds.push({ cold: first, warm: later });
      }
      report({ ...row, cold: speeds.map((each) => each.cold), warm: speeds.map((each) => each.warm) });
    }
  } finally {
    own.close();
  }
}

/** Makes queries for random windows, the same ones for both sides, that begin again after some number. */
export async function queriesOf(
  { crs, side, format, style }: WindowRow,
  projections: Projections,
  different: number,
): Promise<() => Iterator<string>> {
  const { west, north, resolution } = ORTHOPHOTO;
  const metres = (style === 'NDVI' ? BANDS_SIDE : COLOURS_SIDE) * resolution;
  const [x0 = 0, y0 = 0, x1 = 0, , , y2 = 0] = await projections.transform(
    'EPSG:32632',
    crs,
    Float64Array.of(west, north, west + 1000, north, west, north - 1000),
  );
  const [unitX, unitY] = [(x1 - x0) / 1000, (y2 - y0) / 1000];
  return function* () {
    let random = randomNumbers(style === 'NDVI' ? 5 : side + crs.length);
    for (let number = 0; ; number++) {
      if (number % different === 0) random = randomNumbers(style === 'NDVI' ? 5 : side + crs.length);
      const [from, to] = RESOLUTIONS;
      const span = Math.min(metres, side * from * (to / from) ** random());
      const [x, y] = [(metres - span) * random(), (metres - span) * random()];
      const box = [x0 + x * unitX, y0 + (y + span) * unitY, x0 + (x + span) * unitX, y0 + y * unitY];
      yield new URLSearchParams({
        SERVICE: 'WMS',
        VERSION: '1.1.1',
        REQUEST: 'GetMap',
        LAYERS: style === 'NDVI' ? 'bands.tif' : 'ortho.tif',
        STYLES: style === 'NDVI' ? style : '',
        SRS: crs,
        BBOX: box.join(),
        WIDTH: String(side),
        HEIGHT: String(side),
        FORMAT: `image/${format}`,
        ...(format === 'png' && { TRANSPARENT: 'TRUE' }),
      }).toString();
    }
  };
}
