import type { PbfWriter } from 'pbf';
import { EXTENT, type TileAddress } from './grid.ts';
import { LINE, POINT, type Shape } from './shape.ts';
import { STRIDE } from './simplify.ts';

/** How exactly a tile is drawn. */
export interface Detail {
  /** Nothing is left out for its size. */
  readonly isDeepest: boolean;
  /** So few features are there that none is left out for its size: the smallest are dots. */
  readonly isSparse: boolean;
  /** 1, or more for tiles that would be too large otherwise. */
  readonly coarseness: number;
}

/** Units below which something is a dot: a pixel where a tile is drawn with 512. */
export const DOT = 8;
/** Units by which a line may be wrong: less than half a pixel; at the deepest zoom nothing a unit would show. */
const TOLERANCE = 3;
const DEEPEST_TOLERANCE = 0.5;
/** Square units below which a ring is left out: a quarter of a dot. */
const LEAST_RING = 16;

/** Squared distance in worlds below which no zoom up to this one draws a position. */
export const leastWeight = (deepest: number): number => (DEEPEST_TOLERANCE / EXTENT / 2 ** deepest) ** 2;

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE = 15;

/** Positions of one part in units; grows. */
let units = new Int32Array(2 * 4096);

/**
 * Writes the geometry of a shape that is clipped to a tile, in its units.
 *
 * @param seen decides about each point, by its units, whether it is drawn
 * @returns how many positions were written; 0 when nothing of it is seen at this zoom
 */
export function drawShape(
  shape: Shape,
  tile: TileAddress,
  detail: Detail,
  seen: (x: number, y: number) => boolean,
  out: PbfWriter,
): number {
  const pen = createPen(out);
  if (shape.kind === POINT) return drawPoints(shape, tile, seen, pen);
  const dot = DOT * detail.coarseness;
  const size = shape.side * EXTENT * 2 ** tile.z;
  const isDot = !detail.isDeepest && size < dot;
  const chance = detail.isSparse ? 0 : shape.feature.chance;
  if (shape.kind === LINE) return isDot && chance > size / dot ? 0 : drawLines(shape, tile, detail, pen);
  const drawn = isDot ? 0 : drawPolygons(shape, tile, detail, pen);
  if (drawn > 0) return drawn;
  if (detail.isDeepest && detail.coarseness === 1) return drawSquare(shape, tile, 1, pen);
  // Some of the shapes that are too small to see are drawn as dots, so that together they cover the same area.
  const cover = (shape.area * (EXTENT * 2 ** tile.z) ** 2) / dot ** 2;
  return chance <= cover ? drawSquare(shape, tile, dot, pen) : 0;
}

interface Pen {
  moveTo(at: number): void;
  lineTo(first: number, count: number): void;
  close(): void;
  command(id: number, count: number): void;
  to(x: number, y: number): void;
}

function createPen(out: PbfWriter): Pen {
  let [x, y] = [0, 0];
  const command = (id: number, count: number): void => out.writeVarint(count * 8 + id);
  const to = (toX: number, toY: number): void => {
    out.writeSVarint(toX - x);
    out.writeSVarint(toY - y);
    [x, y] = [toX, toY];
  };
  return {
    command,
    to,
    moveTo(at) {
      command(MOVE_TO, 1);
      to(units[2 * at]!, units[2 * at + 1]!);
    },
    lineTo(first, count) {
      command(LINE_TO, count);
      for (let at = first; at < first + count; at += 1) to(units[2 * at]!, units[2 * at + 1]!);
    },
    close: () => out.writeVarint(CLOSE),
  };
}

function drawPoints(
  { parts }: Shape,
  { z, x, y }: TileAddress,
  seen: (x: number, y: number) => boolean,
  pen: Pen,
): number {
  const scale = 2 ** z;
  const kept: number[] = [];
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STRIDE) {
      const [unitX, unitY] = [toUnit(part[at]!, scale, x), toUnit(part[at + 1]!, scale, y)];
      if (seen(unitX, unitY)) kept.push(unitX, unitY);
    }
  }
  if (kept.length === 0) return 0;
  pen.command(MOVE_TO, kept.length / 2);
  for (let at = 0; at < kept.length; at += 2) pen.to(kept[at]!, kept[at + 1]!);
  return kept.length / 2;
}

