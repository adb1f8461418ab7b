/** Exports features of a vector file of a user in another format (`serve.ts`: REQUEST and ANSWER). */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { openVector } from '../read/open-vector.ts';
import { type ChosenLayer, chosenLayers, requirePlace } from './chosen-layers.ts';
import { EXPORT_FORMATS, type OutputFormat } from './formats.ts';
import { uniqueFileNames } from './file-names.ts';
import type { VectorExportAnswer, VectorExportRequest } from './request.ts';
import { selectFeatures } from './select.ts';
import { translate } from './translate.ts';
import { zipFiles } from './zip-files.ts';
import { OperationRefusal, type ProgramVoice, serveProgram } from '../../../engine/for-children.ts';
import { crsOfName } from '../../../geodata/crs-of-name.ts';
import { crsOfLayer } from '../read/layer-crs.ts';

/** Numbers of kinds of geometries: a point, and none at all. */
const [WKB_POINT, WKB_NONE] = [1, 100];
/** What stands for longitude and latitude. */
const DEGREES = 'EPSG:4326';

await serveProgram(exportFeatures);

async function exportFeatures(request: VectorExportRequest, voice: ProgramVoice): Promise<VectorExportAnswer> {
  const { path, format, layers, stem, crs, output, folder } = request;
  const target: OutputFormat = EXPORT_FORMATS[output];
  if (crs !== null && crsOfName(crs) === null) throw new OperationRefusal(`There is no CRS ${crs}.`);
  if (crs !== null && target.crs !== null && crs !== target.crs)
    throw new OperationRefusal(`${output} is always in ${target.crs}.`);
  const opened = await openVector({ path, format });
  const chosen = chosenLayers(opened, layers, stem, (line) => voice.say(line));
  const files = uniqueFileNames(target.extension);
  for (const [index, layer] of chosen.entries()) {
    const file = join(folder, target.holdsLayers ? `out.${target.extension}` : files(layer.name));
    const progress = (share: number): void => voice.progress((index + share) / chosen.length);
    await exportLayer({ opened, layer, file, progress, voice }, target, request);
  }
  opened.dataset.close();
  const names = chosen.map(({ name }) => name);
  const made = readdirSync(folder).sort();
  if (made.length === 0) throw new OperationRefusal('No feature meets the conditions.');
  const [only] = made;
  if (only !== undefined && made.length === 1 && !target.isSeveralFiles)
    return { file: join(folder, only), extension: target.extension, layers: names };
  const archive = join(folder, 'out.zip');
  await zipFiles(folder, made, archive);
  return { file: archive, extension: 'zip', layers: names };
}

interface LayerWork {
  readonly opened: { readonly dataset: Gdal.Dataset; readonly driver: string };
  readonly layer: ChosenLayer;
  readonly file: string;
  readonly progress: (share: number) => void;
  readonly voice: ProgramVoice;
}

async function exportLayer(work: LayerWork, target: OutputFormat, request: VectorExportRequest): Promise<void> {
  const { opened, layer: chosen, file, progress, voice } = work;
  const { layer, name } = chosen;
  const hasGeometry = layer.geomType !== WKB_NONE;
  if (!hasGeometry && !target.hasFields) throw new OperationRefusal(`Layer “${name}” has no geometries.`);
  const isPlaced = request.crs !== null || request.bbox !== null || target.crs !== null;
  if (isPlaced && hasGeometry) requirePlace(chosen, opened.driver);
  const translation = {
    file,
    name,
    progress,
    driver: target.driver,
    options: optionsOf(work, target, request),
    // A drawing has several lines for one feature; which features a box takes is known to GDAL alone.
    isCounted: target.hasFields && request.bbox === null,
    say: (line: string): void => voice.say(line),
  };
  const isWhole = request.conditions.length === 0 && request.fields === null;
  const isAlone = opened.dataset.layers.count() === 1;
  // A name may not be taken for an option.
  if (isWhole && (isAlone || !layer.name.startsWith('-'))) {
    await translate({ ...translation, source: opened.dataset, from: isAlone ? null : layer.name });
    return;
  }
  const selection = `${file}.fgb`;
  if ((await selectFeatures(layer, request, selection)) === 0) {
    rmSync(selection);
    voice.say(`Layer “${name}” is left out: none of its features meets the conditions.`);
    return;
  }
  const copy = gdal.open(selection, 'r', ['FlatGeobuf']);
  await translate({ ...translation, source: copy, from: null });
  copy.close();
  rmSync(selection);
}

/** Options of GDAL's, all of them ours or looked up; the name of the layer is the value of one. */
function optionsOf(
  { layer: { layer, name }, file }: LayerWork,
  target: OutputFormat,
  { crs, bbox, fields }: VectorExportRequest,
): readonly string[] {
  const hasGeometry = layer.geomType !== WKB_NONE;
  const to = crs ?? target.crs;
  const own = fields ?? layer.fields.map((field) => field.name);
  const facts = {
    isPoint: (layer.geomType & 0x0fff_ffff) % 1000 === WKB_POINT,
    isReprojected: crs !== null,
    fields: new Set(own.map((each) => each.toLowerCase())),
  };
  const from = crsOfLayer(layer) === null && hasGeometry ? ['-s_srs', DEGREES] : [];
  return [
    '-f',
    target.driver,
    '-nln',
    name,
    ...(existsSync(file) ? ['-update'] : []),
    ...(to !== null && hasGeometry ? [...from, '-t_srs', to] : []),
    ...(bbox !== null && hasGeometry ? ['-spat', ...bbox.map(String), '-spat_srs', DEGREES] : []),
    ...(target.hasFields ? [] : ['-select', '']),
    ...target.options(facts).flatMap((option) => ['-lco', option]),
  ];
}
