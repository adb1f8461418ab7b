import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { type DrawingBudget, drawingBudget } from './drawing-budget.ts';
import { partsOf } from './geometry-parts.ts';
import { beside, type Extent, placeExtent, unionOf, unionOfPlaces } from './extent-place.ts';
import { extentOf } from './layer-place.ts';
import { createMask, INK, type Mask } from './mask.ts';
import type { OpenVector, VectorSource } from './open-vector.ts';
import { withVector } from './with-vector.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfLayer } from './layer-crs.ts';

export interface VectorDrawingRequest extends VectorSource {
  /** Pixels along the longer side. */
  readonly size: number;
  readonly encoding: 'webp' | 'jpeg' | 'png';
}

/** What is drawn at most, so that a small picture of a large file takes no longer than some seconds: its first features. */
const MAX_FEATURES = 50_000;
const MAX_MILLISECONDS = 5000;
/** Steps along lines and crossings of rows, of all features together: a second or two, and 200 MB where all are crossings. */
const MAX_STEPS = 20_000_000;
/** A geometry of more bytes is left out: a few million positions take seconds to be turned into degrees. */
const MAX_GEOMETRY_BYTES = 32 * 2 ** 20;
/** Read from the file for one feature, in steps. */
const STEPS_A_FEATURE = 10;
/** Extent of a layer without geometries. */
const NOWHERE: Extent = [NaN, NaN, NaN, NaN];
/** Pixels of the mask for one of the picture, so that edges are smooth. */
const OVERSAMPLING = 2;
/** Space around the features, as a part of the longer side. */
const MARGIN = 0.04;
/** The shorter side has at least this part of the longer one: a straight road is to be seen. */
const LEAST_ASPECT = 0.25;

/** Red, green, blue and opacity of what a pixel of the mask shows. */
const COLOURS = { [INK.area]: [58, 134, 200, 90], [INK.line]: [24, 92, 156, 255], [INK.point]: [200, 70, 40, 255] };

/** A picture of the features of a vector file, north up, without a map behind. Refuses a file without geometries. */
export default async function vectorDrawing({ size, encoding, ...source }: VectorDrawingRequest): Promise<Uint8Array> {
  const longest = size * OVERSAMPLING;
  const { ink, width, height } = await withVector(source, (dataset, opened) => draw(dataset, opened, longest));
  const rgba = new Uint8Array(ink.length * 4);
  ink.forEach((value, index) => {
    if (value !== INK.none) rgba.set(COLOURS[value as keyof typeof COLOURS], 4 * index);
  });
  const [columns, rows] = [Math.round(width / OVERSAMPLING), Math.round(height / OVERSAMPLING)];
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } }).resize(columns, rows, { fit: 'fill' });
  const opaque = encoding === 'jpeg' ? picture.flatten({ background: '#fff' }) : picture;
  return opaque.toFormat(encoding).toBuffer();
}

function draw(dataset: Gdal.Dataset, { isView }: OpenVector, longest: number): Mask {
  const layers = dataset.layers.map((layer) => layer).filter((layer) => !isView(layer.name));
  const driver = dataset.driver.description;
  const extents = layers.map((layer) => extentOf(layer, layer.features.count(true), driver));
  const placed = layers.map((layer, index) => placeExtent(extents[index] ?? NOWHERE, crsOfLayer(layer)));
  // Where nothing has a place on Earth, as in a drawing of an engineer, the coordinates are drawn as they are.
  const isOnEarth = placed.some((extent) => extent !== null);
  const whole = isOnEarth ? unionOfPlaces(placed.filter(isKnown)) : unionOf(extents.filter(isKnown));
  if (whole === null) throw new OperationRefusal('The file has no geometry to draw.');
  const frame = frameOf(whole, longest, isOnEarth);
  const budget = drawingBudget(MAX_STEPS, MAX_MILLISECONDS);
  const mask = createMask(frame.width, frame.height, budget);
  const deadline = Date.now() + MAX_MILLISECONDS;
  let left = MAX_FEATURES;
  layers.forEach((layer, index) => {
    if ((isOnEarth ? placed : extents)[index] === null) return;
    const crs = crsOfLayer(layer);
    const toDegrees =
      isOnEarth && crs !== null ? new gdal.CoordinateTransformation(crs, gdal.SpatialReference.fromEPSG(4326)) : null;
    for (const feature of layer.features) {
      if ((left -= 1) < 0 || Date.now() > deadline) return;
      if (!drawFeature(feature, toDegrees, frame, mask, budget)) return;
    }
  });
  return mask;
}

