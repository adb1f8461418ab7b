import type { Nodata, RasterFacts } from '../read/raster-facts.child.ts';
import type { GdalProgram } from '../../../geodata/gdal-programs.ts';
import { inputOptions } from '../../../geodata/raster-input.ts';
import { metresPerUnit } from '../../../geodata/surface/height-unit.ts';
import { COG_LIMITS } from '../cog/cog-limits.ts';
import { METRES_ITEM } from '../cog/gdal-metadata.ts';
import { type CogGrid, TILE, cogGrid } from './cog-grid.ts';
import { paletteView } from './cog-palette.ts';
import { BuildFailure } from '../../../builds/index.ts';

/**
 * How a raster becomes a COG, as plain data. The source is warped once onto the tile grid into a temporary GeoTIFF, which
 * the COG driver only has to compress and to build overviews for. It is not told TILING_SCHEME=GoogleMapsCompatible: the grid
 * is that one already, and with the option GDAL warps again, losing the mask, when it rounds a border another way.
 */
export interface CogPlan {
  readonly grid: CogGrid;
  /** Small files to be written before the first step, by path. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Makes the warped raster. */
  readonly warp: CogStep;
  /** Makes the COG of it. */
  readonly compress: CogStep;
  /**
   * Instead of `compress`, where JPEG would lose more than `MAX_JPEG_LOSS`; null where there is no loss, or where the file
   * would become too large.
   */
  readonly lossless: CogStep | null;
  /** Bands of the warped raster in the order of the COG's, alpha left out. */
  readonly valueBands: readonly number[];
  /** Files that are not part of the output. */
  readonly temporary: readonly string[];
  readonly warped: string;
  /** Bytes of the warped raster and of the overviews made of it, at most. They are on the disk until the COG is written. */
  readonly temporaryBytes: number;
}

export interface CogStep {
  readonly phase: string;
  readonly program: GdalProgram;
  readonly args: readonly string[];
  /** The file it makes. */
  readonly writes: string;
  /** Share of the whole build's time, 0..1, for its progress. */
  readonly share: number;
}

export interface CogPaths {
  readonly source: string;
  readonly cog: string;
  readonly warped: string;
  readonly view: string;
}

/**
 * JPEG quality of 8-bit colour. Mean difference of the full resolution from GDAL's own warp, in grey levels, on five
 * real orthophotos: 2.5 to 5.0 at 75, 1.6 to 3.2 at 90, 1.2 to 2.5 at 95, 0.9 to 2.04 at 97, 0.8 to 1.81 at 98; below 2 on
 * all of them was asked. The file is then a third of one without loss. RGB JPEG, which keeps colour at full resolution, is
 * larger at the same difference (docs/engine.md has the figures).
 */
export const JPEG_QUALITY = 98;
/**
 * Mean difference from the warped raster, in grey levels, above which colour is kept without loss after all. JPEG halves the
 * resolution of colour, whatever its quality: small rasters of single bright roofs, and drawings, lose 2.5 to 4.5 by it.
 */
export const MAX_JPEG_LOSS = 2;
/** A file without loss is 2.8 times as large. Above 268 megapixels, 700 MB of it, size counts for more. */
const MAX_LOSSLESS_PIXELS = 2 ** 28;
/** Bytes of a block with all its bands: readers decode whole blocks, and several of them for a picture. */
const BLOCK_BYTES = 2 ** 24;
/** Sides of blocks. One of 256 is a tile of the map; below 64 a file has more blocks than gain. */
const BLOCK_SIDES = [TILE, TILE / 2, TILE / 4] as const;
const SAMPLE_BYTES: Readonly<Record<string, number>> = { Byte: 1, Int8: 1, UInt16: 2, Int16: 2, Float64: 8 };

/** Threads of warp and compression. The engine allows programs as many. */
const THREADS = 2;
/**
 * MB of pixels gdalwarp works on at once. With 64 and this cache it takes 275 MB instead of the 540 of 256 and 256, in the same
 * processor time.
 */
const WARP_MEMORY_MB = 64;
/** MB of GDAL's block cache in both programs: a row of blocks of a raster of 100,000 columns and four bands of bytes. */
const CACHE_MB = 128;
/**
 * Temporary files up to this size are not compressed: LZW of the warped raster and Zstandard of its overviews took two fifths of
 * the processor time. Larger ones are compressed by Zstandard at its fastest, as disks are not made for ten times the source.
 */
