import { type Crs, type Projections, readCrsName } from '../../../projections/index.ts';
import type { Box, Extract, Interpolation } from '../../../kinds/raster/index.ts';
import { failOgc, quoteInput } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import { axesOf } from '../axes.ts';
import type { Coverage } from '../coverage.ts';
import { findCoverage, type WcsDependencies } from '../dependencies.ts';
import { boxIn, extractFor, movedBox, pixelOver } from '../extract.ts';
import { MEDIA_TYPES, readFormat } from '../formats.ts';
import { boxOf, type Grid, gridOf, gridOver, shared, windowOf } from '../grid.ts';
import { readInterpolation } from '../interpolation.ts';
import { readRangeSubset } from '../range-subset.ts';
import { sendCoverage } from '../send-coverage.ts';
import { gmlCoverage } from './gml-coverage.ts';
import { scaledSize } from './scaling.ts';
import { readSubsets, type Subsets } from './subsets.ts';

/** A part of a coverage: trimmed, sliced, scaled, in another CRS, with some of its bands. */
export async function getCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp, signal } = call;
  const unknown = { code: 'NoSuchCoverage', locator: 'coverageId' };
  const coverage = await findCoverage(call, dependencies, kvp.required('coverageId'), unknown);
  const format = readFormat(kvp.text('format') ?? 'image/tiff');
  if (format === undefined)
    throw failOgc('InvalidParameterValue', `The formats are ${MEDIA_TYPES.join(', ')}.`, 'format');
  const mediaType = kvp.text('mediatype');
  if (mediaType !== undefined && mediaType.toLowerCase() !== 'multipart/related')
    throw failOgc('InvalidParameterValue', 'The only media type is multipart/related.', 'mediatype');
  const bands = kvp.text('rangesubset') && readRangeSubset(kvp.list('rangesubset') ?? [], coverage.bands);
  const interpolation = interpolationOf(kvp.text('interpolation'));
  const { extract, crs, grid } = await extractOf(call, coverage, dependencies.projections, signal);
  const request = { extract, bands: bands || undefined, interpolation, format };
  const shown = bands ? bands.map((band) => coverage.bands[band - 1]!) : coverage.bands;
  const answer = { ...coverage, crs, axes: axesOf(crs), grid, bands: shown };
  return sendCoverage(
    ...([call, dependencies, coverage, request] as const),
    mediaType === undefined
      ? undefined
      : { type: 'application/gml+xml; charset=UTF-8', write: (file) => gmlCoverage(answer, file, format) },
  );
}

interface Answer {
  readonly extract: Extract;
  readonly crs: Crs;
  /** Grid of the answer. */
  readonly grid: Grid;
}

/** Trims are made in the CRS of the coverage or of SUBSETTINGCRS; then comes scaling. */
async function extractOf(
  { kvp }: OgcCall,
  coverage: Coverage,
  projections: Projections,
  signal: AbortSignal,
): Promise<Answer> {
  const { crs: own, grid } = coverage;
  const subsettingCrs = (await crsOf(kvp.text('subsettingcrs'), 'Subsetting', projections, signal)) ?? own;
  const outputCrs = (await crsOf(kvp.text('outputcrs'), 'Output', projections, signal)) ?? own;
  const labels = axesOf(subsettingCrs).map(({ label }) => label);
  const subsets = readSubsets(kvp.all('subset'), labels);
  const whole = await placedIn(subsettingCrs, 'SubsettingCrs-NotSupported');
  const box = trimmed(whole, subsets);
  if (outputCrs.code === own.code) {
    const inOwn = subsettingCrs.code === own.code ? box : await moved(box, own);
    const window = windowOf(grid, inOwn);
    if (window === undefined) throw outside();
    const part = gridOf(grid, window);
    const { width, height } = scaledSize(kvp, part);
    const extract: Extract = coverage.isStored
      ? { kind: 'cut', window, width, height }
      : { kind: 'warp', crs: own.code, box: boxOf(part), width, height };
    return { extract, crs: own, grid: scaledGrid(part, width, height) };
  }
  const wholeOut = await placedIn(outputCrs, 'OutputCrs-NotSupported');
  const isTrimmed = subsets.x !== undefined || subsets.y !== undefined;
  const wanted = !isTrimmed ? wholeOut : subsettingCrs.code === outputCrs.code ? box : await moved(box, outputCrs);
  const part = shared(wanted, wholeOut);
  if (part === undefined) throw outside();
  const pixel = pixelOver(wholeOut, grid);
  const solid = withArea(part, pixel);
  const count = (length: number): number => Math.max(1, Math.round(length / pixel));
  const { width, height } = scaledSize(kvp, { width: count(solid[2] - solid[0]), height: count(solid[3] - solid[1]) });
  const extract = extractFor(coverage, outputCrs, solid, width, height);
  return { extract, crs: outputCrs, grid: gridOver(solid, width, height) };

  async function placedIn(crs: Crs, code: string): Promise<Box> {
    const found = await boxIn(projections, grid, own.code, crs.code, signal);
    if (found !== undefined) return found;
    throw failOgc(
      code,
      `The coverage has no place in ${crs.code}.`,
      code.startsWith('S') ? 'subsettingcrs' : 'outputcrs',
    );
  }

  async function moved(from: Box, to: Crs): Promise<Box> {
    const found = await movedBox(projections, from, subsettingCrs.code, to.code, signal);
    if (found === undefined) throw outside();
    return found;
  }
}

const outside = (): Error => failOgc('InvalidSubsetting', 'The subset lies outside the coverage.', 'subset');

function trimmed(whole: Box, { x, y }: Subsets): Box {
  const wanted: Box = [x?.low ?? -Infinity, y?.low ?? -Infinity, x?.high ?? Infinity, y?.high ?? Infinity];
  const box = shared(wanted, whole);
  if (box === undefined) throw outside();
  return box;
}

/** A slice has no width: it gets that of a pixel. */
function withArea([minX, minY, maxX, maxY]: Box, pixel: number): Box {
  return [minX, minY, maxX > minX ? maxX : minX + pixel, maxY > minY ? maxY : minY + pixel];
}

/** The same place with another number of pixels, for grids in any direction. */
function scaledGrid({ geotransform, ...size }: Grid, width: number, height: number): Grid {
  const [x = 0, xColumn = 0, xRow = 0, y = 0, yColumn = 0, yRow = 0] = geotransform;
  const [across, down] = [size.width / width, size.height / height];
  return { geotransform: [x, xColumn * across, xRow * down, y, yColumn * across, yRow * down], width, height };
}

async function crsOf(
  text: string | undefined,
  which: 'Subsetting' | 'Output',
  projections: Projections,
  signal: AbortSignal,
): Promise<Crs | undefined> {
  if (text === undefined) return undefined;
  const locator = `${which.toLowerCase()}crs`;
  const name = readCrsName(text);
  if (name === undefined)
    throw failOgc('NotACrs', `${quoteInput(text)} names no coordinate reference system.`, locator);
  const crs = await projections.find(name.code, signal);
  if (crs === undefined) throw failOgc(`${which}Crs-NotSupported`, `${name.code} is not supported.`, locator);
  return crs;
}

function interpolationOf(text: string | undefined): Interpolation {
  if (text === undefined) return 'nearest';
  const found = readInterpolation(text);
  if (found !== undefined) return found;
  throw failOgc('InterpolationMethodNotSupported', `${quoteInput(text)} is not offered.`, 'interpolation');
}
