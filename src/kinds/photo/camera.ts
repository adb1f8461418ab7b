import type { PhotoFacts } from './read/photo-facts.child.ts';
import type { PhotoFields } from './photo-fields.ts';
import { isThermalSize, sensorLength, type Size } from './sensor.ts';

/** What took a photograph. Lengths in millimetres; null for what is not known. */
export interface Camera {
  readonly make: string | null;
  readonly model: string | null;
  /** Maker and model in lower case, the maker once; null when neither is known. */
  readonly name: string | null;
  readonly thermal: boolean;
  readonly focalLength: number | null;
  /** Focal length of a lens with the same view on 35 mm film. */
  readonly focalLength35: number | null;
  /** Size of the part of the sensor that the picture shows. */
  readonly sensor: readonly [width: number, height: number] | null;
}

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
  const clues = { size: facts, fields, make: make ?? '', model: model ?? '', name, thermal };
  const long = sensorLength({ ...clues, focalLength, focalLength35 });
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

/** Models with a thermal camera beside another, whose photos differ by size only. */
const THERMAL_MODELS =
  /^(?:xt|xt2|xts|zh\d+[tn]|h\d+[tn]|m\d+t|m\d+td|mavic2-enterprise-advanced|flir|anafi thermal|anafi ?usa)$/i;

function isThermal(size: Size, fields: PhotoFields, make: string, model: string): boolean {
  if (/infrared|thermal|^ir$/i.test(fields.xmpText('drone-dji:ImageSource') ?? '')) return true;
  if (fields.xmpText('FLIR:BandName', 'Camera:BandName')?.toUpperCase() === 'LWIR') return true;
  if (/^flir\b/i.test(make)) return true;
  return THERMAL_MODELS.test(model) && isThermalSize(size);
}

function sidesOf({ width, height }: Size, long: number): readonly [number, number] {
  return width >= height ? [long, (long * height) / width] : [(long * width) / height, long];
}