const isKnown = (extent: Extent | null): extent is Extent => extent !== null;

interface Frame {
  readonly width: number;
  readonly height: number;
  /** From coordinates to pixels: x, y, pixels a unit in both directions. */
  readonly west: number;
  readonly north: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Longitude that all others are drawn beside, across the antimeridian; NaN for a plane. */
  readonly middle: number;
}

/** The canvas around an extent; degrees of longitude are shortened as they are in the middle of it. */
function frameOf([minX, minY, maxX, maxY]: Extent, longest: number, isOnEarth: boolean): Frame {
  const shorten = isOnEarth ? Math.max(0.1, Math.cos((((minY + maxY) / 2) * Math.PI) / 180)) : 1;
  const [spanX, spanY] = [(maxX - minX) * shorten, maxY - minY];
  // A single point has no extent of its own, so it gets one.
  const long = Math.max(spanX, spanY) || 1;
  const [shownX, shownY] = [Math.max(spanX, long * LEAST_ASPECT), Math.max(spanY, long * LEAST_ASPECT)];
  const scale = (longest * (1 - 2 * MARGIN)) / long;
  const pixels = (span: number): number =>
    OVERSAMPLING * Math.round((span * scale + 2 * MARGIN * longest) / OVERSAMPLING);
  const [width, height] = [pixels(shownX), pixels(shownY)];
  const scaleX = scale * shorten;
  const west = (minX + maxX) / 2 - width / 2 / scaleX;
  const north = (minY + maxY) / 2 + height / 2 / scale;
  return { width, height, west, north, scaleX, scaleY: scale, middle: isOnEarth ? (minX + maxX) / 2 : NaN };
}

/**
 * What cannot be turned into degrees, is very large or of a kind without parts is left out.
 *
 * @returns false when nothing more is to be drawn
 */
function drawFeature(
  feature: Gdal.Feature,
  toDegrees: Gdal.CoordinateTransformation | null,
  frame: Frame,
  mask: Mask,
  budget: DrawingBudget,
): boolean {
  const wkb = positionsOf(feature, toDegrees);
  if (!budget.spend(STEPS_A_FEATURE)) return false;
  if (wkb === null) return true;
  for (const part of partsOf(wkb)) {
    if (!budget.spend(1)) return false;
    if (part.kind === 'polygon') mask.polygon(part.rings.map((ring) => toPixels(ring, frame)));
    else if (part.kind === 'line') mask.line(toPixels(part.positions, frame));
    else mask.point(toPixels(part.positions, frame));
  }
  return true;
}

function positionsOf(feature: Gdal.Feature, toDegrees: Gdal.CoordinateTransformation | null): Buffer | null {
  try {
    const geometry = feature.getGeometry();
    if (geometry === null || geometry.isEmpty() || geometry.wkbSize > MAX_GEOMETRY_BYTES) return null;
    if (toDegrees !== null) geometry.transform(toDegrees);
    return geometry.toWKB('LSB');
  } catch {
    return null;
  }
}

/** In pixels, without positions nearer than half a pixel to the one before: that many nobody sees. */
function toPixels(positions: Float64Array, { west, north, scaleX, scaleY, middle }: Frame): Float64Array {
  const pixels = new Float64Array(positions.length);
  let length = 0;
  for (let at = 0; at + 1 < positions.length; at += 2) {
    const [x, y] = [(beside(positions[at]!, middle) - west) * scaleX, (north - positions[at + 1]!) * scaleY];
    const isLast = at + 3 >= positions.length;
    const isNear = length > 0 && Math.abs(x - pixels[length - 2]!) < 0.5 && Math.abs(y - pixels[length - 1]!) < 0.5;
    if (isNear && !isLast) continue;
    pixels[length] = x;
    pixels[length + 1] = y;
    length += 2;
  }
  return pixels.subarray(0, length);
}
