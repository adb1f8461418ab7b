import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drafts, draftOf, fieldsOf, labelOf, type Field } from './fields.ts';
import { plainShape } from './plain-shape.ts';
import { problemOf } from './problem-of.ts';
import type { Schema } from '../../api/parameter-schema.ts';
import { boxTextOf, cornersOf } from './box-text.ts';
import { proposalOf } from './proposal.ts';
import { drawnOf, textOfPositions } from './shape-text.ts';
import { shownFields } from './shown-fields.ts';
import { fieldProblem, filledOf, startOf } from './values.ts';

const path = { type: 'string', minLength: 1, maxLength: 20 } as const;
const position = { type: 'array', minItems: 2, prefixItems: [degrees(180), degrees(90)], items: false } as const;
const area: Schema = {
  type: 'object',
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string', const: 'Polygon' },
    coordinates: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'array', minItems: 4, items: position } },
  },
  additionalProperties: false,
  'x-input': 'area',
};

/** A field of each kind, as the tools of the service have them. */
const PARAMETERS: Schema = {
  type: 'object',
  required: ['paths', 'mode', 'replace', 'count', 'outputPath'],
  properties: {
    crs: orNull({ type: 'string', pattern: '^EPSG:[1-9][0-9]{3,6}$', examples: ['EPSG:25832'], 'x-input': 'crs' }),
    paths: { type: 'array', items: path, minItems: 2, maxItems: 4, uniqueItems: true, 'x-input': 'paths' },
    source: { ...path, default: 'a.tif', 'x-input': 'path', 'x-types': [4] },
    outputPath: { ...path, 'x-input': 'output-path' },
    destPath: { type: 'string', maxLength: 9, default: '', 'x-input': 'folder' },
    mode: {
      type: 'string',
      enum: ['near', 'far'],
      default: 'near',
      title: 'Movement',
      'x-choices': { far: 'Far away' },
    },
    unit: orNull({ enum: ['metre', 'foot'] }),
    replace: { type: 'boolean', default: false },
    overwrite: orNull({ type: 'boolean' }),
    count: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
    interval: orNull({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 }),
    levels: orNull({ type: 'array', items: { type: 'number', minimum: -5, maximum: 5 }, minItems: 1, maxItems: 3 }),
    box: orNull({
      type: 'array',
      minItems: 4,
      prefixItems: [degrees(180), degrees(90), degrees(180), degrees(90)],
      items: false,
      'x-input': 'box',
    }),
    area: orNull(area),
    password: orNull({ type: 'string', maxLength: 9, writeOnly: true }),
    url: orNull({ type: 'string', writeOnly: true, 'x-input': 'address' }),
    more: { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: false },
  },
  additionalProperties: false,
};
const FIELDS = fieldsOf(PARAMETERS);
const isValid = new Ajv2020({
  strict: true,
  strictTuples: false,
  keywords: ['x-input', 'x-types', 'x-choices'],
  useDefaults: true,
}) //
  .compile(PARAMETERS);

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }], default: null };
}
function degrees(most: number): Schema {
  return { type: 'number', minimum: -most, maximum: most };
}
const field = (name: string): Field => FIELDS.find((it) => it.name === name)!;

test('each parameter is a field of its kind, what has to be filled in first', () => {
  expect(FIELDS.map(({ name, kind, required }) => `${name} ${kind}${required ? ' *' : ''}`)).toEqual([
    'paths list *',
    'outputPath text *',
    'crs text',
    'source path',
    'destPath folder',
    'mode choice',
    'unit choice',
    'replace switch',
    'overwrite choice',
    'count number',
    'interval number',
    'levels numbers',
    'box numbers',
    'area shape',
    'password secret',
    'url text',
    'more json',
  ]);
  expect(field('mode')).toMatchObject({ label: 'Movement', choiceLabels: { far: 'Far away' } });
  expect(['outputPath', 'zFactor', 'withZ', 'crs', 'bandCRS'].map(labelOf)).toEqual([
    'Output path',
    'Z factor',
    'With Z',
    'CRS',
    'Band CRS',
  ]);
});

const values = {
  paths: fc.uniqueArray(fc.stringMatching(/^[a-z/ü]{1,20}$/), { minLength: 2, maxLength: 4 }),
  outputPath: fc.stringMatching(/^[^\n]{1,20}$/u),
  mode: fc.constantFrom('near', 'far'),
  count: fc.integer({ min: 1, max: 9 }),
  replace: fc.boolean(),
  overwrite: fc.boolean(),
  crs: fc.constant('EPSG:25832'),
  interval: fc.double({ min: 0, max: 10, minExcluded: true, maxExcluded: true, noNaN: true }),
  levels: fc.array(
    fc.double({ min: -5, max: 5, noNaN: true }).map((it) => it + 0),
    { minLength: 1, maxLength: 3 },
  ),
};

