import type { PhotoFacts } from './read/photo-facts.child.ts';
import type { PhotoFields } from './photo-fields.ts';
import { sensorWidthOf } from './sensor-widths.ts';

/** What took a photograph. Lengths in millimetres; null for what is not known. */
export interface Camera {
  readonly make: string | null;
  readonly model: string | null;
  /** Maker and model in lower case, the maker once; null when neither is known. */
  readonly name: string | null;
  readonly thermal: boolean;
  readonly focalLength: number | null;
  /** Of a lens with the same view on 35 mm film. */
  readonly focalLength35: number | null;
  /** Of the part of the sensor that the picture shows. */
  readonly sensor: readonly [width: number, height: number] | null;
}

type Size = Pick<PhotoFacts, 'width' | 'height'>;

export function cameraOf(facts: Size & Pick<PhotoFacts, 'radiometric'>, fields: PhotoFields): Camera {
  const make = fields.exifText('Make') ?? fields.xmpText('tiff:Make');
  const model = fields.exifText('Model') ?? fields.xmpText('tiff:Model');
  const name = cameraName(make ?? '', model ?? '') || null;
  const positive = (field: string): number | null => {
    const value = fields.exifNumber(field);
    return value !== null && value > 0 && value < 10_000 ? value : null;
  };
  const [focalLength, focalLength35] = [positive('FocalLength'), positive('FocalLengthIn35mmFormat')];
  const thermal = facts.radiometric || isThermal(facts, fields, make ?? '', model ?? '');
  const long =
    focalPlaneWidth(facts, fields) ??
    (thermal ? Math.max(facts.width, facts.height) * pixelPitch(model ?? '') : sensorWidthOf(name ?? '')) ??
    widthByFocalLengths(facts, focalLength, focalLength35);
  return {
    make,
    model,
    name,
    thermal,
    focalLength,
    focalLength35,
    sensor: long === null ? null : sidesOf(facts, long),
  };
}

function cameraName(make: string, model: string): string {
  const [maker, whole] = [make.toLowerCase(), model.toLowerCase()];
  const rest = maker === '' ? whole : whole.replace(maker, '').trim();
  return `${maker} ${rest}`.trim();
}

/** Sizes of the sensors of thermal cameras, in pixels, long side first. */
const THERMAL_SIZES = ['160x120', '320x240', '320x256', '336x256', '640x480', '640x512', '1280x1024'];
/** Models with a thermal camera beside another, whose photos differ by size only. */
const THERMAL_MODELS =
  /^(?:xt|xt2|xts|zh\d+[tn]|h\d+[tn]|m\d+t|m\d+td|mavic2-enterprise-advanced|flir|anafi thermal|anafi ?usa)$/i;

function isThermal({ width, height }: Size, fields: PhotoFields, make: string, model: string): boolean {
  if (/infrared|thermal|^ir$/i.test(fields.xmpText('drone-dji:ImageSource') ?? '')) return true;
  if (fields.xmpText('FLIR:BandName', 'Camera:BandName')?.toUpperCase() === 'LWIR') return true;
  if (/^flir\b/i.test(make)) return true;
  const size = `${Math.max(width, height)}x${Math.min(width, height)}`;
  return THERMAL_MODELS.test(model) && THERMAL_SIZES.includes(size);
}

/** Size of a pixel of a thermal sensor in millimetres: 17 µm in older cameras, 12 µm since. */
const pixelPitch = (model: string): number => (/^(?:xt|xt2|flir)$/i.test(model) ? 0.017 : 0.012);

/** Millimetres in the units of EXIF: inch, centimetre, millimetre, micrometre. */
const FOCAL_PLANE_UNITS: Readonly<Record<number, number>> = { 2: 25.4, 3: 10, 4: 1, 5: 0.001 };
/** From a phone's front camera to a medium format back; what lies outside is damage or another unit. */
const [SMALLEST_SENSOR, LARGEST_SENSOR] = [1, 70];

function focalPlaneWidth(size: Size, fields: PhotoFields): number | null {
  const unit = FOCAL_PLANE_UNITS[fields.exifNumber('FocalPlaneResolutionUnit') ?? 2];
  const resolution = fields.exifNumber('FocalPlaneXResolution');
  if (unit === undefined || resolution === null || resolution <= 0) return null;
  // The picture may have been made smaller since: its first size counts.
  const width = fields.exifNumber('ExifImageWidth') || size.width;
  const height = fields.exifNumber('ExifImageHeight') || size.height;
  const long = (Math.max(width, height) / resolution) * unit;
  return long >= SMALLEST_SENSOR && long <= LARGEST_SENSOR ? long : null;
}

/** Diagonal of 35 mm film. */
const FILM_DIAGONAL = Math.hypot(36, 24);

/** Equivalent focal lengths compare diagonals. Sensors are 3:2 or 4:3; other pictures are cut out of one of 4:3. */
function widthByFocalLengths(
  { width, height }: Size,
  focalLength: number | null,
  focalLength35: number | null,
): number | null {
  if (focalLength === null || focalLength35 === null) return null;
  const ratio = Math.max(width, height) / Math.min(width, height);
  const share = Math.abs(ratio - 1.5) < 0.02 ? 36 / FILM_DIAGONAL : 0.8;
  const long = (FILM_DIAGONAL * share * focalLength) / focalLength35;
  return long >= SMALLEST_SENSOR && long <= LARGEST_SENSOR ? long : null;
}

function sidesOf({ width, height }: Size, long: number): readonly [number, number] {
  return width >= height ? [long, (long * height) / width] : [(long * width) / height, long];
}
