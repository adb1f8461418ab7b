/** A value in the extra bytes of points, by the record LASF_Spec/4. */
export type ExtraField = {
  readonly name: string;
  /** 1 to 10: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64. */
  readonly type: number;
  /** Where it stands in the record of a point. */
  readonly at: number;
  /** The stored value times this, plus `offset`. */
  readonly scale: number;
  readonly offset: number;
};

const DESCRIPTION_BYTES = 192;
/** Bytes of a value of types 0 to 10. */
const TYPE_BYTES = [0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8] as const;
const SINGLE_TYPES = 10;
const HAS_SCALE = 0x08;
const HAS_OFFSET = 0x10;

/**
 * Fields of one value; those of several, and bytes that nobody describes, are left out.
 *
 * @param recordBytes of a point
 * @param start where the extra bytes begin in it
 */
export function extraFieldsOf(payload: Uint8Array, start: number, recordBytes: number): readonly ExtraField[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const fields: ExtraField[] = [];
  let at = start;
  for (let row = 0; row + DESCRIPTION_BYTES <= payload.length; row += DESCRIPTION_BYTES) {
    const type = view.getUint8(row + 2);
    const options = view.getUint8(row + 3);
    const values = type === 0 ? options : Math.ceil(type / SINGLE_TYPES);
    const bytes = type === 0 ? options : (TYPE_BYTES[((type - 1) % SINGLE_TYPES) + 1] ?? 0) * values;
    if (bytes === 0 || at + bytes > recordBytes) break;
    const name = textOf(payload.subarray(row + 4, row + 36));
    if (type > 0 && values === 1) {
      const scale = (options & HAS_SCALE) === 0 ? 1 : view.getFloat64(row + 112, true);
      const offset = (options & HAS_OFFSET) === 0 ? 0 : view.getFloat64(row + 136, true);
      fields.push({ name, type, at, scale, offset });
    }
    at += bytes;
  }
  return fields;
}

/** Text that ends at its first NUL. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\0[^]*$/, '');

/** A value of a record. Whole numbers of 64 bits that a double cannot hold lose their last digits. */
export function extraValue(record: DataView, { type, at, scale, offset }: ExtraField): number {
  const stored = READERS[type - 1]?.(record, at) ?? NaN;
  return scale === 1 && offset === 0 ? stored : stored * scale + offset;
}

const READERS: readonly ((view: DataView, at: number) => number)[] = [
  (view, at) => view.getUint8(at),
  (view, at) => view.getInt8(at),
  (view, at) => view.getUint16(at, true),
  (view, at) => view.getInt16(at, true),
  (view, at) => view.getUint32(at, true),
  (view, at) => view.getInt32(at, true),
  (view, at) => Number(view.getBigUint64(at, true)),
  (view, at) => Number(view.getBigInt64(at, true)),
  (view, at) => view.getFloat32(at, true),
  (view, at) => view.getFloat64(at, true),
];
