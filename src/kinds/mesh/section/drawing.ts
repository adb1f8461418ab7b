import { writeFile } from 'node:fs/promises';
import { createCanvas, type SKRSContext2D, SvgExportFlag } from '@napi-rs/canvas';
import { labelFont } from '../../../fonts/index.ts';
import type { LengthUnit } from '../mesh-input/request.ts';
import type { DrawingFormat } from './request.ts';

/** What is drawn: lines with across and up of each position in turn, in `unit`. */
export interface Drawing {
  readonly lines: readonly { readonly flat: Float64Array; readonly isClosed: boolean }[];
  /** What is added to across and up. */
  readonly offset: readonly [number, number];
  /** Words for both axes, such as distance and height. */
  readonly axes: readonly [across: string, up: string];
  readonly unit: LengthUnit;
  /** Whether up are heights, which may be drawn larger than distances. */
  readonly isUpright: boolean;
  readonly length: number;
  readonly area: number;
}

/** Where things lie, in pixels. */
export interface Frame {
  x(across: number): number;
  y(up: number): number;
  readonly across: readonly number[];
  readonly ups: readonly number[];
  /** By how much up is larger than across. */
  readonly exaggeration: number;
}

const PICTURE = { width: 1600, height: 900 } as const;
const [LEFT, TOP, RIGHT, BOTTOM] = [110, 60, 40, 80] as const;
const [INNER_WIDTH, INNER_HEIGHT] = [PICTURE.width - LEFT - RIGHT, PICTURE.height - TOP - BOTTOM] as const;
/** Room around the section, as a share of its size. */
const MARGIN = 0.04;
/** Heights are drawn larger where they would else take less than this share of the picture. */
const FLAT = 0.2;
const EXAGGERATIONS = [2, 5, 10, 20, 50, 100] as const;
/** Labels along each side, about. */
const [LABELS_ACROSS, LABELS_UP] = [10, 7] as const;
const [INK, GRID, LINE, FILL] = ['#333333', '#dddddd', '#b3261e', '#f3d9d6'] as const;

/** @param box lowest across and up, highest across and up */
export function frameOf(
  [left, low, right, high]: readonly [number, number, number, number],
  isUpright: boolean,
): Frame {
  // What has no extent in one direction gets some of that in the other.
  const least = 1e-3 * Math.max(right - left, high - low) || 1;
  const [width, height] = [Math.max(right - left, least), Math.max(high - low, least)];
  const scale = Math.min(INNER_WIDTH / width, INNER_HEIGHT / height) / (1 + 2 * MARGIN);
  const isFlat = isUpright && height * scale < FLAT * INNER_HEIGHT;
  const fits = (factor: number): boolean => height * scale * factor * (1 + 2 * MARGIN) <= INNER_HEIGHT;
  const exaggeration = isFlat ? (EXAGGERATIONS.findLast(fits) ?? 1) : 1;
  const [middleX, middleY] = [(left + right) / 2, (low + high) / 2];
  const [reachX, reachY] = [INNER_WIDTH / 2 / scale, INNER_HEIGHT / 2 / scale / exaggeration];
  return {
    x: (across) => LEFT + INNER_WIDTH / 2 + (across - middleX) * scale,
    y: (up) => TOP + INNER_HEIGHT / 2 - (up - middleY) * scale * exaggeration,
    across: ticks(middleX - reachX, middleX + reachX, LABELS_ACROSS),
    ups: ticks(middleY - reachY, middleY + reachY, LABELS_UP),
    exaggeration,
  };
}

/** Round numbers between two, as many as wanted or some more. */
function ticks(low: number, high: number, wanted: number): readonly number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

export async function writeDrawing(path: string, format: DrawingFormat, drawing: Drawing): Promise<void> {
  const { width, height } = PICTURE;
  if (format === 'svg') {
    const canvas = createCanvas(width, height, SvgExportFlag.ConvertTextToPaths);
    draw(canvas.getContext('2d'), drawing);
    await writeFile(path, canvas.getContent(), { flag: 'wx' });
    return;
  }
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'), drawing);
  await writeFile(path, await canvas.encode('png'), { flag: 'wx' });
}

function draw(context: SKRSContext2D, drawing: Drawing): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, PICTURE.width, PICTURE.height);
  const frame = frameOf(boxAround(drawing), drawing.isUpright);
  drawGrid(context, frame, drawing);
  drawLines(context, frame, drawing);
}

function boxAround({ lines, offset }: Drawing): readonly [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { flat } of lines)
    for (let at = 0; at < flat.length; at += 1) {
      const axis = at % 2;
      box[axis] = Math.min(box[axis]!, flat[at]! + offset[axis]!);
      box[axis + 2] = Math.max(box[axis + 2]!, flat[at]! + offset[axis]!);
    }
  return box;
}

function drawLines(context: SKRSContext2D, frame: Frame, { lines, offset }: Drawing): void {
  const trace = ({ flat }: Drawing['lines'][number]): void => {
    for (let at = 0; at < flat.length; at += 2) {
      const [x, y] = [frame.x(flat[at]! + offset[0]), frame.y(flat[at + 1]! + offset[1])];
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  };
  // All closed lines are one shape, so that holes stay empty.
  context.beginPath();
  for (const line of lines) if (line.isClosed) trace(line);
  context.fillStyle = FILL;
  context.fill('evenodd');
  context.strokeStyle = LINE;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  for (const line of lines) {
    context.beginPath();
    trace(line);
    context.stroke();
  }
}

function drawGrid(context: SKRSContext2D, frame: Frame, { axes, unit, length, area }: Drawing): void {
  const [right, bottom] = [LEFT + INNER_WIDTH, TOP + INNER_HEIGHT];
  context.font = labelFont(18);
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  for (const value of frame.across) {
    const x = Math.round(frame.x(value)) + 0.5;
    stroke(context, GRID, x, TOP, x, bottom);
    label(context, String(value), x, bottom + 20, 'center');
  }
  for (const value of frame.ups) {
    const y = Math.round(frame.y(value)) + 0.5;
    stroke(context, GRID, LEFT, y, right, y);
    label(context, String(value), LEFT - 10, y, 'right');
  }
  stroke(context, INK, LEFT, TOP, LEFT, bottom);
  stroke(context, INK, LEFT, bottom, right, bottom);
  label(context, `${axes[1]} (${unit})`, 14, TOP - 30, 'left');
  label(context, `${axes[0]} (${unit})`, LEFT + INNER_WIDTH / 2, bottom + 52, 'center');
  const facts = [
    `Length ${numberText(length)} ${unit}`,
    ...(area > 0 ? [`Area ${numberText(area)} ${unit}²`] : []),
    ...(frame.exaggeration > 1 ? [`Heights × ${frame.exaggeration}`] : []),
  ];
  label(context, facts.join(' · '), right, TOP - 30, 'right');
}

const numberText = (value: number): string => (value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4))));

function stroke(context: SKRSContext2D, colour: string, x1: number, y1: number, x2: number, y2: number): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function label(context: SKRSContext2D, text: string, x: number, y: number, align: 'left' | 'center' | 'right'): void {
  context.fillStyle = INK;
  context.textAlign = align;
  context.fillText(text, x, y);
}