const MAX_PLAIN_BYTES = 8 * 2 ** 30;
const INTEGER_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  Byte: [0, 255],
  Int8: [-128, 127],
  UInt16: [0, 65_535],
  Int16: [-32_768, 32_767],
  UInt32: [0, 4_294_967_295],
  Int32: [-2_147_483_648, 2_147_483_647],
  Int64: [-(2 ** 53), 2 ** 53],
  UInt64: [0, 2 ** 53],
};
/** Types few readers know, and the smallest common one that holds their values (Int64 up to 2^53). */
const WIDENED: Readonly<Record<string, string>> = { Int8: 'Int16', Int64: 'Float64', UInt64: 'Float64' };

/** What becomes of a raster's bands and of the places it does not cover. */
interface Content {
  /** Band numbers of the warped raster that the COG has, in its order. */
  readonly bands: readonly number[];
  /** Bands of the warped raster that hold values; unless nodata tells the uncovered places, an alpha band follows. */
  readonly valueBands: number;
  /** 8-bit colour: JPEG. Everything else is kept as it is. */
  readonly photograph: boolean;
  /**
   * How a reader knows the places that are not covered. An alpha band only where the source has one and GDAL takes it for
   * one (after one or three bands); a mask does not pose as a band of measures.
   */
  readonly cover: 'nodata' | 'mask' | 'alpha';
  readonly sourceNodata: Nodata | null;
  readonly nodata: Nodata | null;
}

/** @throws BuildFailure `invalid-input` when the raster cannot be shown on a map */
export function planCog(facts: RasterFacts, paths: CogPaths): CogPlan {
  const extent = facts.placement?.mercator ?? null;
  if (facts.placement === null) throw invalid('The file has no usable position on Earth.');
  if (extent === null) throw invalid('The raster lies beyond 85 degrees of latitude, where web maps end.');
  const type = facts.bands[0]?.type ?? 'Unknown';
  if (type.startsWith('C'))
    throw invalid('The raster holds complex numbers (radar data), which cannot be shown on a map.');
  if (facts.bands.length > COG_LIMITS.bands)
    throw invalid(`The raster has ${facts.bands.length} bands; maps are made of ${COG_LIMITS.bands} at most.`);
  const grid = cogGrid(extent);
  if (grid === null) throw invalid('The raster is too large: on the map it would have more than 274 billion pixels.');
  const expanded = facts.colorTable !== null;
  const content = expanded ? paletteContent : contentOf(facts, type);
  const side = expanded ? TILE : blockSide(content.bands.length, WIDENED[type] ?? type);
  const temporaryBytes = bytesOf(grid, content, WIDENED[type] ?? type);
  const isPlain = temporaryBytes <= MAX_PLAIN_BYTES;
  const compress = (photograph: boolean): readonly string[] =>
    cogArguments(facts, { ...content, photograph }, { grid, side, isPlain }, paths);
  const compressing = { program: 'gdal_translate', writes: paths.cog } as const;
  const canBeLossless = content.photograph && grid.width * grid.height <= MAX_LOSSLESS_PIXELS;
  return {
    grid,
    files: expanded ? [{ path: paths.view, text: paletteView(facts, paths.source) }] : [],
    warp: {
      phase: 'Projecting',
      program: 'gdalwarp',
      args: warpArguments(facts, type, content, { grid, isPlain }, paths),
      writes: paths.warped,
      share: 0.4,
    },
    compress: { ...compressing, phase: 'Compressing', args: compress(content.photograph), share: 0.55 },
    lossless: canBeLossless
      ? { ...compressing, phase: 'Compressing without loss', args: compress(false), share: 0.55 }
      : null,
    temporaryBytes,
    valueBands: content.bands.filter((band) => band <= content.valueBands),
    temporary: [paths.warped, ...(expanded ? [paths.view] : [])],
    warped: paths.warped,
  };
}

/** The largest side of blocks that hold not too many bytes. */
function blockSide(bands: number, type: string): number {
  const bytes = bands * (SAMPLE_BYTES[type] ?? 4);
  return BLOCK_SIDES.find((side) => side * side * bytes <= BLOCK_BYTES) ?? BLOCK_SIDES.at(-1)!;
}

