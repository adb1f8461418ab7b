import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Gdal from 'gdal-async';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

/** Drone photographs of 4,000 x 2,250 pixels; without them a pattern stands for one, which compresses far better. */
const PHOTOS = fileURLToPath(new URL('../../../shared/data/photos/brighton/', import.meta.url));
const NUMBERS = [24, 25, 26, 27, 28];
const PHOTO = { width: 4000, height: 2250 } as const;

/** North-western corner in UTM zone 32, and metres of a pixel. */
export const ORTHOPHOTO = { west: 300_000, north: 5_000_900, resolution: 0.3 } as const;

interface OrthophotoOptions {
  /** Pixels of a side. */
  readonly side: number;
  /** Number of the photographs' band, from 1, of each band; and the photograph that it begins with. */
  readonly bands: readonly (readonly [band: number, photo: number])[];
  /** Bytes of red, green and blue as JPEG, or numbers of 16 bits, 40 times as large, as DEFLATE. */
  readonly type: 'colours' | 'numbers';
}

/** A large raster put together from photographs: what a camera sees everywhere. */
export async function orthophoto(folder: string, name: string, options: OrthophotoOptions): Promise<string> {
  const mosaic = join(folder, `${name}.vrt`);
  await writeFile(mosaic, mosaicOf(options, await photosIn(folder)));
  const path = join(folder, name);
  const source = await gdal.openAsync(mosaic);
  const creation =
    options.type === 'colours'
      ? ['COMPRESS=JPEG', 'JPEG_QUALITY=95', 'PHOTOMETRIC=YCBCR']
      : ['COMPRESS=DEFLATE', 'ZLEVEL=1', 'PREDICTOR=2'];
  const copy = await gdal.drivers.get('GTiff').createCopyAsync(path, source, {
    TILED: 'YES',
    NUM_THREADS: '2',
    BIGTIFF: 'YES',
    ...Object.fromEntries(creation.map((option) => option.split('='))),
  });
  copy.close();
  source.close();
  return path;
}

async function photosIn(folder: string): Promise<readonly string[]> {
  if (existsSync(PHOTOS)) return NUMBERS.map((number) => join(PHOTOS, `DJI_00${number}.JPG`));
  console.log('../shared is absent: a generated pattern instead of photographs.');
  const path = join(folder, 'pattern.tif');
  const pattern = await gdal.openAsync(path, 'w', 'GTiff', PHOTO.width, PHOTO.height, 3, 'Byte', ['TILED=YES']);
  const samples = new Uint8Array(PHOTO.width * PHOTO.height);
  let state = 1;
  for (let band = 1; band <= 3; band++) {
    for (let at = 0; at < samples.length; at++) {
      const [x, y] = [at % PHOTO.width, Math.floor(at / PHOTO.width)];
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      samples[at] =
        90 +
        12 * band +
        40 * Math.sin(x / 97) * Math.cos(y / 71) +
        (((x >> 5) * 7 + (y >> 4) * 13) % 9) * 8 +
        ((state >> 16) & 15);
    }
    pattern.bands.get(band).pixels.write(0, 0, PHOTO.width, PHOTO.height, samples);
  }
  pattern.close();
  return [path];
}

function mosaicOf({ side, bands, type }: OrthophotoOptions, photos: readonly string[]): string {
  const { west, north, resolution } = ORTHOPHOTO;
  const colours = type === 'colours' ? ['Red', 'Green', 'Blue'] : [];
  const parts = bands.map(([band, first], index) => {
    const sources: string[] = [];
    for (let y = 0; y < side; y += PHOTO.height) {
      for (let x = 0; x < side; x += PHOTO.width) {
        const [width, height] = [Math.min(PHOTO.width, side - x), Math.min(PHOTO.height, side - y)];
        const photo = photos[(first + sources.length) % photos.length]!;
        sources.push(`<ComplexSource><SourceFilename>${photo}</SourceFilename><SourceBand>${band}</SourceBand>
          <SrcRect xOff="0" yOff="0" xSize="${width}" ySize="${height}"/>
          <DstRect xOff="${x}" yOff="${y}" xSize="${width}" ySize="${height}"/>
          <ScaleRatio>${type === 'colours' ? 1 : 40}</ScaleRatio></ComplexSource>`);
      }
    }
    const colour = colours[index] === undefined ? '' : `<ColorInterp>${colours[index]}</ColorInterp>`;
    return `<VRTRasterBand dataType="${type === 'colours' ? 'Byte' : 'UInt16'}" band="${index + 1}">${colour}${sources.join('')}</VRTRasterBand>`;
  });
  return `<VRTDataset rasterXSize="${side}" rasterYSize="${side}"><SRS>EPSG:32632</SRS>
    <GeoTransform>${west}, ${resolution}, 0, ${north}, 0, -${resolution}</GeoTransform>${parts.join('')}</VRTDataset>`;
}
