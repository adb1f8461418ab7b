import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { baseName, checkEntryPath } from '../../../datasets/index.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  orNull,
  OUTPUT_WORDS,
  outputPathField,
  replaceField,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';
import { MESH_OFFERS, meshField, requireModel, sourceOf, stemOf, trianglesOf } from '../mesh-input/tool-kit.ts';
import type { PlaceFile } from '../mesh-output/place-files.ts';
import type { Decimation } from './decimate.ts';
import { MESH_FORMATS, type MeshExportAnswer, type MeshExportFormat, type MeshExportRequest } from './request.ts';

const program = ownProgram('mesh-export', import.meta.resolve('./program.ts'));

const Parameters = withWords(
  Type.Object(
    {
      path: meshField('Model to export, as it was uploaded.'),
      format: Type.Enum([...MESH_FORMATS], {
        default: 'glb',
        description:
          'Format of the new file; `outputPath` ends with it. An OBJ is a ZIP archive with its materials and pictures.',
      }),
      percent: orNull(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 100,
          description: 'Share of the triangles to keep, in percent. Default: all triangles.',
        }),
      ),
      error: orNull(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 1e6,
          description:
            'Distance by which the surface may move, in units of the model. Triangles are removed until then. Instead of `percent`.',
        }),
      ),
      outputPath: orNull(
        outputPathField(
          'Path of the new file in the dataset. Default: beside the model, with _export added to its name.',
          '{path}_export.{format}',
        ),
      ),
      replace: replaceField(),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Model',
    format: {
      title: 'Format',
      choices: { glb: 'GLB', zip: 'OBJ (ZIP archive)', ply: 'PLY (binary)', stl: 'STL (binary)' },
    },
    percent: 'Triangles to keep (%)',
    error: 'Largest error (units of the model)',
    ...OUTPUT_WORDS,
  },
);
type Parameters = Static<typeof Parameters>;

/** Bytes of a triangle in the new file, about. */
const BYTES_A_TRIANGLE: Readonly<Record<MeshExportFormat, number>> = { glb: 30, zip: 40, ply: 25, stl: 50 };

export const meshExport: Tool<typeof Parameters> = {
  id: 'mesh-export',
  version: '1',
  title: 'Export model',
  description: 'Writes a model as a new file in another format, with fewer triangles where that is wanted.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: MESH_OFFERS,
  async plan({ parameters, entries }) {
    decimationOf(parameters);
    const output = outputOf(parameters);
    const entry = await requireModel(entries, parameters.path, 'all');
    const triangles = (trianglesOf(entry) * (parameters.percent ?? 100)) / 100;
    return {
      path: entry.path,
      // It reads the files beside it as well: materials, pictures, where it lies.
      reads: 'dataset',
      creates: parameters.replace ? undefined : output,
      estimatedBytes: Math.ceil(triangles * BYTES_A_TRIANGLE[parameters.format]) + entry.size,
    };
  },
  run,
};

function decimationOf({ percent, error }: Parameters): Decimation | null {
  if (percent !== null && error !== null) throw refuseParameter('error', 'Give either percent or error, not both.');
  if (error !== null) return { error };
  return percent === null || percent === 100 ? null : { share: percent / 100 };
}

function outputOf({ path, outputPath, format }: Parameters): string {
  const chosen = checkEntryPath(outputPath ?? `${stemOf(path)}_export.${format}`);
  if (chosen.toLowerCase().endsWith(`.${format}`)) return chosen;
  throw refuseParameter('outputPath', `The path of a file in this format must end with .${format}.`);
}

async function run(task: RunningTask<Parameters>) {
  const { path, format, replace } = task.parameters;
  const entry = await requireModel(task.entries, path, 'all');
  const outputPath = outputOf(task.parameters);
  const output = join(task.folder, `export.${format}`);
  const request: MeshExportRequest = {
    source: await sourceOf(task, entry),
    format,
    decimation: decimationOf(task.parameters),
    stem: plainName(stemOf(baseName(outputPath))),
    output,
    scratch: task.folder,
  };
  const answer = await runOwnProgram<MeshExportAnswer>(task, program, request, { phase: 'exporting triangles' });
  const { placeFile, warnings, ...facts } = answer;
  for (const warning of warnings) task.log(warning);
  await task.write(outputPath, output, { replace });
  const placePath = placeFile === null ? null : await writePlace(task, stemOf(outputPath), placeFile);
  return { facts: { outputPath, placePath, ...facts } };
}

/** A name that every program can read in a statement of an OBJ. */
const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100) || 'model';

/** @returns the path of the file. The one of the source stays where it is also that of the new file */
async function writePlace(task: RunningTask<Parameters>, stem: string, { ending, text }: PlaceFile): Promise<string> {
  const path = `${stem}${ending}`;
  const isThere = (await task.entries.find(path)) !== undefined;
  if (isThere && stem === stemOf(task.parameters.path)) return path;
  if (isThere && !task.parameters.replace)
    throw fail('conflict', `${path} already exists. Choose another outputPath, or set replace.`);
  const file = join(task.folder, 'place');
  await writeFile(file, text);
  await task.write(path, file, { replace: task.parameters.replace });
  return path;
}
