import { photoFacts } from '../../photo/index.ts';
import { rasterFacts } from '../read/operations.ts';
import { gdalPrograms } from '../../../geodata/gdal-programs.ts';
import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import Type, { type Static } from 'typebox';
import { checkEntryPath, type EntryRow } from '../../../datasets/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { creation } from '../coverages/coverage-plan.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { forView } from '../raster-steps.ts';
import { rasterView, type ViewBand } from '../raster-view.ts';
import { withEntryRaster } from '../with-entry-raster.ts';
import { bandName, type CameraBand } from './camera-band.ts';
import { checkBands } from './check-bands.ts';
import { opticalShifts, sharedPart } from './optical-shift.ts';
import { shotMetadata } from './shot-metadata.ts';
import { OUTPUT_WORDS, outputPathField, pathsField, replaceField, withWords } from '../../../tasks/tool-kit/index.ts';

const TYPES = [EntryType.GeoRaster, EntryType.GeoImage, EntryType.Image];
/** Files that are read at once while the result is written; cameras have ten bands at most. */
const MOST_BANDS = 64;

const parameters = withWords(
  Type.Object(
    {
      paths: pathsField('Rasters of one band each, in the order that their bands are to have.', TYPES, {
        minItems: 2,
        maxItems: MOST_BANDS,
      }),
      outputPath: outputPathField(
        'Where the GeoTIFF of all bands comes into the dataset: ends with .tif or .tiff.',
        '{paths}_bands.tif',
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    paths: 'Rasters of one band',
    ...OUTPUT_WORDS,
  },
);
type MergeParameters = Static<typeof parameters>;

export const mergeMultispectral: Tool<typeof parameters> = {
  id: 'merge-multispectral',
  version: '1',
  title: 'Merge multispectral bands',
  description: 'Makes one GeoTIFF of rasters of one band each: those of a camera that writes a file for every band.',
  parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'files', types: TYPES, extensions: ['tif', 'tiff'], parameter: 'paths' }],
  async plan({ parameters: { paths, outputPath, replace }, entries }) {
    const output = checkOutput(outputPath, paths);
    const reads: EntryRow[] = [];
    for (const path of paths) reads.push(await entries.require(path, TYPES));
    // Files of cameras are compressed or not: what comes is of the same kind.
    const estimatedBytes = reads.reduce((sum, { size }) => sum + size, 0);
    return { path: output, reads, estimatedBytes, creates: replace ? undefined : output };
  },
  run: merge,
};

function checkOutput(outputPath: string, paths: readonly string[]): string {
  const output = checkEntryPath(outputPath);
  if (!['.tif', '.tiff'].includes(posix.extname(output).toLowerCase()))
    throw refuseParameter('outputPath', 'The output is a GeoTIFF: outputPath is to end with .tif or .tiff.');
  if (paths.includes(output))
    throw refuseParameter('outputPath', 'The output is one of the files that are to be merged.');
  return output;
}

async function merge(task: RunningTask<MergeParameters>) {
  const { parameters, entries, folder, engine, signal, report, log } = task;
  const { outputPath, paths, replace } = parameters;
  report(0, 'reading');
  const rows: EntryRow[] = [];
  for (const path of paths) rows.push(await entries.require(path, TYPES));
  return withBands(task, rows, async (bands) => {
    for (const warning of checkBands(bands)) log(warning);
    const [first] = bands as readonly [CameraBand, ...CameraBand[]];
    const isPlaced = first.facts.georeference !== null;
    const shifts = (isPlaced ? null : opticalShifts(bands)) ?? bands.map(() => ({ dx: 0, dy: 0 }));
    const part = sharedPart(shifts, first.facts.width, first.facts.height);
    const names = bands.map(bandName);
    shifts.forEach(({ dx, dy }, at) =>
      log(`Band ${at + 1}: ${names[at]} of ${paths[at]}${dx || dy ? `, ${dx} and ${dy} pixels away` : ''}.`),
    );
    const nodata = bands.find(({ facts }) => facts.bands[0]!.nodata !== null)?.facts.bands[0]?.nodata ?? null;
    const viewed = bands.map(({ file, facts }, at): ViewBand => ({
      path: file,
      band: 1,
      type: facts.bands[0]!.type,
      name: names[at]!,
      colorInterp: null,
      nodata,
      measure: facts.bands[0]!.measure,
      column: part.column + shifts[at]!.dx,
      row: part.row + shifts[at]!.dy,
    }));
    const view = rasterView({
      width: part.width,
      height: part.height,
      bands: viewed,
      projection: isPlaced ? first.facts.projection : null,
      geotransform: isPlaced ? first.facts.geotransform : null,
      masked: viewed.find((_, at) => bands[at]!.facts.hasMask) ?? null,
      xmp: isPlaced ? undefined : shotMetadata(positionOf(rows[0]!), first.xmp),
    });
    const [source, made] = [join(folder, 'bands.vrt'), join(folder, 'merged.tif')];
    await writeFile(source, view, { flag: 'wx', signal });
    report(5, 'merging');
    await engine.run(gdalPrograms.gdal_translate, ['-if', 'VRT', ...formOf(viewed), source, made], {
      signal,
      temporaryFolder: folder,
      onProgress: (percent) => report(5 + percent * 0.95, 'merging'),
    });
    await task.write(outputPath, made, { replace });
    return { facts: { outputPath, bands: names, width: part.width, height: part.height, shifts } };
  });
}

/** Without loss: what is lost between bands would be seen in every index of them. */
function formOf([first]: readonly ViewBand[]): readonly string[] {
  const PREDICTOR = first?.type.startsWith('Float') ? '3' : '2';
  const mask = ['--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES'];
  return ['-of', 'GTiff', ...mask, ...creation({ TILED: 'YES', COMPRESS: 'LZW', PREDICTOR, BIGTIFF: 'IF_SAFER' })];
}

/** Opens the files one after the other, so that all are there while the work runs. */
async function withBands<T>(
  task: RunningTask<MergeParameters>,
  rows: readonly EntryRow[],
  work: (bands: readonly CameraBand[]) => Promise<T>,
  opened: readonly CameraBand[] = [],
): Promise<T> {
  const [row, ...others] = rows;
  if (row === undefined) return work(opened);
  const { engine, signal } = task;
  return withEntryRaster(task, row, async (source) => {
    const facts = await engine.call(rasterFacts, source, { signal });
    const photo = facts.georeference === null ? await engine.call(photoFacts, { path: source.path }, { signal }) : null;
    const file = await forView(task, source, `band-${opened.length + 1}.tif`, { phase: 'reading', to: 5 });
    const band = { entryPath: row.path, file, facts, xmp: photo?.xmp ?? new Map<string, string>() };
    return withBands(task, others, work, [...opened, band]);
  });
}

function positionOf({ pointGeometry }: EntryRow): readonly [number, number] | null {
  const [longitude, latitude] =
    (pointGeometry as { readonly coordinates?: readonly number[] } | null)?.coordinates ?? [];
  return longitude === undefined || latitude === undefined ? null : [longitude, latitude];
}