/** Without compression and padding left in, with overviews, which are a third more. */
function bytesOf({ width, height }: CogGrid, { valueBands, cover }: Content, type: string): number {
  const bands = valueBands + (cover === 'nodata' ? 0 : 1);
  return Math.ceil((width * height * bands * (SAMPLE_BYTES[type] ?? 4) * 4) / 3);
}

const invalid = (message: string): BuildFailure => new BuildFailure('invalid-input', message);

/** Red, green, blue and alpha from the view; never JPEG, so that the colours of classes stay exact. */
const paletteContent: Content = {
  bands: [1, 2, 3, 4],
  valueBands: 3,
  photograph: false,
  cover: 'alpha',
  sourceNodata: null,
  nodata: null,
};

function contentOf(facts: RasterFacts, type: string): Content {
  const ownAlpha = facts.bands.length > 1 && facts.bands.at(-1)?.colorInterp === 'Alpha';
  const valueBands = facts.bands.length - (ownAlpha ? 1 : 0);
  const all = Array.from({ length: valueBands }, (_, index) => index + 1);
  const colours = ['Red', 'Green', 'Blue'].map(
    (name) => facts.bands.findIndex((band) => band.colorInterp === name) + 1,
  );
  const photograph = type === 'Byte' && valueBands === 3 && !colours.includes(0) && !facts.thematic;
  const declared = ownAlpha || facts.hasMask ? null : usableNodata(facts.bands[0]?.nodata ?? null, type);
  if (photograph)
    return { bands: colours, valueBands, photograph, cover: 'mask', sourceNodata: declared, nodata: null };
  const bare = { valueBands, photograph, sourceNodata: null, nodata: null };
  if (ownAlpha && (valueBands === 1 || valueBands === 3))
    return { ...bare, bands: [...all, valueBands + 1], cover: 'alpha' };
  // A floating point raster always has a value for "nothing here".
  const nodata = ownAlpha ? null : (declared ?? (type.startsWith('Float') ? 'nan' : null));
  if (nodata === null) return { ...bare, bands: all, cover: 'mask' };
  return { ...bare, bands: all, cover: 'nodata', sourceNodata: facts.hasMask ? null : nodata, nodata };
}

/** A nodata value outside of the type (-10000 in bytes) marks nothing. */
function usableNodata(nodata: Nodata | null, type: string): Nodata | null {
  if (nodata === null || type.startsWith('Float')) return nodata;
  const [low, high] = INTEGER_RANGES[type] ?? [0, 0];
  return typeof nodata === 'number' && Number.isInteger(nodata) && nodata >= low && nodata <= high ? nodata : null;
}

function warpArguments(
  facts: RasterFacts,
  type: string,
  { valueBands, photograph, cover, sourceNodata, nodata }: Content,
  { grid, isPlain }: { readonly grid: CogGrid; readonly isPlain: boolean },
  paths: CogPaths,
): readonly string[] {
  const expanded = facts.colorTable !== null;
  const shift = grid.turns * WORLD_METRES;
  const every = Array.from({ length: valueBands }, () => String(sourceNodata)).join(' ');
  const widened = WIDENED[type];
  return [
    ...inputOptions(expanded ? 'view' : 'tiff', paths.source),
    '-of',
    'GTiff',
    '-t_srs',
    targetCrs(grid),
    '-te',
    String(grid.minX + shift),
    String(grid.minY),
    String(grid.maxX + shift),
    String(grid.maxY),
    '-ts',
    String(grid.width),
    String(grid.height),
    '-r',
    facts.thematic ? 'near' : 'bilinear',
    '-srcnodata',
    sourceNodata === null ? 'None' : every,
    ...(nodata === null ? [] : ['-dstnodata', String(nodata)]),
    ...(cover === 'nodata' ? [] : ['-dstalpha']),
    ...(widened === undefined || expanded ? [] : ['-ot', widened]),
    // A colour is nodata only where all its bands are; a measure by itself, or it is mixed with -9999 beside a gap.
    '-wo',
    `UNIFIED_SRC_NODATA=${photograph ? 'YES' : 'NO'}`,
    // Pixels from the full resolution alone: what the overviews of a file show is not known to be the same picture.
    '-ovr',
    'NONE',
    // Padding has no pixels of the source: its blocks stay sparse without a look at them.
    '-wo',
    'SKIP_NOSOURCE=YES',
    '-wo',
    `NUM_THREADS=${THREADS}`,
    '-multi',
    '-wm',
    String(WARP_MEMORY_MB),
    ...configuration({ GDAL_CACHEMAX: CACHE_MB }),
    ...creation({ TILED: 'YES', BLOCKXSIZE: TILE, BLOCKYSIZE: TILE, SPARSE_OK: 'TRUE' }),
    ...(isPlain ? [] : creation({ COMPRESS: 'ZSTD', ZSTD_LEVEL: 1 })),
    // Statistics and compression read band by band: of blocks with all bands each would be read once for each band.
    ...creation({ BIGTIFF: 'YES', NUM_THREADS: THREADS, INTERLEAVE: 'BAND' }),
    expanded ? paths.view : paths.source,
    paths.warped,
  ];
}

