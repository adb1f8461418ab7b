import { pixelsOf } from './canvas-pixels.ts';
import { createCanvas } from '@napi-rs/canvas';
import { LINE, POINT, POLYGON } from '../tiles/shape.ts';
import type { MapStyle } from './map-style.ts';
import { paintShape } from './painter.ts';

/** The symbol of a layer in a legend. */
export interface SymbolTask {
  readonly width: number;
  readonly height: number;
  readonly style: MapStyle;
  /** As a GeoPackage has it: MultiPoint, MultiLineString, MultiPolygon; all others have all three. */
  readonly geometryType: string;
}

/** Pixels between a symbol and the edge of its picture. */
const MARGIN = 3;

/** @returns red, green, blue, alpha (not premultiplied) row by row */
export function paintSymbol({ width, height, style, geometryType }: SymbolTask): Uint8ClampedArray<ArrayBuffer> {
  const context = createCanvas(width, height).getContext('2d');
  const [right, bottom] = [Math.max(MARGIN, width - MARGIN), Math.max(MARGIN, height - MARGIN)];
  const square = Float64Array.of(MARGIN, MARGIN, right, MARGIN, right, bottom, MARGIN, bottom);
  const zigzag = Float64Array.of(MARGIN, bottom, width / 3, MARGIN, (2 * width) / 3, bottom, right, MARGIN);
  const point = { kind: POINT, parts: [Float64Array.of(width / 2, height / 2)] } as const;
  const shapes = {
    MultiPolygon: [{ kind: POLYGON, parts: [square] }],
    MultiLineString: [{ kind: LINE, parts: [zigzag] }],
    MultiPoint: [point],
  } as const;
  const own = shapes[geometryType as keyof typeof shapes] ?? Object.values(shapes).flat();
  for (const shape of own) paintShape(context, shape, style);
  return pixelsOf(context);
}
