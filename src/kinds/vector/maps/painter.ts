import type { SKRSContext2D } from '@napi-rs/canvas';
import { LINE, POINT, POLYGON } from '../tiles/shape.ts';
import type { MapStyle } from './map-style.ts';
import type { PixelShape } from './pixel-shape.ts';

/** Pixels between positions below which one of them is not seen. */
const LEAST_STEP = 0.1;
/** Pixels of a side below which a polygon or line is a dot: its casing would be all that is seen of it. */
const DOT_SIDE = 1.5;
/** Pixels that a casing is wider than what it surrounds, on both sides together. */
const CASING = 2;
const CASING_OPACITY = 0.8;

/** Draws a shape. */
export function paintShape(context: SKRSContext2D, shape: PixelShape, style: MapStyle): void {
  if (shape.kind === POINT) paintPoints(context, shape, style.point);
  else if (isDot(shape)) paintDot(context, shape, shape.kind === LINE ? style.line : style.polygon);
  else {
    tracePath(context, shape);
    if (shape.kind === POLYGON) fillPath(context, style.polygon);
    strokePath(context, shape.kind === LINE ? style.line : style.polygon);
  }
}

function paintPoints(
  context: SKRSContext2D,
  { parts }: PixelShape,
  { colour, casing, radius, opacity }: MapStyle['point'],
): void {
  context.globalAlpha = opacity;
  for (const [part, [fill, size]] of parts.flatMap((part) =>
    [[casing, radius + CASING / 2] as const, [colour, radius] as const].map((disc) => [part, disc] as const),
  )) {
    context.fillStyle = fill;
    context.beginPath();
    for (let at = 0; at < part.length; at += 2) {
      context.moveTo(part[at]! + size, part[at + 1]!);
      context.arc(part[at]!, part[at + 1]!, size, 0, 2 * Math.PI);
    }
    context.fill();
  }
}

function tracePath(context: SKRSContext2D, { parts, kind }: PixelShape): void {
  context.beginPath();
  for (const part of parts) {
    let [x, y] = [part[0]!, part[1]!];
    context.moveTo(x, y);
    for (let at = 2; at < part.length; at += 2) {
      const [nextX, nextY] = [part[at]!, part[at + 1]!];
      const isLast = at + 2 === part.length;
      if (!isLast && Math.abs(nextX - x) < LEAST_STEP && Math.abs(nextY - y) < LEAST_STEP) continue;
      [x, y] = [nextX, nextY];
      context.lineTo(x, y);
    }
    if (kind === POLYGON) context.closePath();
  }
}

function fillPath(context: SKRSContext2D, { fill, fillOpacity }: MapStyle['polygon']): void {
  if (fillOpacity === 0) return;
  context.globalAlpha = fillOpacity;
  context.fillStyle = fill;
  context.fill('evenodd');
}

function strokePath(context: SKRSContext2D, { colour, width, opacity, casing }: MapStyle['line']): void {
  if (width === 0 || opacity === 0) return;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.globalAlpha = opacity * CASING_OPACITY;
  context.strokeStyle = casing;
  context.lineWidth = width + CASING;
  context.stroke();
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

function isDot({ parts }: PixelShape): boolean {
  const [first] = parts;
  const [x = 0, y = 0] = first ?? [];
  return parts.every((part) => part.every((value, at) => Math.abs(value - (at % 2 === 0 ? x : y)) < DOT_SIDE));
}

function paintDot(context: SKRSContext2D, { parts }: PixelShape, { colour, opacity }: MapStyle['line']): void {
  const [x = 0, y = 0] = parts[0] ?? [];
  context.globalAlpha = opacity;
  context.fillStyle = colour;
  context.fillRect(x - DOT_SIDE / 2, y - DOT_SIDE / 2, DOT_SIDE, DOT_SIDE);
}
