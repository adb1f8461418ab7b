import { writeFile } from 'node:fs/promises';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { labelFont } from '../../../fonts/index.ts';
import { viewOf } from '../cloud-input/view-of.ts';
import { className } from '../records/class-names.ts';
import { type PointLayout, recordBytesOf } from '../copc-build/point-layout.ts';
import { heightColour } from '../draw/cloud-look.ts';
import { type Chart, chartOf, PICTURE } from './chart.ts';
import type { ProfilePoints } from './profile-points.ts';
import type { ProfileColour } from './request.ts';

/** Colours of classes as maps of them have: ground brown, vegetation green, buildings red, water blue. */
const CLASS_COLOURS: Readonly<Record<number, number>> = {
  0: 0x8c8c8c,
  1: 0x8c8c8c,
  2: 0xa0703c,
  3: 0x8fc46a,
  4: 0x4fa03c,
  5: 0x1f7a2e,
  6: 0xd0392b,
  7: 0xe83ad8,
  8: 0xc99a5b,
  9: 0x2f6fd0,
  10: 0x6b4e9b,
  11: 0x555555,
  13: 0xe0b000,
  14: 0xe0b000,
  15: 0xd07a00,
  17: 0x3fa7b5,
  18: 0xe83ad8,
};
/** Hues that are well apart, for classes of the user. */
const OTHER_COLOURS = [0x7f5fc9, 0x1f9e89, 0xc9713f, 0x4a7fb0, 0xb0507f, 0x7f8c1f] as const;
export const classColour = (value: number): number =>
  CLASS_COLOURS[value] ?? OTHER_COLOURS[value % OTHER_COLOURS.length]!;

const [RED_AT, CLASS_AT] = [30, 16] as const;
/** Up to so many points each is a square of three or two pixels. */
const [LARGE_POINTS, MEDIUM_POINTS] = [20_000, 400_000] as const;
const MOST_LEGEND = 10;

/** A view of the points from the side: distances to the right, heights up. */
export async function writePicture(
  path: string,
  points: ProfilePoints,
  layout: PointLayout,
  metresPerHeight: number,
  length: number,
  colour: ProfileColour,
): Promise<void> {
  const heightAt = heightsOf(points, layout, metresPerHeight);
  let [low, high] = [Infinity, -Infinity];
  for (let point = 0; point < points.count; point += 1)
    [low, high] = [Math.min(low, heightAt(point)), Math.max(high, heightAt(point))];
  const chart = chartOf(length, low, high);
  const canvas = createCanvas(PICTURE.width, PICTURE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, PICTURE.width, PICTURE.height);
  drawGrid(context, chart);
  const chosen = chosenColour(points, layout, colour);
  const colourAt = colourOf(points, layout, chosen, (point) => (heightAt(point) - low) / Math.max(high - low, 1e-9));
  drawPoints(context, points, chart, heightAt, colourAt);
  if (chosen === 'class') drawLegend(context, classesOf(points, layout));
  await writeFile(path, canvas.toBuffer('image/png'), { flag: 'wx' });
}

function heightsOf(
  { records }: ProfilePoints,
  layout: PointLayout,
  metresPerHeight: number,
): (point: number) => number {
  const view = viewOf(records);
  const recordBytes = recordBytesOf(layout);
  return (point) =>
    (view.getInt32(point * recordBytes + 8, true) * layout.scale[2] + layout.offset[2]) * metresPerHeight;
}

/** Colours of the points where they have some, else their classes. */
function chosenColour(
  points: ProfilePoints,
  layout: PointLayout,
  colour: ProfileColour,
): Exclude<ProfileColour, 'auto'> {
  const hasColours = brightestOf(points, layout) > 0;
  if (colour === 'auto') return hasColours ? 'rgb' : 'class';
  return colour === 'rgb' && !hasColours ? 'class' : colour;
}

function brightestOf({ count, records }: ProfilePoints, layout: PointLayout): number {
  if (layout.format < 7) return 0;
  const recordBytes = recordBytesOf(layout);
  const view = viewOf(records);
  let brightest = 0;
  for (let point = 0; point < count; point += 1)
    for (let band = 0; band < 3; band += 1)
      brightest = Math.max(brightest, view.getUint16(point * recordBytes + RED_AT + 2 * band, true));
  return brightest;
}

