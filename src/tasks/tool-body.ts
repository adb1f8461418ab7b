import Type from 'typebox';
import { asDraft2020 } from './json-schema.ts';
import type { Settings } from '../settings/index.ts';
import type { AnyTool } from './tool.ts';
import { gateOf, type ToolGate } from './tool-gate.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const facts = {
  id: Type.String(),
  version: Type.String(),
  title: Type.String(),
  requiredAccess: Type.String({ description: 'Read or Write' }),
  producesArtifact: Type.Boolean({ description: 'There is a file to download at the end' }),
  resultExtension: nullable(Type.String({ description: 'Of that file, without dot' })),
  hidden: Type.Boolean({ description: 'Not to be offered' }),
  disabled: Type.Boolean({ description: 'Offered, and not to be started' }),
  disabledMessage: nullable(Type.String({ description: 'Why' })),
};

/** A tool as `/sys/features` tells of it. */
export const ToolFactsBody = Type.Object(facts);

/** A tool with its parameters. */
export const ToolBody = Type.Object({
  ...facts,
  description: Type.String(),
  inputSchema: Type.Object(
    {},
    { additionalProperties: true, description: 'JSON Schema (draft 2020-12) of `params`; `x-input` is for forms' },
  ),
  offers: Type.Array(
    Type.Object({
      on: Type.String({ description: 'What is selected: file, files, folder or dataset' }),
      types: nullable(Type.Array(Type.Integer(), { description: 'Types of the files; null for all' })),
      bands: nullable(
        Type.Object(
          { count: Type.Integer(), types: Type.Array(Type.String()) },
          {
            description:
              'Rasters with so many bands, beside one of transparency, of these types of numbers; null for all',
          },
        ),
      ),
      extensions: nullable(Type.Array(Type.String(), { description: 'Extensions of the files; null for all' })),
      parameter: nullable(Type.String({ description: 'Parameter that takes the path or the paths' })),
    }),
    { description: 'Selections with which it is of use' },
  ),
});

export const presentToolFacts = (tool: AnyTool, gate: ToolGate): Type.Static<typeof ToolFactsBody> => ({
  id: tool.id,
  version: tool.version,
  title: tool.title,
  requiredAccess: tool.access === 'write' ? 'Write' : 'Read',
  producesArtifact: tool.artifact !== null,
  resultExtension: tool.artifact,
  hidden: gate.hidden,
  disabled: gate.disabled,
  disabledMessage: gate.message,
});

export const presentTool = (tool: AnyTool, gate: ToolGate): Type.Static<typeof ToolBody> => ({
  ...presentToolFacts(tool, gate),
  description: tool.description,
  inputSchema: asDraft2020(tool.parameters),
  offers: tool.offers.map(({ on, types, bands, extensions, parameter }) => ({
    on,
    types: types === undefined ? null : [...types],
    bands: bands === undefined ? null : { count: bands.count, types: [...bands.types] },
    extensions: extensions === undefined ? null : [...extensions],
    parameter: parameter ?? null,
  })),
});

/** The tools as everybody is told of them. */
export const describeTools = (
  tools: readonly AnyTool[],
  settings: Settings['processingPlatform']['tools'],
): readonly Type.Static<typeof ToolFactsBody>[] =>
  tools.map((tool) =>
    presentToolFacts(tool, gateOf(settings, tool.id, { caller: undefined, organization: undefined })),
  );