function drawLines({ parts }: Shape, tile: TileAddress, detail: Detail, pen: Pen): number {
  let positions = 0;
  for (const part of parts) {
    let count = toUnits(part, tile, detail);
    if (count === 1) {
      // Shorter than a unit: it would be no line.
      units[2] = units[0]! + 1;
      units[3] = units[1]!;
      count = 2;
    }
    pen.moveTo(0);
    pen.lineTo(1, count - 1);
    positions += count;
  }
  return positions;
}

function drawPolygons({ parts, outer }: Shape, tile: TileAddress, detail: Detail, pen: Pen): number {
  let positions = 0;
  let isMissing = false;
  const exact = detail.isDeepest && detail.coarseness === 1;
  const least = exact ? 0 : LEAST_RING * detail.coarseness ** 2;
  for (const [index, part] of parts.entries()) {
    const isOuter = outer[index] ?? false;
    if (!isOuter && isMissing) continue; // a hole goes with what it is in
    let count = toUnits(part, tile, detail);
    if (count > 1 && units[0] === units[2 * count - 2] && units[1] === units[2 * count - 1]) count -= 1;
    const area = count < 3 ? 0 : unitArea(count);
    const isSeen = Math.abs(area) > 0 && Math.abs(area) >= least;
    if (isOuter) isMissing = !isSeen;
    if (!isSeen) continue;
    if (area > 0 !== isOuter) reverse(count);
    pen.moveTo(0);
    pen.lineTo(1, count - 1);
    pen.close();
    positions += count;
  }
  return positions;
}

function drawSquare({ minX, minY, maxX, maxY }: Shape, { z, x, y }: TileAddress, side: number, pen: Pen): number {
  const left = toUnit((minX + maxX) / 2, 2 ** z, x) - (side >> 1);
  const top = toUnit((minY + maxY) / 2, 2 ** z, y) - (side >> 1);
  units.set([left, top, left + side, top, left + side, top + side, left, top + side]);
  pen.moveTo(0);
  pen.lineTo(1, 3);
  pen.close();
  return 4;
}

const toUnit = (world: number, scale: number, index: number): number => Math.round((world * scale - index) * EXTENT);

/** Fills `units` with the positions that count at this zoom, none twice in a row. @returns how many */
function toUnits(part: Float64Array, { z, x, y }: TileAddress, { isDeepest, coarseness }: Detail): number {
  const scale = 2 ** z;
  const tolerance = (isDeepest ? DEEPEST_TOLERANCE : TOLERANCE) * coarseness;
  const least = (tolerance / EXTENT / scale) ** 2;
  if (units.length < (2 * part.length) / STRIDE + 2) units = new Int32Array((4 * part.length) / STRIDE);
  let length = 0;
  for (let at = 0; at < part.length; at += STRIDE) {
    if (part[at + 2]! <= least) continue;
    const [unitX, unitY] = [toUnit(part[at]!, scale, x), toUnit(part[at + 1]!, scale, y)];
    if (length > 0 && units[length - 2] === unitX && units[length - 1] === unitY) continue;
    units[length] = unitX;
    units[length + 1] = unitY;
    length += 2;
  }
  return length / 2;
}

/** Positive for a ring that turns as outer rings do in tiles: clockwise on the screen. */
function unitArea(count: number): number {
  let sum = 0;
  for (let at = 0, before = count - 1; at < count; before = at, at += 1) {
    sum += units[2 * before]! * units[2 * at + 1]! - units[2 * at]! * units[2 * before + 1]!;
  }
  return sum / 2;
}

function reverse(count: number): void {
  for (let left = 0, right = count - 1; left < right; left += 1, right -= 1) {
    const [x, y] = [units[2 * left]!, units[2 * left + 1]!];
    units[2 * left] = units[2 * right]!;
    units[2 * left + 1] = units[2 * right + 1]!;
    units[2 * right] = x;
    units[2 * right + 1] = y;
  }
}
