import exifr from 'exifr';
import { plainText } from '../../../geodata/plain-text.ts';
import { EXIF_TAGS, type ExifValue, MAX_NUMBERS, MAX_TEXT } from './exif-tags.ts';

/** EXIF is 64 KB in a JPEG; other containers set no limit. */
const MAX_BLOCK_BYTES = 2 ** 20;

/**
 * The EXIF fields of a block of memory (with or without its `Exif` mark), or of the TIFF file at a path, which is read in
 * pieces. Damaged fields are missing; null when there is nothing that can be read.
 */
export async function readExif(source: Buffer | string): Promise<ReadonlyMap<string, ExifValue> | null> {
  if (typeof source !== 'string' && source.length > MAX_BLOCK_BYTES) return null;
  const block = typeof source === 'string' ? source : withoutMark(source);
  const groups = await parse(block);
  const fields = new Map<string, ExifValue>();
  for (const [group, names] of Object.entries(EXIF_TAGS))
    for (const name of Object.keys(names)) {
      const value = cleanValue(groups?.[group]?.[name]);
      if (value !== null) fields.set(name, value);
    }
  return fields.size === 0 ? null : fields;
}

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** exifr throws for what it cannot make sense of; for a photo this means that the fields are ignored. */
async function parse(source: Buffer | string): Promise<Groups | null> {
  const group = (tags: Readonly<Record<string, number>>): { pick: string[] } => ({ pick: Object.keys(tags) });
  try {
    const found: unknown = await exifr.parse(source, {
      ifd0: group(EXIF_TAGS.ifd0),
      exif: group(EXIF_TAGS.exif),
      gps: group(EXIF_TAGS.gps),
      xmp: false,
      icc: false,
      iptc: false,
      jfif: false,
      ihdr: false,
      interop: false,
      ifd1: false,
      // Values are taken as they stand: exifr would read local times as those of this machine.
      mergeOutput: false,
      reviveValues: false,
      translateValues: false,
    });
    return typeof found === 'object' ? (found as Groups | null) : null;
  } catch {
    return null;
  }
}

function withoutMark(block: Buffer): Buffer {
  return block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
}

function cleanValue(value: unknown): ExifValue | null {
  if (typeof value === 'string') return plainText(value, MAX_TEXT) || null;
  const values = ArrayBuffer.isView(value) || Array.isArray(value) ? [...(value as Iterable<unknown>)] : [value];
  if (values.length === 0 || values.length > MAX_NUMBERS) return null;
  return values.every((one) => typeof one === 'number' && Number.isFinite(one)) ? (values as number[]) : null;
}
