import type { CopcHeader } from '../copc/copc-reader.ts';
import type { DrawnPoints } from './cloud-look.ts';
import { type ChosenNode, MOST_POINT_PIXELS } from './node-choice.ts';
import { drawPoint, type PointCanvas } from './point-canvas.ts';
import type { View } from './view.ts';

/** Draws the points of a node, each as large as the nodes that are chosen at its place leave room for. */
export function drawPoints(
  canvas: PointCanvas,
  margin: number,
  view: View,
  { scale, offset }: Pick<CopcHeader, 'scale' | 'offset'>,
  chosen: ChosenNode,
  { count, places, colours }: DrawnPoints,
): void {
  const toPixels = wayToPixels(view);
  const place = new Float64Array(2);
  const far = chosen.isDivided ? MOST_POINT_PIXELS : chosen.side;
  for (let point = 0; point < count; point += 1) {
    const x = places[3 * point]! * scale[0] + offset[0];
    const y = places[3 * point + 1]! * scale[1] + offset[1];
    const z = places[3 * point + 2]! * scale[2] + offset[2];
    toPixels(x, y, place);
    const [column, row] = [place[0]! + margin, place[1]! + margin];
    // What has no place is no number, and is not near either.
    const isNear = column > -far && row > -far && column < canvas.columns + far && row < canvas.rows + far;
    if (!isNear) continue;
    const { side } = chosen.isDivided ? deepestAt(chosen, x, y, z) : chosen;
    drawPoint(canvas, column, row, z, colours[point]!, side, view.pixelHeight);
  }
}

function deepestAt(chosen: ChosenNode, x: number, y: number, z: number): ChosenNode {
  for (let at = chosen; ;) {
    if (!at.isDivided) return at;
    const half = at.length / 2;
    const [lowX, lowY, lowZ] = at.corner;
    const octant = (x >= lowX + half ? 1 : 0) | (y >= lowY + half ? 2 : 0) | (z >= lowZ + half ? 4 : 0);
    const child = at.children[octant];
    if (child === undefined) return at;
    at = child;
  }
}

/** As `imageOf` and `pixelsOf`, for millions of points: numbers that never change are taken out of the loop. */
function wayToPixels(view: View): (x: number, y: number, place: Float64Array) => void {
  const { scale, left, top, width, turn } = view;
  const { corners, columns, rows, points } = view.grid;
  const [minX, minY, maxX, maxY] = corners;
  const [columnsAUnit, rowsAUnit] = [columns / (maxX - minX), rows / (maxY - minY)];
  const rowLength = 2 * (columns + 1);
  return (x, y, place) => {
    const alongX = (x - minX) * columnsAUnit;
    const alongY = (y - minY) * rowsAUnit;
    const column = Math.max(0, Math.min(columns - 1, Math.floor(alongX)));
    const row = Math.max(0, Math.min(rows - 1, Math.floor(alongY)));
    const [right, up] = [alongX - column, alongY - row];
    const at = row * rowLength + 2 * column;
    const next = at + rowLength;
    const lowX = points[at]! + right * (points[at + 2]! - points[at]!);
    const highX = points[next]! + right * (points[next + 2]! - points[next]!);
    const lowY = points[at + 1]! + right * (points[at + 3]! - points[at + 1]!);
    const highY = points[next + 1]! + right * (points[next + 3]! - points[next + 1]!);
    const pixel = (lowX + up * (highX - lowX)) * scale - left;
    place[0] = turn === 0 ? pixel : pixel - turn * Math.round((pixel - width / 2) / turn);
    place[1] = (lowY + up * (highY - lowY)) * scale - top;
  };
}
