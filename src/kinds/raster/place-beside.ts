import { readFile } from 'node:fs/promises';
import type { RasterPlace } from '../../geodata/raster-source.ts';
import { type Candidate, companionsOf, type NeighbourFile } from '../../inspection/index.ts';

/** Texts of some numbers and one CRS; those of strangers may be anything. */
const MAX_BYTES = 65_536;
const WORLD_FILE = /\.(?:wld|[a-z]{1,4}w)$/;

/** What world file, `.prj` and `.aux.xml` beside a raster say about its place. Other files that they name are not read. */
export async function placeBeside({ name, neighbours }: Candidate): Promise<RasterPlace> {
  let place: RasterPlace = { geotransform: null, crs: null };
  for (const [companion, file] of await neighbours.find(companionsOf(name))) {
    const ending = companion.toLowerCase();
    const read = ending.endsWith('.prj')
      ? crsOnly
      : ending.endsWith('.aux.xml')
        ? auxiliaryPlace
        : WORLD_FILE.test(ending)
          ? worldFilePlace
          : null;
    if (read === null || file.size > MAX_BYTES) continue;
    const { geotransform, crs } = read(await textOf(file));
    // A world file and a .prj win over an .aux.xml, which is of GDAL alone: they are what other programs go by.
    place = ending.endsWith('.aux.xml')
      ? { geotransform: place.geotransform ?? geotransform, crs: place.crs ?? crs }
      : { geotransform: geotransform ?? place.geotransform, crs: crs ?? place.crs };
  }
  return place;
}

const textOf = async ({ path }: NeighbourFile): Promise<string> => (await readFile(path)).toString('utf8');

const crsOnly = (text: string): RasterPlace => ({ geotransform: null, crs: text.trim() === '' ? null : text.trim() });

/** Six lines: pixel size and rotation, then the centre of the upper left pixel. */
function worldFilePlace(text: string): RasterPlace {
  const numbers = text.trim().split(/\s+/).slice(0, 6).map(Number);
  const [xColumn = NaN, yColumn = NaN, xRow = NaN, yRow = NaN, x = NaN, y = NaN] = numbers;
  const geotransform = [x - (xColumn + xRow) / 2, xColumn, xRow, y - (yColumn + yRow) / 2, yColumn, yRow];
  return { geotransform: geotransform.every(Number.isFinite) ? geotransform : null, crs: null };
}

/** GDAL's own file beside a raster: one element of each, of which the first counts. */
function auxiliaryPlace(text: string): RasterPlace {
  const crs = /<SRS\b[^>]*>([^<]*)<\/SRS>/.exec(text)?.[1];
  const numbers = /<GeoTransform>([^<]*)<\/GeoTransform>/.exec(text)?.[1]?.split(',').map(Number);
  return {
    geotransform: numbers?.length === 6 && numbers.every(Number.isFinite) ? numbers : null,
    crs: crs === undefined || crs.trim() === '' ? null : withoutEntities(crs).trim(),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

const withoutEntities = (text: string): string =>
  text.replace(/&(quot|apos|lt|gt|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
