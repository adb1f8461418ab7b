import { Ajv2020 } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asDraft2020 } from '../../src/tasks/index.ts';
import { createTools, type ToolDependencies } from '../../src/tools/index.ts';
import { fitting, type Schema } from '../../src/tools/testing/schema-values.ts';
import { fieldsOf, type Field } from '../../web/src/tasks/form/fields.ts';
import { filledOf, startOf } from '../../web/src/tasks/form/values.ts';
import { allKinds } from '../../src/kinds/index.ts';

// Schemas need nothing of it; what is offered depends on whether there are nodes.
const tools = createTools({ processingNodes: { list: [{}] } } as unknown as ToolDependencies, allKinds);

/** What may stand in a field: all kinds of text. */
const draftIn = ({ kind }: Field): Arbitrary<string | boolean> =>
  kind === 'switch' ? fc.boolean() : fc.oneof(fc.string(), fc.json(), fc.constantFrom('', '1', '0.5', 'a.tif\nb.tif'));

describe.each(tools.map((tool) => [`${tool.id} ${tool.version}`, tool] as const))('the form of %s', (_, tool) => {
  const schema: Schema = asDraft2020(tool.parameters);
  const fields = fieldsOf(schema);
  const isValid = new Ajv2020({ strict: false, useDefaults: true, validateFormats: false }).compile(schema);
  const checkSent = (params: object): void => {
    expect(isValid({ ...params }), JSON.stringify([params, isValid.errors])).toBe(true);
  };

  it('has a field of its own for each parameter, and words for it', () => {
    for (const { name, kind, hint, schema: one } of fields) {
      // Lists of objects alone are written as JSON.
      expect([kind === 'json', name]).toEqual([one.items !== false && one.items?.type === 'object', name]);
      expect(hint, name).not.toBe('');
    }
    for (const [name, { title }] of Object.entries(schema.properties ?? {})) expect(title, name).toMatch(/^[A-Z]/);
    expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
  });

  it('calls choices, and fields that hang on others, by what there is', () => {
    for (const { choices, choiceLabels, when } of fields) {
      expect(choices).toEqual(expect.arrayContaining(Object.keys(choiceLabels)));
      if (when === null || when === undefined) continue;
      const other = fields.find(({ name }) => name === when.parameter)!;
      expect(other.choices).toEqual(expect.arrayContaining([...when.is]));
    }
  });

  it('sends what fits the schema, filled with values that fit', () => {
    let sent = 0;
    fc.assert(
      fc.property(fitting(schema), (values) => {
        const { params, problems } = filledOf(fields, startOf(fields, values as Record<string, unknown>));
        // Some values cannot be typed: nothing as a required text, a line break in a path.
        if (Object.keys(problems).length > 0) return;
        checkSent(params);
        sent += 1;
      }),
      { numRuns: 100 },
    );
    expect(sent).toBeGreaterThan(0);
  });

  it('sends nothing that does not fit, whatever is typed', () => {
    fc.assert(
      fc.property(
        fitting(schema),
        fc.record(Object.fromEntries(fields.map((it) => [it.name, draftIn(it)]))),
        (values, typed) => {
          const right = startOf(fields, values as Record<string, unknown>);
          const { problems } = filledOf(fields, typed);
          // What is wrong is put right, so that the rest of what was typed is looked at.
          const mended = { ...typed, ...Object.fromEntries(Object.keys(problems).map((it) => [it, right[it] ?? ''])) };
          const { params, problems: left } = filledOf(fields, mended);
          if (Object.keys(left).length === 0) checkSent(params);
        },
      ),
      { numRuns: 100 },
    );
  });
});
