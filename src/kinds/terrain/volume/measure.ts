import type { Heights } from '../../../geodata/surface/heights.ts';
import { heightBetween } from '../../../geodata/surface/sample.ts';
import { stripsOf } from '../../../geodata/surface/strips.ts';
import type { Area } from './areas.ts';
import type { Base, BorderHeight } from './base.ts';
import { areaByStrip, coverageOf, type Ring, signedArea } from './coverage.ts';
import type { AreaVolume } from './request.ts';

/**
 * The volume between a terrain and a base within an area. A pixel counts with the share of it that lies within, its height being
 * that of its centre: V = Σ c A (z - b).
 *
 * @param heightError standard error of a height, in metres
 * @param progress share of the area that is done
 */
export function measureArea(
  grid: Heights,
  { name, parts }: Area,
  base: Base,
  heightError: number | null,
  progress: (share: number) => void,
): AreaVolume {
  const rings = parts.flat();
  const sums = { area: 0, squares: 0, cut: 0, fill: 0, base: 0, column: 0, row: 0, shares: 0 };
  let [lowest, highest] = [Infinity, -Infinity];
  const window = windowOf(rings, grid);
  for (const strip of window.height > 0 && window.width > 0 ? stripsOf(window.width, window.height) : []) {
    const { left, width } = window;
    const top = window.top + strip.top;
    const heights = grid.read(left, top, width, strip.rows);
    const shares = coverageOf(rings, { left, top, width, rows: strip.rows });
    for (let row = 0; row < strip.rows; row += 1) {
      const below = base.rowOf(top + row, left, width);
      const pixel = grid.ground.stepAt(top + row).area;
      for (let column = 0; column < width; column += 1) {
        const share = shares[row * width + column]!;
        const [height, from] = [heights[row * width + column]! * grid.unit, below[column]! * grid.unit];
        if (share === 0 || Number.isNaN(height - from)) continue;
        const area = share * pixel;
        sums.area += area;
        sums.squares += area * area;
        sums.base += area * from;
        sums.shares += share;
        sums.column += share * (left + column + 0.5);
        sums.row += share * (top + row + 0.5);
        if (height > from) sums.cut += area * (height - from);
        else sums.fill += area * (from - height);
        [lowest, highest] = [Math.min(lowest, height), Math.max(highest, height)];
      }
    }
    progress((strip.top + strip.rows) / window.height);
  }
  const isKnown = sums.shares > 0;
  const whole = areaOf(rings, grid);
  const baseError = isKnown ? base.errorAt(sums.column / sums.shares, sums.row / sums.shares) : null;
  return {
    name,
    area: whole,
    areaWithoutHeights: whole - sums.area > 1e-6 * whole ? whole - sums.area : 0,
    cut: sums.cut,
    fill: sums.fill,
    net: sums.cut - sums.fill,
    lowest: isKnown ? lowest : null,
    highest: isKnown ? highest : null,
    baseHeight: isKnown ? sums.base / sums.area : null,
    errors: {
      independent: heightError === null ? null : heightError * Math.sqrt(sums.squares),
      common: heightError === null ? null : heightError * sums.area,
      base: baseError === null ? null : baseError * grid.unit * sums.area,
    },
  };
}

/** Pixels that are read to measure areas: those of the smallest window around each, within the terrain. */
export function pixelsAround(areas: readonly Area[], grid: Pick<Heights, 'width' | 'height'>): number {
  return areas.reduce((sum, { parts }) => {
    const { width, height } = windowOf(parts.flat(), grid);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}

function extentOf(rings: readonly Ring[]) {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      extent.left = Math.min(extent.left, ring[at]!);
      extent.right = Math.max(extent.right, ring[at]!);
      extent.top = Math.min(extent.top, ring[at + 1]!);
      extent.bottom = Math.max(extent.bottom, ring[at + 1]!);
    }
  return extent;
}

/** Strips above a grid, and below it, for which the area of their middle row stands. */
const STRIPS_BEYOND = 1024;

/** On the ground, in square metres: every row counts with the size that its pixels have. */
function areaOf(rings: readonly Ring[], { height, ground }: Heights): number {
  if (ground.measure === 'grid') return rings.reduce((sum, ring) => sum + signedArea(ring), 0) * ground.stepAt(0).area;
  const extent = extentOf(rings);
  const [top, bottom] = [Math.floor(extent.top), Math.ceil(extent.bottom)];
  const between = (from: number, to: number, most: number): number => {
    if (!(from < to)) return 0;
    const rows = Math.ceil((to - from) / most);
    const areas = areaByStrip(rings, from, rows, Math.ceil((to - from) / rows));
    return areas.reduce((sum, area, at) => sum + area * ground.stepAt(from + (at + 0.5) * rows - 0.5).area, 0);
  };
  return (
    between(top, Math.min(bottom, 0), STRIPS_BEYOND) +
    between(Math.max(top, 0), Math.min(bottom, height), height) +
    between(Math.max(top, height), bottom, STRIPS_BEYOND)
  );
}

function windowOf(rings: readonly Ring[], { width, height }: Pick<Heights, 'width' | 'height'>) {
  const extent = extentOf(rings);
  const [left, top] = [Math.max(0, Math.floor(extent.left)), Math.max(0, Math.floor(extent.top))];
  const [right, bottom] = [Math.min(width, Math.ceil(extent.right)), Math.min(height, Math.ceil(extent.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Heights along the outer ring of each part of an area: at its corners, and between them a pixel apart, or farther where there would
 * be more than `most`. Where there are more corners than that, every second, third or so counts; each part keeps three.
 */
export function borderOf(grid: Heights, { parts }: Area, most: number): readonly (readonly BorderHeight[])[] {
  const length = parts.reduce((sum, [ring]) => sum + perimeter(ring!), 0);
  const places = parts.map(([ring = []]) => placesOn(ring, Math.max(1, length / most)));
  const nth = Math.ceil(places.reduce((sum, { length: count }) => sum + count, 0) / (2 * most));
  return places.map((border) => {
    const step = Math.max(1, Math.min(nth, Math.floor(border.length / 3)));
    return border
      .filter((_, at) => at % step === 0)
      .map(([column, row]) => ({ column, row, height: heightBetween(grid, column, row) }));
  });
}

/** Columns and rows along a ring, at most `spacing` pixels apart. */
function placesOn(ring: Ring, spacing: number): readonly (readonly [column: number, row: number])[] {
  const places: (readonly [number, number])[] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x0, y0, x1, y1] = ring.slice(at, at + 4) as [number, number, number, number];
    const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / spacing);
    for (let step = 0; step < steps; step += 1)
      places.push([x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps]);
  }
  return places;
}

function perimeter(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at + 3 < ring.length; at += 2)
    sum += Math.hypot(ring[at + 2]! - ring[at]!, ring[at + 3]! - ring[at + 1]!);
  return sum;
}
