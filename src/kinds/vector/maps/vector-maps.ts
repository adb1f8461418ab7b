import { createSharedWork, createThreads, type ThreadLoad } from '../../../concurrency/index.ts';
import type { Projections } from '../../../projections/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import type * as Thread from './draw-thread.ts';
import { type MapSource, MOST_TURNS, type SourceView } from './draw-task.ts';
import type { MapGrid } from '../../../render/index.ts';
import { type MapWindow, planWindow } from './map-projection.ts';
import { classColumn, labelColumn, type MapStyle } from './map-style.ts';
import type { NearbyFeature } from './nearby.ts';
import { explainThread } from './thread-errors.ts';

/** A layer of a built vector file. */
export interface MapLayer {
  /** GeoPackage. */
  readonly file: { readonly path: string };
  /** Vector tiles; undefined while they are not built. */
  readonly tiles: { readonly path: string } | undefined;
  readonly content: GeoPackageLayer;
  /** Bytes of the source. */
  readonly size: number;
  /** Whether the file has no other layers. */
  readonly isOnly: boolean;
}

/** Red, green, blue, alpha (not premultiplied) row by row from the upper left, in memory that threads share. */
type Pixels = Uint8ClampedArray<SharedArrayBuffer>;

/** Pictures of vector layers, in any CRS. Every call throws `busy` of `ServiceError` when too much is asked for at once. */
export interface VectorMaps {
  /** Transparent where nothing is. Anyone who asks for the same meanwhile gets the same object, which nobody changes. */
  draw(layer: MapLayer, grid: MapGrid, style: MapStyle, signal?: AbortSignal): Promise<Pixels>;
  /** Features at a pixel of a picture, or a few pixels beside it, by their ids. */
  featuresAt(layer: MapLayer, grid: MapGrid, at: PixelQuery, signal?: AbortSignal): Promise<readonly NearbyFeature[]>;
  /** The symbol of a layer, as the picture of a legend. */
  symbol(layer: MapLayer, size: PictureSize, style: MapStyle): Promise<Pixels>;
  /** A picture that says something, for clients that show nothing but pictures. */
  message(size: PictureSize, text: string): Promise<Pixels>;
  load(): ThreadLoad;
  close(): Promise<void>;
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PixelQuery {
  /** From the upper left, from 0. */
  readonly column: number;
  readonly row: number;
  readonly limit: number;
}

/** Pictures that wait for a thread; one more is refused. A map view of tiles asks for 20 of them. */
const MOST_WAITING = 200;
/** A picture of the most features that are drawn takes ten seconds. */
const TIMEOUT_MS = 30_000;
/** Pixels of a tile's side at which it is as fine as the picture: an eighth of a pixel is one of its units. */
const TILE_PIXELS = 512;
/** Features, and bytes, of a file that is drawn itself whatever the zoom: as quickly as its tiles, and as it is. */
const FEW_FEATURES = 500;
const FEW_BYTES = 500_000;
/** Pixels around the middle of a pixel at which a feature counts as hit: what a finger or a pointer can aim at. */
const TOLERANCE = 5;

/** @param limits.threads that draw; number of processors by default */
export function createVectorMaps(projections: Projections, limits: { readonly threads?: number } = {}): VectorMaps {
  const threads = createThreads<typeof Thread>({
    module: new URL('draw-thread.ts', import.meta.url),
    ...limits,
    waiting: MOST_WAITING,
    timeoutMs: TIMEOUT_MS,
  });

  async function plan(layer: MapLayer, grid: MapGrid, signal: AbortSignal | undefined) {
    const window = layer.content.bounds === null ? null : await planWindow(grid, projections, signal);
    const source = window && sourceOf(layer, window);
    return window === null || source === null || source.views.length === 0 ? null : { window, source };
  }

  const shared = createSharedWork<Pixels>();
  async function draw(layer: MapLayer, grid: MapGrid, style: MapStyle, signal: AbortSignal) {
    const { width, height } = grid;
    const planned = await plan(layer, grid, signal);
    if (planned === null) return new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4));
    const { window, source } = planned;
    const columns = layer.content.columns.map(({ name }) => name);
    const [label, by] = [labelColumn(style, columns), classColumn(style, columns)];
    const task = { width, height, style, source, projection: window.projection, label, by };
    return threads.run('draw', task, { signal }).catch(explainThread);
  }

  return {
    draw(layer, grid, style, signal) {
      const { file, tiles, content } = layer;
      const key = JSON.stringify([file.path, tiles?.path ?? null, content.table, grid, style]);
      return shared.run(key, signal, (joined) => draw(layer, grid, style, joined));
    },

    async featuresAt(layer, grid, { column, row, limit }, signal) {
      const planned = await plan(layer, around(grid, column, row), signal);
      if (planned === null) return [];
      const task = { projection: planned.window.projection, source: planned.source, tolerance: TOLERANCE, limit };
      return threads.run('nearby', task, { signal }).catch(explainThread);
    },

    symbol: ({ content: { geometryType } }, size, style) =>
      threads.run('symbol', { ...size, style, geometryType }).catch(explainThread),

    message: (size, text) => threads.run('message', { ...size, text }).catch(explainThread),

    load: () => threads.load(),

    close: () => threads.close(),
  };
}

/** A small picture with the middle of a pixel in its middle. */
function around({ crs, box: [minX, minY, maxX, maxY], width, height }: MapGrid, column: number, row: number): MapGrid {
  const [sideX, sideY] = [(maxX - minX) / width, (maxY - minY) / height];
  const [x, y] = [minX + (column + 0.5) * sideX, maxY - (row + 0.5) * sideY];
  const [halfX, halfY] = [TOLERANCE * sideX, TOLERANCE * sideY];
  return { crs, box: [x - halfX, y - halfY, x + halfX, y + halfY], width: 2 * TOLERANCE, height: 2 * TOLERANCE };
}

function sourceOf({ file, tiles, content, size, isOnly }: MapLayer, window: MapWindow): MapSource {
  const { table, name, geometryType, featureCount } = content;
  const zoom = Math.max(0, Math.ceil(Math.log2(window.pixelsPerWorld / TILE_PIXELS)));
  const tiled = tiles === undefined || (featureCount <= FEW_FEATURES && size <= FEW_BYTES) ? undefined : tiles;
  return {
    path: file.path,
    table,
    geometryType,
    views: viewsOf(window, content.bounds!),
    tiles: tiled && { path: tiled.path, layer: isOnly ? null : name, bounds: window.bounds, zoom },
  };
}

const TURNS = Array.from({ length: 2 * MOST_TURNS + 1 }, (_, at) => at - MOST_TURNS);

/** The pieces of a layer in a window: one, or two at the antimeridian, or more of a picture of more than the world. */
function viewsOf({ bounds, isFullTurn }: MapWindow, [west, south, east, north]: GeoBounds): readonly SourceView[] {
  const [minX, minY, maxX, maxY] = bounds;
  if (south > maxY || north < minY) return [];
  // Around a pole each longitude shows once, wherever it is counted from.
  if (isFullTurn) return [{ bounds: [Math.min(west, minX), minY, Math.max(east, maxX), maxY], shift: 0 }];
  return TURNS.map((turn) => 360 * turn)
    .filter((shift) => west + shift <= maxX && east + shift >= minX)
    .map((shift) => ({ bounds: [minX - shift, minY, maxX - shift, maxY], shift }));
}
