/** TIFF files put together byte by byte: what no library would write. Little-endian, one directory unless told. */

export interface TiffField {
  readonly tag: number;
  /** 3 is 16 bits, 4 is 32 bits, 12 is a double. */
  readonly type: 3 | 4 | 12;
  readonly values: readonly number[];
}

const WIDTH = { 3: 2, 4: 4, 12: 8 } as const;

/** EPSG:32633 with pixels of 1 m. */
export const GEOREFERENCE: readonly TiffField[] = [
  { tag: 33550, type: 12, values: [1, 1, 0] },
  { tag: 33922, type: 12, values: [0, 0, 0, 500_000, 4_000_000, 0] },
  { tag: 34735, type: 3, values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_633] },
];

export interface TiffOptions {
  readonly width: number;
  readonly height: number;
  readonly rowsPerStrip?: number;
  readonly compression?: number;
  readonly samples?: number;
  readonly stripOffset?: number;
  readonly stripBytes?: number;
  readonly nextDirectory?: number;
  readonly extra?: readonly TiffField[];
  readonly data?: Buffer;
}

/** A gray 8-bit TIFF in one strip; without `stripOffset` the data follows the directory. */
export function tiffBytes(options: TiffOptions): Buffer {
  const { width, height, data = Buffer.alloc(0), samples = 1 } = options;
  const long = (tag: number, value: number): TiffField => ({ tag, type: 4, values: [value] });
  const fields = (offset: number): readonly TiffField[] =>
    [
      long(256, width),
      long(257, height),
      { tag: 258, type: 3, values: [8] } as const,
      long(259, options.compression ?? 1),
      long(262, 1),
      long(273, offset),
      long(277, samples),
      long(278, options.rowsPerStrip ?? height),
      long(279, options.stripBytes ?? data.length),
      ...(options.extra ?? []),
    ].sort((a, b) => a.tag - b.tag);
  const next = options.nextDirectory ?? 0;
  const length = directory(fields(0), next).length;
  return Buffer.concat([directory(fields(options.stripOffset ?? length), next), data]);
}

function directory(fields: readonly TiffField[], next: number): Buffer {
  const tail = 8 + 2 + 12 * fields.length + 4;
  const head = Buffer.alloc(tail);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields.length, 8);
  const outside: Buffer[] = [];
  let end = tail;
  fields.forEach(({ tag, type, values }, index) => {
    const raw = Buffer.alloc(values.length * WIDTH[type]);
    values.forEach((value, place) => {
      if (type === 3) raw.writeUInt16LE(value, place * 2);
      else if (type === 4) raw.writeUInt32LE(value, place * 4);
      else raw.writeDoubleLE(value, place * 8);
    });
    const at = 10 + 12 * index;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(values.length, at + 4);
    if (raw.length <= 4) raw.copy(head, at + 8);
    else {
      head.writeUInt32LE(end, at + 8);
      outside.push(raw);
      end += raw.length;
    }
  });
  head.writeUInt32LE(next, tail - 4);
  return Buffer.concat([head, ...outside]);
}

/** A sound, georeferenced TIFF of 64 x 64 pixels. */
export const soundTiff = (): Buffer =>
  tiffBytes({ width: 64, height: 64, extra: GEOREFERENCE, data: Buffer.alloc(64 * 64, 7) });
