import { pixelsOf } from './canvas-pixels.ts';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { LINE, POINT, POLYGON, type ShapeKind } from '../tiles/shape.ts';
import type { DrawTask } from './draw-task.ts';
import { classColour } from './map-classes.ts';
import { inColour, type MapStyle } from './map-style.ts';
import { createLabels } from './labels.ts';
import { paintShape } from './painter.ts';
import type { PixelShape } from './pixel-shape.ts';

/** A feature as it is drawn. */
export interface MapFeature {
  /** The same for all pieces of it. */
  readonly key: string | number;
  readonly label: unknown;
  /** Value of the attribute that colours go by. */
  readonly by: unknown;
  readonly shapes: readonly PixelShape[];
}

/** Features that are drawn through one window. */
export interface MapPiece {
  /** Narrows the drawing of all but points to what these features are whole in; undefined: no need to. */
  readonly narrow: ((context: SKRSContext2D) => void) | undefined;
  readonly features: Iterable<MapFeature>;
}

/** Kinds of shapes by the kind of a layer, in the order in which they are drawn: points lie on lines, lines on polygons. */
const KINDS: Readonly<Record<string, readonly ShapeKind[]>> = {
  MultiPoint: [POINT],
  MultiLineString: [LINE],
  MultiPolygon: [POLYGON],
};
const ALL_KINDS = [POLYGON, LINE, POINT];

/**
 * Draws a picture.
 *
 * @param pieces gone through once for each kind of shapes: so no feature is kept
 * @returns red, green, blue, alpha (not premultiplied) row by row from the upper left
 */
export function drawMap(
  { width, height, style, label, source }: DrawTask,
  pieces: () => Iterable<MapPiece>,
): Uint8ClampedArray<ArrayBuffer> {
  const context = createCanvas(width, height).getContext('2d');
  const labels =
    label === undefined || style.label === null
      ? undefined
      : createLabels(style.label, style.point.radius, width, height);
  const styleOf = stylesByClass(style);
  for (const kind of KINDS[source.geometryType] ?? ALL_KINDS) {
    for (const { narrow, features } of pieces()) {
      context.save();
      if (kind !== POINT) narrow?.(context);
      for (const feature of features) {
        for (const shape of feature.shapes) {
          if (shape.kind !== kind) continue;
          paintShape(context, shape, styleOf(feature.by));
          labels?.add(feature.key, feature.label, shape);
        }
      }
      context.restore();
    }
  }
  labels?.write(context);
  return pixelsOf(context);
}

/** The style of a feature by its value: one object for each colour. */
function stylesByClass(style: MapStyle): (value: unknown) => MapStyle {
  const { classes } = style;
  if (classes === null) return () => style;
  const known = new Map([...classes.colours, classes.other].map((colour) => [colour, inColour(style, colour)]));
  return (value) => known.get(classColour(classes, value)) ?? style;
}
