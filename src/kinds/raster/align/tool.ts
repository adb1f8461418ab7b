import { join, posix } from 'node:path';
import Type, { type Static } from 'typebox';
import { checkEntryPath, type EntryRow } from '../../../datasets/index.ts';
import type { AlignAnswer, AlignRequest } from './request.ts';
import { rasterFacts } from '../read/operations.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { bytesOfBands } from '../band-bytes.ts';
import { withEntryRaster, pixelsOf } from '../with-entry-raster.ts';
import { comparable, type CommonGrid, commonGrid, MOST_COMMON_PIXELS, MOST_COMPARED } from './tool-comparable.ts';
import { cutToGrid, writeMoved } from './tool-steps.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import {
  OUTPUT_WORDS,
  outputPathField,
  pathField,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';

const program = ownProgram('raster-align', import.meta.resolve('./program.ts'));

const TYPES = [EntryType.GeoRaster];

const parameters = withWords(
  Type.Object(
    {
      sourcePath: pathField('The raster that is moved.', TYPES),
      referencePath: pathField('The raster that lies where it belongs.', TYPES),
      outputPath: outputPathField(
        'Where the moved raster comes into the dataset: ends with .tif or .tiff.',
        '{sourcePath}_aligned.tif',
      ),
      mode: Type.Enum(['similarity', 'translation'], {
        default: 'similarity',
        description: 'Whether it is turned and scaled as well as shifted.',
      }),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    sourcePath: 'Raster to move',
    referencePath: 'Reference',
    mode: { title: 'Movement', choices: { similarity: 'Shift, turn and scale', translation: 'Shift only' } },
    ...OUTPUT_WORDS,
  },
);
type AlignParameters = Static<typeof parameters>;
type Aligning = RunningTask<AlignParameters>;

/** Less is enough to find a shift, and too little to be sure of a turn far from it. */
const NOTED_OVERLAP = 0.2;
/** All that is written is written twice: by a warp, and in the form that is wanted. */
const WRITTEN = 2;

export const alignRaster: Tool<typeof parameters> = {
  id: 'align-raster',
  version: '1',
  title: 'Align GeoTIFF to reference',
  description: 'Moves a raster so that it lies over another one of the same place, by what both show.',
  parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'file', types: TYPES, parameter: 'sourcePath' }],
  async plan({ parameters: { sourcePath, referencePath, outputPath, replace }, entries }) {
    const output = checkEntryPath(outputPath);
    if (!['.tif', '.tiff'].includes(posix.extname(output).toLowerCase()))
      throw refuseParameter('outputPath', 'The output is a GeoTIFF: outputPath is to end with .tif or .tiff.');
    if (sourcePath === referencePath)
      throw refuseParameter('referencePath', 'A raster lies over itself. Name another reference.');
    if ([sourcePath, referencePath].includes(output))
      throw refuseParameter('outputPath', 'The output is one of the two rasters. Name another outputPath.');
    const reads = [await entries.require(sourcePath, TYPES), await entries.require(referencePath, TYPES)];
    const estimatedBytes = expectedBytes(reads[0]!, reads[1]!);
    return { path: output, reads, estimatedBytes, creates: replace ? undefined : output };
  },
  async run(task) {
    const { entries, parameters: asked } = task;
    const source = await entries.require(asked.sourcePath, TYPES);
    const reference = await entries.require(asked.referencePath, TYPES);
    return withEntryRaster(task, source, (moving) =>
      withEntryRaster(task, reference, (lying) => align(task, moving, lying)),
    );
  },
};

/** The bands that are compared, of both on the common grid, and all bands of the source at its new place; before compression. */
function expectedBytes(source: EntryRow, reference: EntryRow): number {
  const common = Math.min(pixelsOf(source), pixelsOf(reference), MOST_COMMON_PIXELS);
  const compared = bytesOfBands(source, MOST_COMPARED) + bytesOfBands(reference, MOST_COMPARED);
  return WRITTEN * (common * compared + pixelsOf(source) * bytesOfBands(source));
}

async function align(task: Aligning, source: RasterSource, reference: RasterSource) {
  const { engine, signal, parameters: asked, folder, report, log } = task;
  report(0, 'reading');
  const facts = await engine.call(rasterFacts, source, { signal });
  const other = await engine.call(rasterFacts, reference, { signal });
  const { geotransform, projection } = facts;
  if (geotransform === null || projection === null)
    throw fail('invalid-input', `${asked.sourcePath} is placed by control points. Export it with a crs before.`);
  const [moving, lying] = [comparable(facts, asked.sourcePath), comparable(other, asked.referencePath)];
  if (moving.isSurface !== lying.isSurface)
    throw fail(
      'invalid-input',
      'One of the rasters is a surface of heights and the other a picture: they show nothing alike.',
    );
  const grid = commonGrid(moving.extent, lying.extent);
  await cutToGrid(task, source, facts, moving.bands, grid, 'source.tif', { phase: 'preparing', from: 5, to: 25 });
  await cutToGrid(task, reference, other, lying.bands, grid, 'reference.tif', { phase: 'preparing', from: 25, to: 45 });
  const numbers = (bands: readonly number[]): readonly number[] => bands.map((_, at) => at + 1);
  const request: AlignRequest = {
    source: join(folder, 'source.tif'),
    reference: join(folder, 'reference.tif'),
    sourceBands: numbers(moving.bands),
    referenceBands: numbers(lying.bands),
    mode: asked.mode,
    heights: moving.isSurface ? { source: measureOf(facts), reference: measureOf(other) } : null,
    place: { width: facts.width, height: facts.height, geotransform, crs: projection },
  };
  const found = await runOwnProgram<AlignAnswer>(task, program, request, {
    phase: 'matching',
    from: 45,
    to: 70,
  });
  const made = await writeMoved(task, source, facts, found, { phase: 'writing', from: 70 });
  await task.write(asked.outputPath, made, { replace: asked.replace });
  const summary = summaryOf(found, grid);
  log(JSON.stringify(summary));
  return { facts: { outputPath: asked.outputPath, ...summary } };
}

/** A surface has one band of heights. */
const measureOf = ({ bands, projection }: RasterFacts) => ({
  measure: bands.find(({ colorInterp }) => colorInterp !== 'Alpha')?.measure,
  crs: projection,
});

/** What clients read in the last line of the log. */
function summaryOf({ geotransform: _, box: __, ...found }: AlignAnswer, { overlap }: CommonGrid) {
  const little =
    overlap < NOTED_OVERLAP ? `The rasters share only ${(100 * overlap).toFixed(0)} % of the smaller one.` : null;
  const warning = [found.warning, little].filter((each) => each !== null).join(' ');
  return { success: true, ...found, warning: warning === '' ? null : warning };
}