const WORLD_METRES = 2 * Math.PI * 6378137;

/** Across the antimeridian the grid runs on beyond 180 degrees, which PROJ only follows when told. */
function targetCrs(grid: CogGrid): string {
  if (!crossesAntimeridian(grid)) return 'EPSG:3857';
  return '+proj=webmerc +datum=WGS84 +over +no_defs';
}

const crossesAntimeridian = ({ maxX, turns }: CogGrid): boolean => turns !== 0 || maxX > WORLD_METRES / 2 + 1;

function cogArguments(
  facts: RasterFacts,
  { bands, valueBands, photograph, cover, nodata }: Content,
  { grid, side, isPlain }: { readonly grid: CogGrid; readonly side: number; readonly isPlain: boolean },
  paths: CogPaths,
): readonly string[] {
  const corners = [grid.minX, grid.maxY, grid.maxX, grid.minY].map(String);
  return [
    '-if',
    'GTiff',
    '-of',
    'COG',
    '-a_srs',
    'EPSG:3857',
    '-a_ullr',
    ...corners,
    ...bands.flatMap((band) => ['-b', String(band)]),
    ...(cover === 'mask' ? ['-mask', String(valueBands + 1)] : []),
    ...(nodata === null ? ['-a_nodata', 'none'] : []),
    ...heightUnit(facts, valueBands),
    ...configuration({ GDAL_CACHEMAX: CACHE_MB, ...(isPlain ? { COG_TMP_COMPRESSION: 'NONE' } : {}) }),
    ...creation({ BLOCKSIZE: side, BIGTIFF: 'IF_SAFER', NUM_THREADS: THREADS, SPARSE_OK: 'YES', ADD_ALPHA: 'NO' }),
    // An OVERVIEW_COUNT of 0 makes GDAL 3.6 fail without a word.
    ...creation(grid.overviews === 0 ? { OVERVIEWS: 'NONE' } : { OVERVIEW_COUNT: grid.overviews }),
    ...creation({ OVERVIEW_RESAMPLING: facts.thematic ? 'NEAREST' : 'AVERAGE' }),
    ...(photograph
      ? creation({ COMPRESS: 'JPEG', QUALITY: JPEG_QUALITY, OVERVIEW_QUALITY: JPEG_QUALITY })
      : creation({ COMPRESS: 'DEFLATE', LEVEL: 6, PREDICTOR: 'YES', OVERVIEW_PREDICTOR: 'YES' })),
    paths.warped,
    paths.cog,
  ];
}

/** What the CRS of the source says of heights, which Web Mercator does not; nothing where the band tells it, or it is metres. */
function heightUnit({ bands, metresPerHeight }: RasterFacts, valueBands: number): readonly string[] {
  const isTold = metresPerUnit(bands[0]?.measure?.unit ?? '') !== null;
  return valueBands !== 1 || isTold || metresPerHeight === 1 ? [] : ['-mo', `${METRES_ITEM}=${metresPerHeight}`];
}

function creation(options: Readonly<Record<string, string | number>>): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => ['-co', `${key}=${value}`]);
}

function configuration(options: Readonly<Record<string, string | number>>): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => ['--config', key, String(value)]);
}
