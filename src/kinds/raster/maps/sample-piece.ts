import { cellOf, type PicturePlaces } from './picture-places.ts';
import { type CellRange, radiusOf } from './map-plan.ts';
import type { SampleSpan } from './sample.ts';

/** Where a patch lies: world pixels of its corner, its width, and how many pixels there are around the world. */
export interface PatchPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly world: number;
}

/**
 * Samples a patch at the places that all pixels of some cells have.
 *
 * @param check called between rows of cells
 */
export function samplePiece(
  sample: SampleSpan,
  place: PatchPlace,
  control: PicturePlaces,
  cells: CellRange,
  check: () => void,
): void {
  for (let row = cells.row; row < cells.lastRow; row++) {
    check();
    for (let column = cells.column; column < cells.lastColumn; column++) {
      sampleCell(sample, place, control, column, row);
    }
  }
}

function sampleCell(
  sample: SampleSpan,
  { left, top, width, world }: PatchPlace,
  control: PicturePlaces,
  column: number,
  row: number,
): void {
  const cell = cellOf(control, column, row);
  if (cell === null) return;
  const { x, y } = cell;
  const [cellWidth, cellHeight] = [control.width / control.columns, control.height / control.rows];
  const radius = radiusOf(cell, control, world);
  const [from, to] = pixelsOf(column, cellWidth);
  const [upper, lower] = pixelsOf(row, cellHeight);
  for (let pixelRow = upper; pixelRow < lower; pixelRow++) {
    const down = (pixelRow + 0.5) / cellHeight - row;
    const right = (from + 0.5) / cellWidth - column;
    const [x0, x1] = [mix(x[0], x[2], down), mix(x[1], x[3], down)];
    const [y0, y1] = [mix(y[0], y[2], down), mix(y[1], y[3], down)];
    const span = {
      count: to - from,
      y: mix(y0, y1, right) * world - top,
      stepX: ((x1 - x0) * world) / cellWidth,
      stepY: ((y1 - y0) * world) / cellWidth,
      radiusX: radius.x,
      radiusY: radius.y,
    };
    const west = mix(x0, x1, right) * world - left;
    const east = west + span.stepX * (to - from - 1);
    // The patch shows where the span meets it after any number of turns around the world, once nearly always.
    const lastTurn = Math.floor((width - Math.min(west, east)) / world);
    const firstTurn = Math.ceil(-Math.max(west, east) / world);
    for (let turn = firstTurn; turn <= lastTurn; turn++) {
      sample({ ...span, x: west + turn * world, isOver: turn > firstTurn }, pixelRow * control.width + from);
    }
  }
}

/** Pixels whose centres lie in a cell, the last one not included. */
function pixelsOf(cell: number, size: number): readonly [from: number, to: number] {
  return [Math.ceil(cell * size - 0.5), Math.ceil((cell + 1) * size - 0.5)];
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
