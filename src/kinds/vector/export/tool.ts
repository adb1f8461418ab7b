import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { baseName } from '../../../datasets/index.ts';
import type { VectorExportAnswer, VectorExportRequest } from './request.ts';
import { ownProgram } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { withVectorSource } from '../drawing.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import {
  boxField,
  crsField,
  fileNameField,
  orNull,
  pathField,
  rare,
  runOwnProgram,
  withWords,
} from '../../../tasks/tool-kit/index.ts';

export const exportProgram = ownProgram('vector-export', import.meta.resolve('./program.ts'));

/** Names of layers and attributes: no format has longer ones that are meant. */
const name = Type.String({ minLength: 1, maxLength: 256 });
const scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);

const condition = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 256, description: 'Attribute.' }),
    operator: Type.Enum(['=', '<>', '<', '<=', '>', '>=', 'in', 'contains', 'begins', 'null', 'not null'], {
      description: 'How its value is compared.',
    }),
    value: Type.Optional(
      Type.Union([scalar, Type.Array(scalar, { minItems: 1, maxItems: 1000 })], {
        description: 'What it is compared with; a list for “in”.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Parameters = withWords(
  Type.Object(
    {
      path: pathField('A vector file.', [EntryType.Vector]),
      format: Type.Enum(['GPKG', 'GeoJSON', 'FlatGeobuf', 'ESRI Shapefile', 'KML', 'DXF', 'CSV'], {
        default: 'GPKG',
        description: 'Format of the file that is made.',
      }),
      layers: orNull(
        Type.Array(name, { minItems: 1, maxItems: 1000, uniqueItems: true, description: 'Layers; all unless told.' }),
      ),
      crs: orNull(crsField('CRS of the coordinates; that of the file, or what the format asks for, unless told.')),
      bbox: orNull(boxField('West, south, east and north in degrees: features that meet it.')),
      conditions: rare(
        orNull(
          Type.Array(condition, {
            minItems: 1,
            maxItems: 50,
            description: 'What the attributes of a feature must be.',
          }),
        ),
      ),
      match: rare(
        Type.Enum(['all', 'any'], {
          default: 'all',
          description: 'Whether all conditions count, or one is enough.',
        }),
      ),
      fields: rare(
        orNull(
          Type.Array(name, {
            minItems: 1,
            maxItems: 1990,
            uniqueItems: true,
            description: 'Attributes; all unless told.',
          }),
        ),
      ),
      fileName: rare(orNull(fileNameField('Name of the download; that of the file unless told.'))),
    },
    { additionalProperties: false },
  ),
  {
    path: 'Features',
    format: { title: 'Format', choices: { GPKG: 'GeoPackage', 'ESRI Shapefile': 'Shapefile' } },
    layers: 'Layers',
    crs: 'Coordinate system',
    bbox: 'Part',
    conditions: 'Conditions',
    match: { title: 'Conditions that count', choices: { all: 'All of them', any: 'One is enough' } },
    fields: 'Attributes',
    fileName: 'File name',
  },
);

type Parameters = Static<typeof Parameters>;

/** Exports features of a vector file, from the file as it was uploaded. */
export const vectorExport: Tool<typeof Parameters> = {
  id: 'vector-export',
  version: '1',
  title: 'Export features',
  description: 'Makes a file of the features of another: in another format or CRS, all of them or some.',
  parameters: Parameters,
  access: 'read',
  artifact: 'gpkg',
  offers: [{ on: 'file', types: [EntryType.Vector], parameter: 'path' }],
  async plan({ parameters, entries }) {
    const entry = await entries.require(parameters.path, [EntryType.Vector]);
    checkBox(parameters.bbox);
    return { path: entry.path, reads: [entry], estimatedBytes: entry.size };
  },
  async run(task) {
    const { file, extension, layers } = await exportOf(task);
    const { path, fileName } = task.parameters;
    const stem = stemOf(fileName ?? baseName(path));
    return { artifact: { file, name: `${stem}.${extension}` }, facts: { layers } };
  },
};

async function exportOf(task: RunningTask<Parameters>): Promise<VectorExportAnswer> {
  const { path, format: output, layers, crs, bbox, conditions, match, fields } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.Vector]);
  const folder = join(task.folder, 'export');
  await mkdir(folder);
  const file = {
    path: task.locate(entry),
    name: baseName(path),
    size: entry.size,
    neighbours: task.neighbours(path),
  };
  const answer = await withVectorSource(file, task.engine, (source) => {
    const request: VectorExportRequest = {
      ...source,
      stem: stemOf(baseName(path)),
      layers,
      output,
      crs,
      bbox,
      fields,
      folder,
      conditions: conditions ?? [],
      any: match === 'any',
    };
    return runOwnProgram<VectorExportAnswer>(task, exportProgram, request, { phase: 'exporting' });
  });
  if (answer === null) throw fail('invalid-input', `${path} is no vector file.`);
  return answer;
}

const stemOf = (file: string): string => file.replace(/(?<=.)\.[^.]*$/, '');

/** @throws `invalid-input` for a box that is inside out */
function checkBox(bbox: Parameters['bbox']): void {
  if (bbox !== null && (bbox[0] > bbox[2] || bbox[1] > bbox[3]))
    throw refuseParameter('bbox', 'bbox is west, south, east, north: west of east, and south of north.');
}