test('values that fit come back out of the form as they went in', () => {
  fc.assert(
    fc.property(fc.record(values, { requiredKeys: ['paths', 'outputPath', 'mode', 'count', 'replace'] }), (given) => {
      const { params, problems } = filledOf(FIELDS, startOf(FIELDS, given));
      expect(problems).toEqual({});
      expect(params).toEqual({ source: 'a.tif', destPath: '', ...given });
    }),
  );
});

/** Texts that people and programs put into a field: right ones, and others. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '1',
    '0',
    '-3',
    '1,5',
    '1e400',
    ' ',
    'a\nb',
    'a\n\na',
    '1 2 3 4',
    '"near"',
    '"metre"',
    'null',
    '{}',
  ),
  fc.constantFrom(
    'true',
    '[]',
    '{"a":null}',
    'EPSG:25832',
    JSON.stringify(square()),
    '{"type":"Polygon","coordinates":[]}',
  ),
);

test('whatever is typed, what the form sends fits the schema', () => {
  const drafts = fc.record(
    Object.fromEntries(FIELDS.map(({ name, kind }) => [name, kind === 'switch' ? fc.boolean() : text])),
  );
  let sent = 0;
  fc.assert(
    fc.property(drafts, (typed) => {
      const { params, problems } = filledOf(FIELDS, typed);
      // What is wrong is left out, and nothing else of it counts.
      const right = filledOf(FIELDS, {
        ...typed,
        ...Object.fromEntries(Object.keys(problems).map((it) => [it, ok(it)])),
      });
      expect(right.problems).toEqual({});
      expect(isValid({ ...right.params }), JSON.stringify([right.params, isValid.errors])).toBe(true);
      sent += Object.keys(params).length;
    }),
    { numRuns: 300 },
  );
  expect(sent).toBeGreaterThan(300);
});

/** Something that is right in a field. */
const ok = (name: string): string | boolean => startOf(FIELDS, { paths: ['a', 'b'], outputPath: 'c' })[name] ?? '';

function square(): object {
  return { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }; // oxfmt-ignore
}

describe('what is wrong is told at its field', () => {
  test.each([
    ['outputPath', '', 'Fill this in.'],
    ['count', '10', 'It has to be 9 or less.'],
    ['count', '1.5', 'It has to be a whole number.'],
    ['count', 'many', 'It has to be a whole number.'],
    ['interval', '0', 'It has to be more than 0.'],
    ['crs', '25832', 'It is not written as it has to be. An example: EPSG:25832'],
    ['paths', 'one', 'It needs 2 or more; 1 given.'],
    ['paths', 'one\none', 'Each may stand there once.'],
    ['box', '200 1 2 3', 'Number 1: It has to be 180 or less.'],
    ['area', '{', 'This is no JSON.'],
    ['area', '{"type":"Point","coordinates":[1,2]}', 'type: It has to be Polygon.'],
    ['more', '{"b":1}', 'b is not known here.'],
  ])('%s: %s', (name, draft, problem) => {
    expect(filledOf(FIELDS, { ...startOf(FIELDS, {}), [name]: draft }).problems[name]).toBe(problem);
  });

  test('also when the service found it', () => {
    const refusal = (pointer: string | undefined, message: string) => fieldProblem(FIELDS, { pointer, message });
    expect(refusal('/params/paths/0', 'params.paths.0 must be a text')).toEqual({
      name: 'paths',
      text: 'Must be a text',
    });
    expect(refusal('/params/box', 'West lies east.')).toEqual({ name: 'box', text: 'West lies east.' });
    expect(refusal('/params/outputPath', 'Name another outputPath: `a.tif`.')?.text).toBe(
      'Name another “Output path”: “a.tif”.',
    );
    expect(refusal('/params/count', 'Say `mode` or count.')?.text).toBe('Say “Movement” or count.');
    expect(refusal('/params/elsewhere', 'This is not known.')).toBeNull();
    expect(refusal(undefined, 'There is no entry a.tif in the dataset.')).toBeNull();
  });

  test('and what is only not filled in to its end is told apart', () => {
    const { problems, unfinished } = filledOf(FIELDS, { ...startOf(FIELDS, {}), area: '11, 46\n12, 46', count: '10' });
    expect(problems).toMatchObject({ area: 'An area has three corners or more.', count: 'It has to be 9 or less.' });
    expect([...unfinished].toSorted()).toEqual(['area', 'outputPath', 'paths']);
  });
});

