import type { CoverageStep } from '../read/raster-coverage.child.ts';
import { canHold } from './nodata.ts';
import type { CoverageOrder, Extract, Interpolation, PixelWindow } from './coverage-order.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';

/** How a coverage is made, as plain data: programs of GDAL one after the other. */
export interface CoveragePlan {
  readonly steps: readonly CoverageStep[];
  /** The copy that gets its place from files beside the source, after the first step; null when it has one of its own. */
  readonly placed: { readonly path: string; readonly window: PixelWindow } | null;
  /** What the last step writes: a GeoTIFF. */
  readonly values: string;
}

export interface CoveragePaths {
  readonly copy: string;
  readonly warped: string;
  readonly values: string;
}

const RESAMPLING: Readonly<Record<Interpolation, string>> = {
  nearest: 'near',
  linear: 'bilinear',
  cubic: 'cubic',
  average: 'average',
};
/** A side above which a GeoTIFF gets overviews: smaller ones are read whole by whatever shows them. */
const SMALL_SIDE = 4096;
/** MB of pixels gdalwarp works on at once, small beside the memory limit of a child. */
const WARP_MEMORY_MB = 128;

/**
 * @param bands those the answer has, from 1
 * @param written options of `gdal_translate` for the form of the answer
 */
export function planCoverage(
  { extract, interpolation }: Pick<CoverageOrder, 'extract' | 'interpolation'>,
  bands: readonly number[],
  source: RasterSource,
  facts: RasterFacts,
  paths: CoveragePaths,
  written = cogForm(extract, facts),
): CoveragePlan {
  const isCopied = source.place !== undefined;
  const start = isCopied ? { kind: 'tiff' as const, source: paths.copy } : { kind: source.kind, source: source.path };
  const whole = { column: 0, row: 0, width: facts.width, height: facts.height };
  const window = extract.kind === 'cut' ? extract.window : whole;
  const copy: CoverageStep = {
    program: 'gdal_translate',
    kind: source.kind,
    source: source.path,
    destination: paths.copy,
    options: ['-of', 'GTiff', ...creation({ TILED: 'YES', BIGTIFF: 'IF_SAFER' }), ...srcwin(window)],
  };
  // What the overviews of a file of classes show is not known to be classes.
  const overviews = ['-ovr', facts.thematic ? 'NONE' : 'AUTO'];
  const resampling = ['-r', RESAMPLING[interpolation], ...overviews];
  const chosen = bands.flatMap((band) => ['-b', String(band)]);
  const steps = (): readonly CoverageStep[] => {
    const end = { program: 'gdal_translate', destination: paths.values } as const;
    const form = [...written, ...(isNodataMeant(bands, facts) ? [] : ['-a_nodata', 'none'])];
    if (extract.kind === 'cut') {
      const { width, height } = extract;
      const isScaled = width !== window.width || height !== window.height;
      const scaling = isScaled ? ['-outsize', String(width), String(height), ...resampling] : ['-ovr', 'NONE'];
      const cut = isCopied ? [] : srcwin(window);
      return [{ ...end, ...start, options: [...form, ...cut, ...scaling, ...chosen] }];
    }
    const cover = coverOf(facts);
    const mask = cover === 'mask' ? ['-mask', String(facts.bands.length + 1)] : [];
    return [
      {
        program: 'gdalwarp',
        ...start,
        destination: paths.warped,
        options: [...warpOptions(extract, facts, cover), ...resampling],
      },
      { ...end, kind: 'tiff', source: paths.warped, options: [...form, ...chosen, ...mask] },
    ];
  };
  return {
    steps: [...(isCopied ? [copy] : []), ...steps()],
    placed: isCopied ? { path: paths.copy, window } : null,
    values: paths.values,
  };
}

const srcwin = ({ column, row, width, height }: PixelWindow): readonly string[] => [
  '-srcwin',
  ...[column, row, width, height].map(String),
];

/** How a reader knows the places of another grid that the source does not cover. */
type Cover = 'nodata' | 'alpha' | 'mask';

function coverOf({ bands, hasMask }: RasterFacts): Cover {
  if (bands.length > 1 && bands.at(-1)?.colorInterp === 'Alpha') return 'alpha';
  if (hasMask) return 'mask';
  // A floating point raster always has a value for “nothing here”.
  const [{ type, nodata } = { type: '', nodata: null }] = bands;
  return (nodata !== null && canHold(type, nodata)) || type.startsWith('Float') ? 'nodata' : 'mask';
}

/**
 * Whether the nodata value goes with bands: not beside alpha, which tells by itself what shows, nor where the type cannot hold
 * it, as GDAL would take the nearest one that it can, and hide pixels that have this value.
 */
function isNodataMeant(chosen: readonly number[], { bands }: Pick<RasterFacts, 'bands'>): boolean {
  const taken = chosen.flatMap((number) => bands[number - 1] ?? []);
  const hasAlpha = bands.length > 1 && taken.some(({ colorInterp }) => colorInterp === 'Alpha');
  return !hasAlpha && taken.every(({ type, nodata }) => nodata === null || canHold(type, nodata));
}

function warpOptions(
  { crs, box, width, height }: Extract & { readonly kind: 'warp' },
  { bands }: RasterFacts,
  cover: Cover,
): readonly string[] {
  // What the source declares is taken over band by band.
  const nodata = bands[0]?.nodata === null ? ['-dstnodata', 'nan'] : [];
  return [
    '-of',
    'GTiff',
    '-t_srs',
    crs,
    '-te',
    ...box.map(String),
    '-ts',
    String(width),
    String(height),
    ...(cover === 'nodata' ? nodata : cover === 'mask' ? ['-dstalpha'] : []),
    // A value by itself, or it is mixed with -9999 beside a gap.
    '-wo',
    'UNIFIED_SRC_NODATA=NO',
    '-wm',
    String(WARP_MEMORY_MB),
    ...creation({ TILED: 'YES', SPARSE_OK: 'TRUE', BIGTIFF: 'IF_SAFER' }),
  ];
}

/** Cloud-optimised, without loss; with overviews where it is large. */
export function cogForm(
  { width, height }: Pick<Extract, 'width' | 'height'>,
  { thematic }: Pick<RasterFacts, 'thematic'>,
): readonly string[] {
  const isSmall = Math.max(width, height) <= SMALL_SIDE;
  return [
    '-of',
    'COG',
    ...creation({ COMPRESS: 'DEFLATE', PREDICTOR: 'YES', BIGTIFF: 'IF_SAFER', ADD_ALPHA: 'NO' }),
    ...creation(isSmall ? { OVERVIEWS: 'NONE' } : { OVERVIEW_RESAMPLING: thematic ? 'NEAREST' : 'AVERAGE' }),
  ];
}

/** Options for how a file is written. */
export function creation(options: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => ['-co', `${key}=${value}`]);
}
