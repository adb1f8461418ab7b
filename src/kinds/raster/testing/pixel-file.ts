import { readFile, writeFile } from 'node:fs/promises';
import type { SampleType } from '../cog/cog-facts.ts';

/** Samples of a raster, band after band, each row by row from the north-west. */
export interface PixelFile {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Float64Array[];
}

/** "data type" of an ENVI header. */
const ENVI_TYPES: Readonly<Record<SampleType, number>> = {
  uint8: 1,
  int16: 2,
  int32: 3,
  float32: 4,
  float64: 5,
  uint16: 12,
  uint32: 13,
};

const ARRAYS = {
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
} as const;

/** Writes raw samples with an ENVI header, the simplest raster GDAL reads: `path` and `path` with `.hdr` behind it. */
export async function writeEnvi(path: string, { width, height, bands }: PixelFile, type: SampleType): Promise<void> {
  const samples = new ARRAYS[type](width * height * bands.length);
  bands.forEach((band, at) => samples.set(band, at * width * height));
  await writeFile(path, new Uint8Array(samples.buffer));
  const header = [
    'ENVI',
    `samples = ${width}`,
    `lines = ${height}`,
    `bands = ${bands.length}`,
    'header offset = 0',
    `data type = ${ENVI_TYPES[type]}`,
    'interleave = bsq',
    'byte order = 0',
  ];
  await writeFile(`${path}.hdr`, `${header.join('\n')}\n`);
}

/** Reads what GDAL wrote with `-of ENVI -co INTERLEAVE=BSQ`. */
export async function readEnvi(path: string): Promise<PixelFile> {
  const header = await readFile(path.replace(/\.\w+$/, '.hdr'), 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name} *= *(\\d+)`, 'm').exec(header)?.[1]);
  const [width, height, count] = [field('samples'), field('lines'), field('bands')];
  const type = (Object.keys(ENVI_TYPES) as SampleType[]).find((name) => ENVI_TYPES[name] === field('data type'));
  if (type === undefined) throw new Error('unknown ENVI data type');
  const bytes = await readFile(path);
  const samples = Float64Array.from(
    new ARRAYS[type](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
  );
  const pixels = width * height;
  return {
    width,
    height,
    bands: Array.from({ length: count }, (_, at) => samples.subarray(at * pixels, (at + 1) * pixels)),
  };
}
