import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { asDraft2020, type AnyTool } from '../tasks/index.ts';
import { createTools, type ToolDependencies } from './index.ts';
import { fitting, unfit, type Schema } from './testing/schema-values.ts';
import { allKinds } from '../kinds/index.ts';

// Schemas need nothing of it; what is offered depends on whether there are nodes.
const tools = createTools({ processingNodes: { list: [{}] } } as unknown as ToolDependencies, allKinds);
// Words for forms, which a program need not know.
const keywords = [...new Set(JSON.stringify(tools.map(({ parameters }) => parameters)).match(/(?<=")x-[a-z]+(?=":)/g))];
const ajv = new Ajv2020({ strict: true, strictTuples: false, keywords });

const schemaOf = ({ parameters }: AnyTool): Schema => asDraft2020(parameters);

describe('tools', () => {
  it('have ids, versions and words, each pair of the first two once', () => {
    expect(new Set(tools.map(({ id, version }) => `${id} ${version}`)).size).toBe(tools.length);
    for (const { id, version, title, description, artifact } of tools) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(version).toMatch(/^[1-9][0-9]*$/);
      expect(title.length * description.length).toBeGreaterThan(0);
      expect(artifact ?? 'none').toMatch(/^[a-z0-9]+$/);
    }
  });

  it('offer themselves by parameters they have', () => {
    const unknown = tools.flatMap(({ id, offers, parameters }) =>
      offers.flatMap(({ parameter }) =>
        parameter === undefined || Object.hasOwn(parameters.properties, parameter) ? [] : [`${id} ${parameter}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('offer themselves for the bands that the parameter itself asks for', () => {
    const asking = tools.flatMap(({ id, offers, parameters }) =>
      offers.flatMap(({ parameter, bands }) => {
        const field = parameter === undefined ? {} : (parameters.properties[parameter] as Record<string, unknown>);
        expect(field['x-bands'], id).toEqual(bands);
        return bands === undefined ? [] : [id];
      }),
    );
    expect(asking).toEqual(['change', 'contours', 'hillshade', 'profile', 'volume']);
  });
});

describe.each(tools.map((tool) => [`${tool.id} ${tool.version}`, tool] as const))('the parameters of %s', (_, tool) => {
  const schema = schemaOf(tool);
  const isValid = ajv.compile(schema);
  const isTaken = (value: unknown): boolean => Value.Check(tool.parameters, value);

  it('are described, and nothing else is taken', () => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      expect(JSON.stringify(property), name).toContain('"description"');
  });

  it('are taken when they fit, also by another program', () => {
    fc.assert(
      fc.property(fitting(schema), (value) => {
        expect([isTaken(value), isValid(value)]).toEqual([true, true]);
      }),
      { numRuns: 100 },
    );
  });

  it('have defaults that fit', () => {
    const required = Object.fromEntries(
      (schema.required ?? []).map((name) => [name, fitting(schema.properties![name]!)]),
    );
    fc.assert(
      fc.property(fc.record(required), (given) => {
        expect(isTaken(Value.Default(tool.parameters, structuredClone(given)))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('are refused when they do not fit', () => {
    fc.assert(
      fc.property(unfit(schema), (value) => {
        expect(isTaken(value)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
