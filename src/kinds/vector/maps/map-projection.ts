import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import type { Projections } from '../../../projections/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import { latitudeOf, worldY } from '../tiles/grid.ts';
import { type PixelGrid, createPixelGrid, type PixelScale } from './pixel-grid.ts';
import { type LonLatWindow, lonLatWindow } from './lonlat-window.ts';
import { isInDegrees, type MapGrid } from '../../../render/index.ts';
import { MARGIN } from './margin.ts';
import { findCut } from './plane-cut.ts';

/**
 * How places become pixels: from degrees, from worlds (of `tiles/grid.ts`, y from the south), or by interpolation. Plain data,
 * which a thread can be sent.
 */
export type MapProjection =
  | { readonly kind: 'degrees' | 'worlds'; readonly scale: PixelScale }
  | { readonly kind: 'grid'; readonly control: PixelGrid };

/** What is to be drawn, and how places become pixels. */
export interface MapWindow {
  readonly projection: MapProjection;
  /** Degrees with something in the picture or around it; east may be beyond 180. */
  readonly bounds: GeoBounds;
  /** Whether `bounds` are a turn around a pole: what lies beyond 180 shows within it by itself. */
  readonly isFullTurn: boolean;
  /** Pixels that the width of the world has in Web Mercator where they are most: what detail is worth drawing. */
  readonly pixelsPerWorld: number;
}

/** Positions beyond 180 degrees that a turn around a pole has room for: features there are rarely longer. */
const BEYOND_TURN = 90;
/** Metres of the width of the world in Web Mercator. */
const WORLD = 2 * HALF_WORLD;

/** @returns null for a picture in which nothing on Earth can be @throws RangeError for a CRS nobody knows; EngineError */
export async function planWindow(
  grid: MapGrid,
  projections: Projections,
  signal?: AbortSignal,
): Promise<MapWindow | null> {
  const [minX, minY, maxX, maxY] = grid.box;
  const scale = { minX, maxY, x: grid.width / (maxX - minX), y: grid.height / (maxY - minY) };
  const [sideX, sideY] = [MARGIN / scale.x, MARGIN / scale.y];
  const box: GeoBounds = [minX - sideX, minY - sideY, maxX + sideX, maxY + sideY];
  if (isInDegrees(grid.crs)) {
    if (box[1] > 90 || box[3] < -90) return null;
    const bounds: GeoBounds = [box[0], Math.max(-90, box[1]), box[2], Math.min(90, box[3])];
    const pixelsPerWorld = 360 * Math.max(scale.x, scale.y);
    return { projection: { kind: 'degrees', scale }, bounds, isFullTurn: false, pixelsPerWorld };
  }
  if (grid.crs === 'EPSG:3857') {
    const [west, south, east, north] = box.map((value) => value / WORLD);
    const bounds: GeoBounds = [west! * 360, latitudeOf(0.5 - south!), east! * 360, latitudeOf(0.5 - north!)];
    const worlds = { minX: minX / WORLD, maxY: maxY / WORLD, x: scale.x * WORLD, y: scale.y * WORLD };
    const projection = { kind: 'worlds', scale: worlds } as const;
    return { projection, bounds, isFullTurn: false, pixelsPerWorld: Math.max(worlds.x, worlds.y) };
  }
  return planGrid({ ...grid, box }, scale, projections, signal);
}

async function planGrid(
  grid: MapGrid,
  scale: PixelScale,
  projections: Projections,
  signal: AbortSignal | undefined,
): Promise<MapWindow | null> {
  const seen = await lonLatWindow(grid, projections, signal);
  if (seen === null) return null;
  const window = seen.isFullTurn ? await cutOpen(seen, grid.crs, projections, signal) : seen;
  const [west, south, east, north] = window.bounds;
  const beyond = window.isFullTurn ? BEYOND_TURN : 0;
  const [width, height] = [grid.width + MARGIN, grid.height + MARGIN];
  const isShown = (x: number, y: number): boolean => x >= -MARGIN && y >= -MARGIN && x <= width && y <= height;
  const controlled: GeoBounds = [west - beyond, south, east + beyond, north];
  const control = await createPixelGrid(grid.crs, controlled, scale, { projections, isShown, signal });
  return { projection: { kind: 'grid', control }, ...window, pixelsPerWorld: finestScale(control) };
}

/** A whole turn in a plane that does not go around begins, and ends, where the plane does. */
async function cutOpen(
  window: LonLatWindow,
  crs: string,
  projections: Projections,
  signal: AbortSignal | undefined,
): Promise<LonLatWindow> {
  const [, south, , north] = window.bounds;
  const cut = await findCut(crs, (south + north) / 2, projections, signal);
  if (cut === null) return window;
  const [before, behind] = cut;
  return { bounds: [behind, south, before + 360, north], isFullTurn: false };
}

/** Most pixels per world of all cells, by their northward sides: those are never without a length. */
function finestScale({ bounds: [, south, , north], columns, rows, points, known }: PixelGrid): number {
  let finest = 1;
  const step = (north - south) / rows;
  for (let row = 0, cell = 0; row < rows; row += 1) {
    const worlds = worldY(south + row * step) - worldY(south + (row + 1) * step);
    for (let column = 0; column < columns; column += 1, cell += 1) {
      if (known[cell] === 0) continue;
      const at = 2 * (row * (columns + 1) + column);
      const up = at + 2 * (columns + 1);
      const length = Math.hypot(points[up]! - points[at]!, points[up + 1]! - points[at + 1]!);
      finest = Math.max(finest, length / worlds);
    }
  }
  return finest;
}