describe('shapes', () => {
  test('are typed as their positions, and an area is closed by itself', () => {
    const typed = (area: string) => filledOf(FIELDS, { ...startOf(FIELDS, {}), area });
    const { params } = typed('0, 0\n1 0\n\n1;1\n');
    expect(params['area']).toEqual(square());
    expect(typed('0, 0\n1, 0\n1, 1\n0, 0').params['area']).toEqual(square());
    for (const [wrong, line] of [
      ['0, 0\n1', 2],
      ['0, 0, 0', 1],
      ['here', 1],
    ] as const)
      expect(typed(wrong).problems['area']).toContain(`Line ${line} is to be`);
  });

  test('come back from the map as they were', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((it) => it / 1e7);
    fc.assert(
      fc.property(fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 2 }), (positions) => {
        expect(drawnOf('line', textOfPositions(positions))).toEqual({ positions, locked: false });
      }),
    );
  });

  test('are shown without the last position of an area, and are left alone where the map cannot change them', () => {
    const drawn = (shape: object) => drawnOf('area', JSON.stringify(shape));
    const open = { positions: [[0, 0], [1, 0], [1, 1]], locked: false }; // oxfmt-ignore
    expect(drawn(square())).toEqual(open);
    expect(drawnOf('area', '0, 0\n1, 0\n1, 1')).toEqual(open);
    const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]; // oxfmt-ignore
    expect(drawn({ type: 'Polygon', coordinates: [ring, ring] })).toEqual({ ...open, locked: true });
    for (const text of ['{', '{"type":"Point","coordinates":[1,2]}', 'here', '{"type":"Polygon","coordinates":[[1]]}'])
      expect(drawnOf('area', text)).toEqual({ positions: [], locked: true });
    expect(drawnOf('area', '')).toEqual({ positions: [], locked: false });
  });

  test('a box is drawn by its corners, whichever', () => {
    expect(boxTextOf([[12, 46], [11, 47]])).toBe('11, 46, 12, 47'); // oxfmt-ignore
    expect(cornersOf('11, 46, 12, 47')).toEqual([[11, 46], [12, 47]]); // oxfmt-ignore
    for (const text of ['', '1, 2, 3', '1, 2, 3, x']) expect(cornersOf(text)).toEqual([]);
  });
});

describe('a path is proposed', () => {
  test.each([
    ['{source}_aligned.tif', { source: 'flight.1/b.c.tif' }, 'flight.1/b.c_aligned.tif'],
    ['{source}_{mode}.tif', { source: 'a', mode: '"far"' }, 'a_far.tif'],
    ['{paths}_bands.tif', { paths: 'a/1.tif\na/2.tif' }, 'a/1_bands.tif'],
    ['footprints.gpkg', {}, 'footprints.gpkg'],
    ['{url}', { url: 'https://a.example/files/the%20plan.tif?key=1' }, 'the plan.tif'],
    ['{url}', { url: 'https://a.example/100%.tif' }, '100%.tif'],
    ['{url}', { url: 'https://a.example/' }, null],
    ['{url}', { url: 'https:' }, null],
    ['{source}_aligned.tif', { source: '' }, null],
    ['{nothing}.tif', {}, null],
  ])('%s of %j', (template, drafts, path) => {
    expect(proposalOf(template, FIELDS, drafts)).toBe(path);
  });
});

test('a field that hangs on another is there while that one has its value', () => {
  const when = { parameter: 'base', is: ['height', true] };
  const fields = fieldsOf({
    properties: {
      base: { type: 'string', enum: ['plane', 'height'] },
      on: { type: 'boolean' },
      height: orNull({ type: 'number' }),
    },
  }).map((it) => (it.name === 'height' ? { ...it, when } : it));
  const names = (drafts: Drafts): string[] => shownFields(fields, drafts).map(({ name }) => name);
  expect(names({ base: '"plane"', height: '3' })).toEqual(['base', 'on']);
  expect(names({ base: '"height"', height: '' })).toEqual(['base', 'on', 'height']);
  expect(names({ base: true })).toEqual(['base', 'on', 'height']);
});

test('what nobody is asked for has no field, and what is rarely wanted says so', () => {
  const more = { type: 'string', 'x-more': true } as const;
  const fields = fieldsOf({
    properties: { a: { type: 'string', 'x-input': 'none' }, b: orNull(more), c: { ...more, 'x-more': false } },
  });
  expect(fields.map(({ name, rare }) => [name, rare])).toEqual([['b', true], ['c', false]]); // oxfmt-ignore
});

test('shapes are taken out of what programs save', () => {
  const high = { ...square(), coordinates: [[[0, 0, 9], [1, 0, 9], [1, 1, 9], [0, 0, 9]]], bbox: [0, 0, 1, 1] }; // oxfmt-ignore
  const feature = { type: 'Feature', properties: {}, geometry: high };
  const multi = { type: 'MultiPolygon', coordinates: [high.coordinates] };
  for (const given of [square(), high, feature, { type: 'FeatureCollection', features: [feature] }, multi])
    expect(plainShape(given)).toEqual(square());
  const two = { type: 'FeatureCollection', features: [feature, feature] };
  expect(problemOf(area, plainShape(two))).not.toBeNull();
  expect(draftOf(field('area'), square())).toBe(JSON.stringify(square()));
});
