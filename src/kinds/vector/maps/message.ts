import { pixelsOf } from './canvas-pixels.ts';
import { createCanvas } from '@napi-rs/canvas';
import { labelFont } from '../../../fonts/index.ts';

/** A picture that says something. */
export interface MessageTask {
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

/** Pixels. */
const SIZE = 13;
const LINE_HEIGHT = 18;
const MARGIN = 8;

/** The text in lines that fit the width. @returns red, green, blue, alpha (not premultiplied) row by row */
export function paintMessage({ width, height, text }: MessageTask): Uint8ClampedArray<ArrayBuffer> {
  const context = createCanvas(width, height).getContext('2d');
  context.font = labelFont(SIZE);
  context.fillStyle = '#b00020';
  context.textBaseline = 'top';
  let [line, y] = ['', MARGIN];
  for (const word of [...text.split(/\s+/), null]) {
    const longer = line === '' ? (word ?? '') : `${line} ${word ?? ''}`;
    if (word !== null && (line === '' || context.measureText(longer).width <= width - 2 * MARGIN)) {
      line = longer;
      continue;
    }
    context.fillText(line, MARGIN, y);
    y += LINE_HEIGHT;
    line = word ?? '';
  }
  return pixelsOf(context);
}