function colourOf(
  points: ProfilePoints,
  layout: PointLayout,
  chosen: Exclude<ProfileColour, 'auto'>,
  shareOf: (point: number) => number,
): (point: number) => number {
  const { records } = points;
  const recordBytes = recordBytesOf(layout);
  if (chosen === 'height') return (point) => heightColour(shareOf(point));
  if (chosen === 'class') return (point) => classColour(records[point * recordBytes + CLASS_AT]!);
  // Some programs write 8 bits into the 16.
  const shift = brightestOf(points, layout) > 255 ? 8 : 0;
  const view = viewOf(records);
  return (point) => {
    const band = (index: number): number => view.getUint16(point * recordBytes + RED_AT + 2 * index, true) >> shift;
    return (band(0) << 16) | (band(1) << 8) | band(2);
  };
}

function drawPoints(
  context: SKRSContext2D,
  { count, order, distances }: ProfilePoints,
  chart: Chart,
  heightAt: (point: number) => number,
  colourAt: (point: number) => number,
): void {
  const { left, top, width, height } = chart;
  const image = context.getImageData(left, top, width + 1, height + 1);
  const size = count <= LARGE_POINTS ? 3 : count <= MEDIUM_POINTS ? 2 : 1;
  for (const point of order) {
    const column = Math.min(width + 1 - size, Math.floor(chart.x(distances[point]!) - left));
    const row = Math.min(height + 1 - size, Math.floor(chart.y(heightAt(point)) - top));
    const colour = colourAt(point);
    for (let dy = 0; dy < size; dy += 1)
      for (let dx = 0; dx < size; dx += 1) {
        const at = 4 * ((row + dy) * image.width + column + dx);
        image.data[at] = colour >> 16;
        image.data[at + 1] = (colour >> 8) & 255;
        image.data[at + 2] = colour & 255;
        image.data[at + 3] = 255;
      }
  }
  context.putImageData(image, left, top);
}

const [INK, LINE] = ['#333333', '#dddddd'] as const;

function drawGrid(context: SKRSContext2D, chart: Chart): void {
  const { left, top, width, height, distances, heights, exaggeration } = chart;
  context.font = labelFont(18);
  context.textBaseline = 'middle';
  for (const distance of distances) {
    const x = Math.round(chart.x(distance)) + 0.5;
    drawLine(context, LINE, x, top, x, top + height);
    label(context, String(distance), x, top + height + 20, 'center');
  }
  for (const value of heights) {
    const y = Math.round(chart.y(value)) + 0.5;
    drawLine(context, LINE, left, y, left + width, y);
    label(context, String(value), left - 10, y, 'right');
  }
  drawLine(context, INK, left, top, left, top + height);
  drawLine(context, INK, left, top + height, left + width, top + height);
  label(context, 'Height (m)', 14, top - 30, 'left');
  label(context, 'Distance (m)', left + width / 2, top + height + 50, 'center');
  const times = Number(exaggeration.toPrecision(2));
  label(context, `Heights × ${times}`, left + width, top - 30, 'right');
}

function drawLine(context: SKRSContext2D, colour: string, x1: number, y1: number, x2: number, y2: number): void {
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

/** The classes that occur, those with most points first. */
function classesOf({ count, records }: ProfilePoints, layout: PointLayout): readonly number[] {
  const recordBytes = recordBytesOf(layout);
  const counts = new Map<number, number>();
  for (let point = 0; point < count; point += 1) {
    const value = records[point * recordBytes + CLASS_AT]!;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
}

function drawLegend(context: SKRSContext2D, classes: readonly number[]): void {
  let x = 90;
  const y = PICTURE.height - 25;
  for (const value of classes.slice(0, MOST_LEGEND)) {
    const name = className(value);
    const width = 30 + context.measureText(name).width;
    if (x + width > PICTURE.width - 20) break;
    context.fillStyle = `#${classColour(value).toString(16).padStart(6, '0')}`;
    context.fillRect(x, y - 8, 16, 16);
    label(context, name, x + 22, y, 'left');
    x += width + 14;
  }
}
