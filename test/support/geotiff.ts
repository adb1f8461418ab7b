/**
 * A small GeoTIFF writer for tests: 8-bit RGB, uncompressed, one strip, north up, with an EPSG code.
 * TIFF 6.0 and OGC GeoTIFF 1.1 give the numbers.
 */
export interface GeoTiffInput {
  readonly width: number;
  readonly height: number;
  /** West and north edge in units of the CRS. */
  readonly origin: readonly [number, number];
  /** Size of a pixel in units of the CRS. */
  readonly pixel: number;
  /** Code of a projected CRS, e.g. 32632. */
  readonly epsg: number;
  colour(column: number, row: number): readonly [number, number, number];
}

const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;

export function writeGeoTiff({ width, height, origin, pixel, epsg, colour }: GeoTiffInput): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      pixels.set(colour(column, row), (row * width + column) * 3);
    }
  }
  const doubles = (...values: number[]): Buffer => Buffer.from(new Float64Array(values).buffer);
  const shorts = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
  // Model type projected, raster type area, the code of the CRS.
  const geoKeys = shorts(1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg);
  const tags: readonly (readonly [tag: number, type: number, count: number, value: number | Buffer])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, shorts(8, 8, 8)],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, 8],
    [277, SHORT, 1, 3],
    [278, LONG, 1, height],
    [279, LONG, 1, pixels.length],
    [33550, DOUBLE, 3, doubles(pixel, pixel, 0)],
    [33922, DOUBLE, 6, doubles(0, 0, 0, origin[0], origin[1], 0)],
    [34735, SHORT, geoKeys.length / 2, geoKeys],
  ];
  const directoryAt = 8 + pixels.length + (pixels.length % 2);
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  const extra: Buffer[] = [];
  let extraAt = directoryAt + directory.length;
  directory.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    if (typeof value === 'number') directory.writeUInt32LE(value, at + 8);
    else {
      directory.writeUInt32LE(extraAt, at + 8);
      extra.push(value);
      extraAt += value.length;
    }
  });
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(directoryAt, 4);
  return Buffer.concat([header, pixels, Buffer.alloc(pixels.length % 2), directory, ...extra]);
}

export const QUADRANTS = {
  northWest: [220, 40, 40],
  northEast: [40, 180, 60],
  southWest: [50, 80, 220],
  southEast: [240, 210, 60],
} as const;

/** An orthophoto of four coloured quarters near Bolzano (UTM 32N), 0.2 m a pixel. */
export function quadrantOrthophoto(size = 512): Buffer {
  return writeGeoTiff({
    width: size,
    height: size,
    origin: [680_000, 5_151_000],
    pixel: 0.2,
    epsg: 32632,
    colour: (column, row) => QUADRANTS[`${row < size / 2 ? 'north' : 'south'}${column < size / 2 ? 'West' : 'East'}`],
  });
}
