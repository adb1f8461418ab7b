import { fieldText } from '../../../geodata/plain-text.ts';
import type { LasVlr } from './las-bytes.ts';

/** A field in the extra bytes of points. */
export interface ExtraField {
  /** Up to 32 bytes. */
  readonly name: string;
  /** 1 to 10: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64; 0: bytes that nobody describes. */
  readonly type: number;
  /** Bytes in each point. */
  readonly bytes: number;
  /** Description as stored, of 192 bytes. */
  readonly stored: Uint8Array;
}

const DESCRIPTION_BYTES = 192;
const TYPE_AT = 2;
const OPTIONS_AT = 3;
const NAME_AT = 4;
const NAME_BYTES = 32;
/** Bytes of a value of types 0 to 10. */
const TYPE_BYTES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8] as const;
/** Types 11 to 30 are two or three values of types 1 to 10; they have been given up, and are kept as bytes. */
const SINGLE_TYPES = 10;

/** Bits of the options: whether there is a scale, and an offset. */
const [HAS_SCALE, HAS_OFFSET] = [8, 16] as const;
const [SCALE_AT, FIELD_OFFSET_AT] = [112, 136] as const;

/** How stored values become those that are meant: value = stored x scale + offset. */
export function unitsOf({ stored }: ExtraField): { readonly scale: number; readonly offset: number } {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const told = (option: number, at: number, otherwise: number): number => {
    const value = (stored[OPTIONS_AT]! & option) === 0 ? otherwise : view.getFloat64(at, true);
    return Number.isFinite(value) ? value : otherwise;
  };
  return { scale: told(HAS_SCALE, SCALE_AT, 1), offset: told(HAS_OFFSET, FIELD_OFFSET_AT, 0) };
}

/**
 * The fields that a record LASF_Spec/4 describes, and one of bytes that are left.
 *
 * @param extraBytes of each point
 */
export function readExtraFields(payload: Buffer | null, extraBytes: number): readonly ExtraField[] {
  const fields: ExtraField[] = [];
  let left = extraBytes;
  for (let at = 0; payload !== null && at + DESCRIPTION_BYTES <= payload.length; at += DESCRIPTION_BYTES) {
    const stored = payload.subarray(at, at + DESCRIPTION_BYTES);
    const type = stored[TYPE_AT]!;
    const single = type === 0 ? 0 : ((type - 1) % SINGLE_TYPES) + 1;
    const values = type === 0 ? stored[OPTIONS_AT]! : Math.ceil(type / SINGLE_TYPES);
    const bytes = TYPE_BYTES[single]! * values;
    if (bytes > left || values === 0 || values > 3 * 255) break;
    const name = fieldText(stored.subarray(NAME_AT, NAME_AT + NAME_BYTES));
    fields.push({ name, type: values === 1 ? type : 0, bytes, stored });
    left -= bytes;
  }
  // A description has at most 255 bytes.
  for (; left > 0; left -= Math.min(255, left)) fields.push(plainBytes(Math.min(255, left)));
  return fields;
}

const plainBytes = (bytes: number): ExtraField => describe('', 0, bytes);

/** The waveform of a point, which formats 6 to 8 have no place for. Types by LAS 1.4. */
export const WAVEFORM_FIELDS: readonly ExtraField[] = [
  describe('WavePacketDescriptor', 1, 1),
  describe('WaveformDataOffset', 7, 8),
  describe('WaveformPacketSize', 5, 4),
  describe('ReturnPointWaveform', 9, 4),
  describe('Xt', 9, 4),
  describe('Yt', 9, 4),
  describe('Zt', 9, 4),
];

/** A field of one value. */
export function describe(name: string, type: number, bytes: number = TYPE_BYTES[type]!): ExtraField {
  const stored = Buffer.alloc(DESCRIPTION_BYTES);
  stored[TYPE_AT] = type;
  if (type === 0) stored[OPTIONS_AT] = bytes;
  stored.write(name, NAME_AT, NAME_BYTES, 'utf8');
  return { name, type, bytes, stored };
}

export const extraFieldsVlr = (fields: readonly ExtraField[]): LasVlr => ({
  user: 'LASF_Spec',
  id: 4,
  description: 'Extra bytes',
  payload: Buffer.concat(fields.map(({ stored }) => stored)),
});
