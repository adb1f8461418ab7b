import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { VectorTileFeature } from '@mapbox/vector-tile';
import type * as Gdal from 'gdal-async';
import { afterAll, expect } from 'vitest';
import { openTileArchive, type TileArchive } from '../index.ts';
import { readTile } from '../../../../test/support/vector-tile.ts';
import { mvtOutput } from '../tiles/build.ts';
import { ALONE } from '../../../builds/outputs/testing/output-request.ts';
import { gdal } from '../../raster/testing/raster-samples.ts';
import { type BuiltVector, useVecBuilder, type VecBuilder } from './vec-builds.ts';
import { requiredPaths } from '../../../builds/index.ts';

export interface BuiltTiles {
  readonly vec: BuiltVector;
  readonly archive: TileArchive;
  readonly path: string;
  readonly metadata: {
    readonly maxzoom: number;
    readonly bounds?: readonly number[];
    readonly featureCount: number;
    readonly droppedCount: number;
    readonly layers: readonly { readonly name: string; readonly featureCount: number }[];
    readonly [member: string]: unknown;
  };
  readonly log: readonly string[];
  /** Features of a tile; none where it is empty. */
  tile(z: number, x: number, y: number, layer?: number): readonly VectorTileFeature[];
}

export interface MvtBuilder extends VecBuilder {
  tiles(vec: BuiltVector): Promise<BuiltTiles>;
}

/** To be called at the top of a test file, once. Every tile that is read is checked for what all tiles must be. */
export function useMvtBuilder(): MvtBuilder {
  const builder = useVecBuilder();
  const opened: TileArchive[] = [];
  afterAll(() => opened.forEach((archive) => archive.close()));
  return {
    ...builder,
    async tiles(vec) {
      const scratch = await mkdtemp(builder.file('tiles-'));
      const log: string[] = [];
      await mvtOutput.build({
        ...ALONE,
        source: vec.path,
        name: 'sample',
        made: () => dirname(vec.path),
        scratch,
        engine: builder.engine,
        signal: AbortSignal.timeout(120_000),
        report: () => undefined,
        log: (line) => void log.push(line),
      });
      expect(await readdir(scratch)).toEqual([...requiredPaths(mvtOutput)]);
      expect(log.join('\n')).not.toContain(scratch);
      const path = `${scratch}/tiles.mbtiles`;
      const archive = openTileArchive(path);
      opened.push(archive);
      const metadata = JSON.parse(await readFile(`${scratch}/metadata.json`, 'utf8')) as BuiltTiles['metadata'];
      const tile: BuiltTiles['tile'] = (z, x, y, layer = 0) => {
        const found = archive.find({ z, x, y }, layer);
        return found === undefined ? [] : readTile(found.bytes());
      };
      return { vec, archive, path, metadata, log, tile };
    },
  };
}

/**
 * How many features of all layers touch a tile with its buffer, as GDAL and GEOS see it. At the antimeridian what lies at the
 * other side of it counts too.
 */
export function countByGdal(path: string, z: number, x: number, y: number): number {
  return [x, x - 2 ** z, x + 2 ** z].reduce((sum, column) => sum + countInBox(path, z, column, y), 0);
}

function countInBox(path: string, z: number, x: number, y: number): number {
  const margin = 80 / 4096;
  const [west, east] = [longitude(x - margin, z), longitude(x + 1 + margin, z)];
  const [north, south] = [latitude(y - margin, z), latitude(y + 1 + margin, z)];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const box = gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: [corners] });
  const dataset = gdal.open(path, 'r', ['GPKG']);
  let found = 0;
  dataset.layers.forEach((layer) => {
    if (layer.geomType === gdal.wkbNone) return;
    layer.setSpatialFilter(west, south, east, north);
    layer.features.forEach((feature) => {
      const geometry = feature.getGeometry() as Gdal.Geometry | null;
      if (geometry?.intersects(box)) found += 1;
    });
  });
  dataset.close();
  return found;
}

const longitude = (x: number, z: number): number => (x / 2 ** z) * 360 - 180;
const latitude = (y: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;

/** The tile in which a place lies. */
export function tileAt(z: number, [lon = 0, lat = 0]: readonly number[]): { z: number; x: number; y: number } {
  const y = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
  return { z, x: Math.floor((lon / 360 + 0.5) * 2 ** z), y: Math.floor(y * 2 ** z) };
}
