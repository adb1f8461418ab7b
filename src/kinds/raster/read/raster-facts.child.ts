import type * as Gdal from 'gdal-async';
import type { RasterPlace, RasterSource } from '../../../geodata/raster-source.ts';
import { gdal, openRaster } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt, metresPerHeight } from '../../../geodata/place/crs.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { type Placement, placeByControlPoints, placeByGeotransform } from '../../../geodata/placement.ts';

/** A nodata value; JSON has no NaN, so what is not finite is spelled as GDAL's programs spell it. */
export type Nodata = number | 'nan' | 'inf' | '-inf';

/** What the stored numbers of a band stand for: stored × scale + offset, in a unit. */
export interface BandMeasure {
  readonly scale: number;
  readonly offset: number;
  /** As the file names it; empty for none. */
  readonly unit: string;
}

export interface RasterBandFacts {
  /** GDAL's name: Byte, UInt16, Int16, UInt32, Int32, Int64, UInt64, Float32, Float64, CInt16 ... */
  readonly type: string;
  /** GDAL's name: Gray, Palette, Red, Green, Blue, Alpha, Undefined ... */
  readonly colorInterp: string;
  readonly nodata: Nodata | null;
  /** What its maker called it; empty for none. */
  readonly name: string;
  /** Absent where the numbers are the values themselves, in no unit that is named. */
  readonly measure?: BandMeasure;
}

export interface RasterFacts {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly RasterBandFacts[];
  /** CRS as WKT, of the geotransform or of the control points; null when there is none. */
  readonly projection: string | null;
  /** Metres in a unit of heights, as the CRS has it: of bands that name no unit of heights. 1 without a CRS. */
  readonly metresPerHeight: number;
  /** GDAL's six numbers, or null. */
  readonly geotransform: readonly number[] | null;
  readonly georeference: 'geotransform' | 'control-points' | null;
  /** Where it lies on Earth; null without a usable georeference. */
  readonly placement: Placement | null;
  /** Why there is no placement although a CRS is given. */
  readonly placementProblem: string | null;
  readonly blockSize: readonly [number, number];
  readonly overviews: number;
  /** RGBA, 0..255, by pixel value, of the first band; null without a colour table. */
  readonly colorTable: readonly (readonly [number, number, number, number])[] | null;
  /** Whether the file holds a mask of its own (not made from nodata or alpha). */
  readonly hasMask: boolean;
  /** Whether the values are names of classes rather than measures, so that none may be made by interpolation. */
  readonly thematic: boolean;
}

/** Names of bands are a word or two; a stranger may write a book. */
const MAX_NAME = 64;

/** GDAL's flag for a mask shared by all bands, and for one that is an alpha band. */
const GMF_PER_DATASET = 2;
const GMF_ALPHA = 4;

/** Reads what a raster file says of itself. No pixel is read. */
export default function rasterFacts({ path, kind, place }: RasterSource): RasterFacts {
  const dataset = openRaster(path, kind);
  try {
    const { x: width, y: height } = dataset.rasterSize;
    const bands = dataset.bands.map((band) => band);
    const first = bands[0];
    if (first === undefined) throw new Error('The file holds no raster band.');
    const flags = first.getMaskFlags();
    return {
      width,
      height,
      bands: bands.map(bandFacts),
      ...georeference(dataset, width, height, place),
      blockSize: [first.blockSize?.x ?? width, first.blockSize?.y ?? height],
      overviews: first.overviews.count(),
      colorTable: colorTable(first),
      hasMask: (flags & GMF_PER_DATASET) !== 0 && (flags & GMF_ALPHA) === 0,
      thematic: isThematic(first),
    };
  } finally {
    dataset.close();
  }
}

function bandFacts(band: Gdal.RasterBand): RasterBandFacts {
  return {
    type: band.dataType ?? 'Unknown',
    colorInterp: band.colorInterpretation ?? 'Undefined',
    nodata: spellNodata(band.noDataValue),
    name: plainText(band.description, MAX_NAME),
    ...bandMeasure(band),
  };
}

