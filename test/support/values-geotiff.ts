/** A writer of GeoTIFFs that hold measures: any number of bands of 16 bits or of real numbers, uncompressed, north up. */
interface ValuesInput {
  readonly width: number;
  readonly height: number;
  /** West and north edge in metres of EPSG:32632. */
  readonly origin: readonly [number, number];
  readonly pixel: number;
  readonly type: 'uint16' | 'float32';
  readonly bands: readonly {
    readonly name: string;
    readonly unit?: string;
    readonly value: (column: number, row: number) => number;
  }[];
}

const TYPES = {
  uint16: { bytes: 2, format: 1, write: (into: Buffer, value: number, at: number) => into.writeUInt16LE(value, at) },
  float32: { bytes: 4, format: 3, write: (into: Buffer, value: number, at: number) => into.writeFloatLE(value, at) },
} as const;

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;

export function valuesGeoTiff({ width, height, origin, pixel, type, bands }: ValuesInput): Buffer {
  const { bytes, format, write } = TYPES[type];
  const pixels = Buffer.alloc(width * height * bands.length * bytes);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      bands.forEach(({ value }, band) =>
        write(pixels, value(column, row), ((row * width + column) * bands.length + band) * bytes),
      );

  const doubles = (...values: number[]): Buffer => Buffer.from(new Float64Array(values).buffer);
  const shorts = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
  const each = (value: number): Buffer => shorts(...bands.map(() => value));
  const words = Buffer.from(`${wordsOf(bands)}\0`, 'latin1');
  const tags: readonly (readonly [tag: number, type: number, count: number, value: Buffer])[] = [
    [256, LONG, 1, long(width)],
    [257, LONG, 1, long(height)],
    [258, SHORT, bands.length, each(8 * bytes)],
    [259, SHORT, 1, shorts(1)],
    [262, SHORT, 1, shorts(1)],
    [273, LONG, 1, long(8)],
    [277, SHORT, 1, shorts(bands.length)],
    [278, LONG, 1, long(height)],
    [279, LONG, 1, long(pixels.length)],
    [339, SHORT, bands.length, each(format)],
    [33550, DOUBLE, 3, doubles(pixel, pixel, 0)],
    [33922, DOUBLE, 6, doubles(0, 0, 0, origin[0], origin[1], 0)],
    [34735, SHORT, 16, shorts(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632)],
    [42112, ASCII, words.length, words],
  ];
  return Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    long(8 + pixels.length),
    pixels,
    directory(tags, pixels.length),
  ]);
}

function long(value: number): Buffer {
  const made = Buffer.alloc(4);
  made.writeUInt32LE(value);
  return made;
}

/** Names and units as GDAL keeps them. */
function wordsOf(bands: ValuesInput['bands']): string {
  const items = bands.flatMap(({ name, unit }, band) => [
    `<Item name="DESCRIPTION" sample="${band}" role="description">${name}</Item>`,
    ...(unit === undefined ? [] : [`<Item name="UNITTYPE" sample="${band}" role="unittype">${unit}</Item>`]),
  ]);
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`;
}

/** @param before bytes of pixels, between the header and the directory */
function directory(tags: readonly (readonly [number, number, number, Buffer])[], before: number): Buffer {
  const head = Buffer.alloc(2 + 12 * tags.length + 4);
  head.writeUInt16LE(tags.length);
  const outside: Buffer[] = [];
  let end = 8 + before + head.length;
  tags.forEach(([tag, type, count, value], index) => {
    const at = 2 + 12 * index;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    if (value.length <= 4) value.copy(head, at + 8);
    else {
      head.writeUInt32LE(end, at + 8);
      outside.push(value);
      end += value.length;
    }
  });
  return Buffer.concat([head, ...outside]);
}
