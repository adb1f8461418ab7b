import { join } from 'node:path';
import type { RenderAnswer, RenderRequest, Rendering } from './render/request.ts';
import { rasterExtent, rasterFacts, rasterStatistics } from '../read/operations.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { codeOfWkt } from '../../../projections/index.ts';
import { cogForm, creation, planCoverage } from '../coverages/coverage-plan.ts';
import type { Extract } from '../coverages/coverage-order.ts';
import type { RunningTask } from '../../../tasks/index.ts';
import { runRasterPlan, runRasterStep, SCRATCH_RASTER } from '../raster-steps.ts';
import { type Content, contentOf, scaledBands, type ShadesOfAll, withAlpha } from './content.ts';
import { gridOf, isWhole } from './grid.ts';
import type { RasterExportParameters } from './parameters.ts';
import { bytesOfPixel, checkSize } from './size.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import { runOwnProgram } from '../../../tasks/tool-kit/index.ts';

const program = ownProgram('raster-render', import.meta.resolve('./render/program.ts'));

type Exporting = RunningTask<RasterExportParameters>;

/** What was made: the name of a file in the folder of the task, and what it is. */
interface Exported {
  readonly file: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Sampling a raster of any size reads each of its blocks once; an hour is a disk that hangs. */
const READ_TIMEOUT_MS = 3_600_000;
/** Sides that the JPEG format has room for. */
const LONGEST_JPEG = 65_535;
/** Quality of a JPEG: what is asked for as a picture is looked at, not measured. */
const JPEG_QUALITY = '90';

/** @throws `invalid-input` and `too-large` for what cannot be made of this raster; EngineError */
export async function makeExport(task: Exporting, source: RasterSource, mostBytes?: number): Promise<Exported> {
  const { parameters, engine, signal } = task;
  const { format, content: kind, crs, window } = parameters;
  if (kind === 'values' && (format === 'PNG' || format === 'JPEG'))
    throw fail('invalid-input', `${format} cannot hold values. Ask for COG or GTiff, or for a picture.`);
  task.report(0, 'reading');
  const { formula, bands, preset, rescale } = parameters;
  if (formula !== null && (bands !== null || preset !== null))
    task.log('The formula chooses the bands: bands and preset are not looked at.');
  if (kind === 'values' && rescale !== null) task.log('Values stay what they are: rescale is not looked at.');
  const facts = await engine.call(rasterFacts, source, { signal });
  const content = await settled(task, source, facts, contentOf(parameters, facts));
  const target = crs ?? ownGridOf(facts);
  const extent = await engine.call(rasterExtent, { source, crs: target, window: window as Box | null }, { signal });
  const extract = gridOf(parameters, extent, target);
  const { width, height } = extract;
  checkSize(
    width,
    height,
    bytesOfPixel(
      content,
      facts.bands.map(({ type }) => type),
    ),
    mostBytes,
  );
  if (format === 'JPEG' && Math.max(width, height) > LONGEST_JPEG)
    throw fail('invalid-input', `A JPEG has at most ${LONGEST_JPEG} pixels a side. Ask for a coarser resolution.`);
  const made = { width, height, crs: target };
  if (content.kind === 'bands')
    return {
      file: await bandsAsTheyAre(task, source, facts, extract, content),
      facts: { ...made, bands: content.bands, range: content.scaling?.[0] ?? null },
    };
  const { file, answer } = await computedPixels(task, source, facts, extract, content.rendering);
  return { file, facts: { ...made, range: answer.range, shownPixels: answer.shown } };
}

/** Content whose ranges are known. */
type Settled =
  | Exclude<Content, { readonly kind: 'computed' }>
  | { readonly kind: 'computed'; readonly rendering: Rendering };

async function settled(task: Exporting, source: RasterSource, facts: RasterFacts, content: Content): Promise<Settled> {
  if (content.kind !== 'computed') return content;
  const rendering = await withRange(task, source, content.rendering);
  const plain = rendering.kind === 'shades' ? scaledBands(rendering, facts.bands, task.parameters.format) : null;
  return plain?.kind === 'bands' ? plain : { kind: 'computed', rendering };
}

type Box = readonly [number, number, number, number];

/** Control points are no grid: pixels get one, in the CRS of the points. */
const ownGridOf = ({ georeference, projection }: RasterFacts): string | null =>
  georeference === 'control-points' ? (codeOfWkt(projection ?? '') ?? null) : null;

/** Bands as they are, or scaled: GDAL's programs alone, with nodata, mask and alpha. */
async function bandsAsTheyAre(
  task: Exporting,
  source: RasterSource,
  facts: RasterFacts,
  extract: Extract,
  { bands, colours, scaling }: Content & { readonly kind: 'bands' },
): Promise<string> {
  const file = 'export.tif';
  const form = task.parameters.format === 'COG' ? cogForm(extract, facts) : tiledForm(facts);
  const shown = colours === null ? [] : ['-colorinterp', colours.join(',')];
  const scales =
    scaling?.flatMap(([low, high], at) => [`-scale_${at + 1}`, String(low), String(high), '0', '255']) ?? [];
  const shades = scaling === null ? [] : ['-ot', 'Byte', ...scales];
  const plan = coveragePlan(task, source, facts, extract, bands, file, [...form, ...shown, ...shades]);
  await runRasterPlan(task, plan, source, { phase: 'converting' });
  return file;
}

/** GDAL before 3.9 puts the mask of a GeoTIFF into a file beside it, where nobody looks. */
const MASK_INSIDE = ['--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES'];

const tiledForm = ({ bands: [first] }: RasterFacts): readonly string[] => {
  const PREDICTOR = first?.type.startsWith('Float') ? '3' : '2';
  return [
    '-of',
    'GTiff',
    ...MASK_INSIDE,
    ...creation({ TILED: 'YES', COMPRESS: 'DEFLATE', PREDICTOR, BIGTIFF: 'IF_SAFER' }),
  ];
};

function coveragePlan(
  { folder, parameters: { resampling } }: Exporting,
  source: RasterSource,
  facts: RasterFacts,
  extract: Extract,
  bands: readonly number[],
  file: string,
  form: readonly string[],
) {
  const interpolation = facts.thematic ? 'nearest' : (resampling ?? 'linear');
  const path = (name: string): string => join(folder, name);
  const paths = { copy: path('copy.tif'), warped: path('warped.tif'), values: path(file) };
  return planCoverage({ extract, interpolation }, bands, source, facts, paths, form);
}

/** Pixels that are computed of the bands, on their final grid. */
async function computedPixels(
  task: Exporting,
  source: RasterSource,
  facts: RasterFacts,
  extract: Extract,
  ranged: Rendering,
): Promise<{ readonly file: string; readonly answer: RenderAnswer }> {
  const { folder, parameters } = task;
  const bands = ranged.kind === 'palette' ? [1] : ranged.bands;
  const isReady = isWhole(extract, facts) && source.place === undefined;
  const isLast = parameters.format === 'GTiff';
  const [rendered, final] = ['rendered.tif', 'export'];
  let [from, reading, rendering]: [number, Pick<RasterSource, 'path' | 'kind'>, Rendering] = [0, source, ranged];
  if (!isReady) {
    const needed = withAlpha([...new Set(bands)], facts.bands);
    const plan = coveragePlan(task, source, facts, extract, needed, 'values.tif', SCRATCH_RASTER);
    await runRasterPlan(task, plan, source, { phase: 'converting', to: 40 });
    [from, reading, rendering] = [40, { path: plan.values, kind: 'tiff' }, renumbered(ranged, needed)];
  }
  const request: RenderRequest = {
    path: reading.path,
    kind: reading.kind,
    destination: join(folder, rendered),
    rendering,
    white: parameters.format === 'JPEG',
    isLast,
  };
  const step = { phase: 'rendering', from, to: isLast ? 100 : from + (100 - from) * 0.6 };
  const answer = await runOwnProgram<RenderAnswer>(task, program, request, step);
  if (isLast) return { file: rendered, answer };
  const options = formOf(parameters, extract, facts, rendering);
  const paths = { source: join(folder, rendered), destination: join(folder, final) };
  await runRasterStep(
    task,
    { program: 'gdal_translate', kind: 'tiff', ...paths, options },
    { phase: 'converting', from: step.to },
  );
  return { file: final, answer };
}

/** The range of shades that was not named: from the least to the greatest value of these bands, one for all. */
async function withRange(
  { engine, signal }: Exporting,
  { path, kind }: RasterSource,
  wanted: Rendering | ShadesOfAll,
): Promise<Rendering> {
  if (wanted.kind !== 'shades' || wanted.low !== null) return wanted;
  const { bands } = await engine.call(rasterStatistics, { path, kind }, { signal, timeoutMs: READ_TIMEOUT_MS });
  const found = wanted.bands.flatMap((band) => bands[String(band)] ?? []);
  if (found.length === 0) return { ...wanted, low: 0, high: 1 };
  const [low, high] = [Math.min(...found.map(({ min }) => min)), Math.max(...found.map(({ max }) => max))];
  // What is the same everywhere is white: black would look like nothing.
  return { ...wanted, low: low < high ? low : high - 1, high };
}

/** Rendering of a file that has only these bands, in this order. */
const renumbered = (rendering: Rendering, bands: readonly number[]): Rendering =>
  rendering.kind === 'palette'
    ? rendering
    : { ...rendering, bands: rendering.bands.map((band) => bands.indexOf(band) + 1) };

function formOf(
  { format }: RasterExportParameters,
  extract: Extract,
  facts: RasterFacts,
  rendering: Rendering,
): readonly string[] {
  if (format === 'PNG') return ['-of', 'PNG'];
  if (format !== 'JPEG') return cogForm(extract, { thematic: facts.thematic && rendering.kind === 'palette' });
  const planes = rendering.kind === 'shades' && rendering.bands.length === 1 ? [1] : [1, 2, 3];
  return ['-of', 'JPEG', ...creation({ QUALITY: JPEG_QUALITY }), ...planes.flatMap((plane) => ['-b', String(plane)])];
}
