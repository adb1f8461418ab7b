import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { labelFont } from '../../../fonts/index.ts';
import type { Canvas } from '../../../render/index.ts';
import { RasterError } from '../raster-error.ts';
import type { Legend } from './legend.ts';

/** Size of a legend, in pixels; what is absent is as large as it needs. */
export interface LegendSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const MAX_SIDE = 2048;
const FONT_SIZE = 12;
const MARGIN = 4;
/** Width of a ramp, and of the square before a line. */
const SWATCH = 16;
/** Room that a label takes with its distance from the swatch; without as much there is none. */
const LABEL_WIDTH = 60;
const LINE_HEIGHT = 20;
const RAMP_HEIGHT = 120;

/**
 * Draws a legend: a ramp from the lower to the upper end with its values, or a line for each band. Labels are left out where
 * there is no room for them.
 *
 * @throws RasterError `out of range` for a side of no pixel, or of more than 2048
 */
export function drawLegend(legend: Legend, size: LegendSize): Canvas {
  const natural = legend.kind === 'ramp' ? RAMP_HEIGHT : legend.lines.length * LINE_HEIGHT;
  const { width = 3 * MARGIN + SWATCH + LABEL_WIDTH, height = natural + 2 * MARGIN } = size;
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)) {
    throw new RasterError('out of range', `Legends have 1 to ${MAX_SIDE} pixels a side.`);
  }
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.font = labelFont(FONT_SIZE);
  context.textBaseline = 'middle';
  if (legend.kind === 'ramp') drawRamp(context, legend, width, height);
  else drawLines(context, legend.lines, width, height);
  return { width, height, rgba: new Uint8ClampedArray(context.getImageData(0, 0, width, height).data) };
}

type Of<Kind extends Legend['kind']> = Extract<Legend, { kind: Kind }>;
type Colour = Of<'ramp'>['colours'][number];
const css = (colour: Colour): string => `rgb(${colour.map(Math.round).join(' ')})`;

function drawRamp(context: SKRSContext2D, { colours, labels }: Of<'ramp'>, width: number, height: number): void {
  const hasLabels = width >= SWATCH + LABEL_WIDTH && height >= 2 * LINE_HEIGHT;
  const [left, top] = hasLabels ? [MARGIN, FONT_SIZE / 2 + 2] : [0, 0];
  const [rampWidth, rampHeight] = hasLabels ? [SWATCH, height - 2 * top] : [width, height];
  const gradient = context.createLinearGradient(0, top + rampHeight, 0, top);
  for (const [at, colour] of colours.entries()) gradient.addColorStop(at / (colours.length - 1), css(colour));
  context.fillStyle = gradient;
  context.fillRect(left, top, rampWidth, rampHeight);
  if (!hasLabels) return;
  // Those between the ends only where all fit.
  const isRoomy = rampHeight >= (labels.length - 1) * FONT_SIZE;
  context.fillStyle = '#000';
  for (const { share, text } of labels) {
    if (!isRoomy && share !== 0 && share !== 1) continue;
    const y = top + rampHeight * (1 - share);
    context.fillRect(left + rampWidth, Math.min(top + rampHeight - 1, Math.round(y)), MARGIN, 1);
    context.fillText(text, left + rampWidth + 2 * MARGIN, y, width - left - rampWidth - 2 * MARGIN);
  }
}

function drawLines(context: SKRSContext2D, lines: Of<'bands'>['lines'], width: number, height: number): void {
  const lineHeight = (height - Math.min(2 * MARGIN, height / 2)) / lines.length;
  const top = (height - lineHeight * lines.length) / 2;
  const hasLabels = width >= SWATCH + LABEL_WIDTH && lineHeight >= FONT_SIZE;
  const side = hasLabels ? Math.min(SWATCH, lineHeight - 2) : width;
  for (const [at, { colour, text }] of lines.entries()) {
    const y = top + at * lineHeight;
    context.fillStyle = css(colour);
    context.fillRect(
      hasLabels ? MARGIN : 0,
      y + (hasLabels ? (lineHeight - side) / 2 : 0),
      side,
      hasLabels ? side : lineHeight,
    );
    if (!hasLabels) continue;
    context.fillStyle = '#000';
    context.fillText(text, side + 3 * MARGIN, y + lineHeight / 2, width - side - 3 * MARGIN);
  }
}