/** A scale of 0, which would make all values one, and numbers that are none are taken for mistakes. */
function bandMeasure({ scale, offset, unitType }: Gdal.RasterBand): Pick<RasterBandFacts, 'measure'> {
  const measure = {
    scale: scale !== null && scale !== 0 && Number.isFinite(scale) ? scale : 1,
    offset: offset !== null && Number.isFinite(offset) ? offset : 0,
    unit: plainText(unitType ?? '', MAX_NAME),
  };
  return measure.scale === 1 && measure.offset === 0 && measure.unit === '' ? {} : { measure };
}

function spellNodata(value: number | null): Nodata | null {
  if (value === null || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

function colorTable(band: Gdal.RasterBand): RasterFacts['colorTable'] {
  const table = band.colorInterpretation === 'Palette' ? band.colorTable : null;
  if (table === null || table === undefined) return null;
  return Array.from({ length: table.count() }, (_, index) => {
    const { c1, c2, c3, c4 } = table.get(index);
    return [c1, c2, c3, c4] as const;
  });
}

function isThematic(band: Gdal.RasterBand): boolean {
  if (band.colorInterpretation === 'Palette') return true;
  const layerType: unknown = (band.getMetadata() as Record<string, unknown>)['LAYER_TYPE'];
  return layerType === 'thematic' || (band.categoryNames?.length ?? 0) > 0;
}

type Georeference = Pick<
  RasterFacts,
  'projection' | 'metresPerHeight' | 'geotransform' | 'georeference' | 'placement' | 'placementProblem'
>;

function georeference(dataset: Gdal.Dataset, width: number, height: number, beside?: RasterPlace): Georeference {
  const own = dataset.srs ?? crsOfWkt(beside?.crs ?? '');
  const geotransform = dataset.geoTransform ?? beside?.geotransform ?? null;
  const controlWkt = own === null && geotransform === null ? dataset.getGCPProjection() : '';
  const crs = own ?? (controlWkt ? gdal.SpatialReference.fromWKT(controlWkt) : null);
  const none = { placement: null, placementProblem: null };
  if (crs === null) return { projection: null, metresPerHeight: 1, geotransform, georeference: null, ...none };
  const named = { projection: crs.toWKT(), metresPerHeight: metresPerHeight(crs) };
  if (own === null) {
    const placement = placeByControlPoints(dataset, crs);
    const placementProblem = placement === null ? 'Its ground control points do not fit together.' : null;
    return { ...named, geotransform: null, georeference: 'control-points', placement, placementProblem };
  }
  const problem = geotransformProblem(geotransform, width, height);
  if (geotransform === null || problem !== null)
    return { ...named, geotransform: null, georeference: null, placement: null, placementProblem: problem };
  const placement = placeOnEarth(crs, geotransform, width, height);
  const placementProblem = placement === null ? 'Its coordinates cannot be turned into longitude and latitude.' : null;
  return { ...named, geotransform, georeference: 'geotransform', placement, placementProblem };
}

/** A CRS that has no way to longitude and latitude (a local grid of an engineer) makes GDAL throw. */
function placeOnEarth(
  crs: Gdal.SpatialReference,
  geotransform: readonly number[],
  width: number,
  height: number,
): Placement | null {
  if (crs.isLocal()) return null;
  try {
    return placeByGeotransform(crs, geotransform, width, height);
  } catch {
    return null;
  }
}

function geotransformProblem(geotransform: readonly number[] | null, width: number, height: number): string | null {
  if (geotransform === null) return 'It names a coordinate reference system but no position in it.';
  const [x = NaN, xColumn = NaN, xRow = NaN, y = NaN, yColumn = NaN, yRow = NaN] = geotransform;
  const far = [x + xColumn * width + xRow * height, y + yColumn * width + yRow * height];
  if (![...geotransform, ...far].every(Number.isFinite)) return 'Its position or pixel size is not a finite number.';
  return xColumn * yRow - xRow * yColumn === 0 ? 'Its pixels have no area on the ground.' : null;
}
