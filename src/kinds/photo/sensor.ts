import type { PhotoFacts } from './read/photo-facts.child.ts';
import type { PhotoFields } from './photo-fields.ts';
import { sensorWidthOf } from './sensor-widths.ts';

export type Size = Pick<PhotoFacts, 'width' | 'height'>;

/** What the size of a sensor is told by. Lengths in millimetres. */
export interface SensorClues {
  readonly size: Size;
  readonly fields: PhotoFields;
  readonly make: string;
  readonly model: string;
  /** As the table of cameras names it. */
  readonly name: string | null;
  readonly thermal: boolean;
  readonly focalLength: number | null;
  readonly focalLength35: number | null;
}

/** From a phone's front camera to a medium format back. */
const [SMALLEST_SENSOR, LARGEST_SENSOR] = [1, 70];
/** Two sources that differ by this factor cannot both be right. Equivalent focal lengths are rounded, and pictures are cropped. */
const CONTRADICTION = 1.5;

/**
 * Long side of the part of the sensor that a picture shows, in millimetres; null when nothing says it, or when two sources
 * contradict each other: a wrong size would make a wrong footprint.
 */
export function sensorLength(clues: SensorClues): number | null {
  const { size, name, thermal, make, model } = clues;
  const lens = lengthByLens(clues);
  const differs = (length: number): boolean => lens !== null && Math.max(length / lens, lens / length) >= CONTRADICTION;
  const written = focalPlaneLength(clues);
  if (written !== null && !differs(written)) return written;
  const listed = thermal ? thermalLength(size, make, model) : sensorWidthOf(name ?? '');
  // A digital zoom, or another lens of the same model, shows less than the whole sensor, and never more.
  if (listed !== null) return lens !== null && differs(listed) && lens < listed ? lens : listed;
  return written === null ? lens : null;
}

/** Millimetres in the units of EXIF: inch, centimetre, millimetre, micrometre. */
const FOCAL_PLANE_UNITS: Readonly<Record<number, number>> = { 2: 25.4, 3: 10, 4: 1, 5: 0.001 };

function focalPlaneLength({ size, fields, thermal }: SensorClues): number | null {
  const unit = FOCAL_PLANE_UNITS[fields.exifNumber('FocalPlaneResolutionUnit') ?? 2];
  const resolution = fields.exifNumber('FocalPlaneXResolution');
  if (resolution === null || resolution <= 0) return null;
  // The picture may have been made smaller since: its first size counts.
  const pixels = longSide({
    width: fields.exifNumber('ExifImageWidth') || size.width,
    height: fields.exifNumber('ExifImageHeight') || size.height,
  });
  const isPlausible = (length: number): boolean => {
    const [finest, coarsest] = thermal ? THERMAL_PITCH : PITCH;
    const pitch = length / pixels;
    return pitch >= finest && pitch <= coarsest && length >= SMALLEST_SENSOR && length <= LARGEST_SENSOR;
  };
  const length = unit === undefined ? 0 : (pixels / resolution) * unit;
  if (isPlausible(length)) return length;
  // FLIR writes the width of the sensor itself, in millimetres: 10.88 of 640 pixels, which would be a sensor of 58.8 mm.
  return thermal && isPlausible(resolution) ? resolution : null;
}

/** Sizes of a pixel in millimetres: from phones to large sensors whose pictures were made smaller. */
const PITCH = [0.0005, 0.05] as const;
/** The same of thermal sensors: 12 and 17 µm on drones, 10 and 25 µm on others. */
const THERMAL_PITCH = [0.0095, 0.026] as const;

/** Sizes of the sensors of thermal cameras, in pixels, long side first. */
const THERMAL_SIZES = ['160x120', '320x240', '320x256', '336x256', '640x480', '640x512', '1280x1024'];

/** Whether a picture has the size of a thermal sensor: others were made larger. */
export function isThermalSize({ width, height }: Size): boolean {
  return THERMAL_SIZES.includes(`${Math.max(width, height)}x${Math.min(width, height)}`);
}

/** Makers whose thermal cameras have pixels of 12 µm, but for the models below. */
const MAKERS = /^(?:autel|dji|micasense|parrot)/i;
/** Models with pixels of 17 µm: of DJI, and of FLIR itself, whose other cameras have any. */
const COARSE_MODELS = /^(?:xt|xt2|flir)$/i;
const COARSE_FLIR_MODELS = /\b(?:vue pro|duo pro)\b/i;

function thermalLength(size: Size, make: string, model: string): number | null {
  const pitch = /^flir\b/i.test(make)
    ? COARSE_FLIR_MODELS.test(model) && 0.017
    : MAKERS.test(make) && (COARSE_MODELS.test(model) ? 0.017 : 0.012);
  return pitch === false || !isThermalSize(size) ? null : longSide(size) * pitch;
}

/** Diagonal of 35 mm film. */
const FILM_DIAGONAL = Math.hypot(36, 24);
/** Shapes of sensors. Pictures of another shape are cut out of one of 4:3. */
const SHAPES = [3 / 2, 5 / 4] as const;

/** Equivalent focal lengths compare diagonals. */
function lengthByLens({ size, focalLength, focalLength35 }: SensorClues): number | null {
  if (focalLength === null || focalLength35 === null) return null;
  const ratio = longSide(size) / Math.min(size.width, size.height);
  const shape = SHAPES.find((each) => Math.abs(ratio - each) < 0.02) ?? 4 / 3;
  const length = (FILM_DIAGONAL * (shape / Math.hypot(shape, 1)) * focalLength) / focalLength35;
  return length >= SMALLEST_SENSOR && length <= LARGEST_SENSOR ? length : null;
}

const longSide = ({ width, height }: Size): number => Math.max(width, height);
