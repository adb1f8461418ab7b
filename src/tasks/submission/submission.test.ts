import fc from 'fast-check';
import Type, { type TProperties } from 'typebox';
import { expect, it } from 'vitest';
import { createSealer } from '../../jobs/index.ts';
import { taskKey, type KeyFacts } from './key.ts';
import { readParameters } from './parameters.ts';
import { digestSecrets, openSecrets, sealSecrets, withoutSecrets } from './secrets.ts';

const schema = Type.Object(
  {
    path: Type.String({ minLength: 1 }),
    bands: Type.Union([Type.String(), Type.Null()], { default: null }),
    count: Type.Integer({ default: 3, minimum: 1 }),
    kind: Type.Optional(Type.Union([Type.Enum(['slope', 'aspect']), Type.Literal('none')])),
    password: Type.Union([Type.String({ writeOnly: true }), Type.Null()], { default: null }),
  },
  { additionalProperties: false },
);

it('takes the path beside the parameters, among them, or in both places, and fills defaults in', () => {
  const filled = { path: 'a.tif', bands: null, count: 3, password: null };
  expect(readParameters(schema, { path: 'a.tif' })).toEqual(filled);
  expect(readParameters(schema, { params: { path: 'a.tif' } })).toEqual(filled);
  expect(readParameters(schema, { path: 'a.tif', params: { path: 'a.tif', count: 4 } })).toEqual({
    ...filled,
    count: 4,
  });
  expect(readParameters(schema, { path: '', params: { path: 'a.tif' } })).toEqual(filled);
});

it.each([
  [{ path: 'a', params: { path: 'b' } }, /path and params.path/],
  [{ params: {} }, /params/],
  [{ path: 'a', params: { count: '4' } }, /params.count/],
  [{ path: 'a', params: { count: 0 } }, /params.count/],
  [{ path: 'a', params: { other: 1 } }, /params.other is no parameter/],
  [{ path: 'a', params: { kind: 'steep' } }, /params.kind must be one of "slope", "aspect", "none"/],
  [{ path: 'a', params: JSON.parse('{"__proto__": {"count": 4}}') as object }, /__proto__/],
  [{ params: [] }, /object/],
])('refuses %j', (request, words) => {
  expect(() => readParameters(schema, request)).toThrow(words);
});

it.each([
  [{ params: {} }, '/params/path'],
  [{ params: { path: 'a', count: 0 } }, '/params/count'],
])('points at what it refuses of %j', (request, pointer) => {
  expect(() => readParameters(schema, request)).toThrow(expect.objectContaining({ pointer }));
});

it('refuses texts that the database cannot hold, at any depth, and names the field', () => {
  const [text, list] = [Type.String(), Type.Array(Type.Object({ field: Type.String() }))];
  const deep = Type.Object({ text, list });
  const refusal = (params: object) => {
    try {
      return readParameters(deep, { params });
    } catch (error) {
      return error;
    }
  };
  expect(refusal({ text: 'a\0', list: [] })).toMatchObject({ code: 'invalid-input', pointer: '/params/text' });
  expect(refusal({ text: 'a', list: [{ field: 'b' }, { field: '\ud800' }] })).toMatchObject({
    code: 'invalid-input',
    pointer: '/params/list/1/field',
    message: 'params.list.1.field must not hold a NUL character or half of a surrogate pair.',
  });
  const whole = { text: '😀', list: [{ field: 'b' }] };
  expect(refusal(whole)).toEqual(whole);
});

it('refuses a path where a tool has no such parameter, and says where files are named', () => {
  const words = (properties: TProperties) => () =>
    readParameters(Type.Object(properties, { additionalProperties: false }), { path: 'a' });
  expect(words({})).toThrow('It works on the whole dataset.');
  const named = Type.String({ 'x-input': 'path' });
  expect(words({ before: named, after: named, crs: Type.String({ 'x-input': 'crs' }) })).toThrow(
    'Its files are named in params.before and params.after.',
  );
});

it('makes one key of what is equal, however it is written, and another of everything that is not', () => {
  const base: KeyFacts = {
    toolId: 'export',
    version: '1',
    datasetId: 'd',
    reads: [{ path: 'a', hash: 'h' }],
    parameters: { a: 1, b: { c: [1, 2], d: null } },
  };
  const key = taskKey(base);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(taskKey({ ...base, parameters: { b: { d: null, c: [1, 2] }, a: 1 } })).toBe(key);
  const others: Partial<KeyFacts>[] = [
    { toolId: 'other' },
    { version: '2' },
    { datasetId: 'e' },
    { reads: [{ path: 'b', hash: 'h' }] },
    { reads: [{ path: 'a', hash: 'i' }] },
    { reads: [] },
    { reads: { revision: 1 } },
    { parameters: { a: 1, b: { c: [2, 1], d: null } } },
    { parameters: { a: 1, b: { c: [1, 2] } } },
    { parameters: { a: 1, b: ['object', ['c', [1, 2]], ['d', null]] } },
  ];
  const keys = new Set(others.map((other) => taskKey({ ...base, ...other })));
  expect([keys.size, keys.has(key)]).toEqual([others.length, false]);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const keyOf = (value: unknown): string => taskKey({ ...base, parameters: { value } });
      // As JSON has it: -0 is 0.
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(keyOf(one) === keyOf(other)).toBe(isSame);
    }),
  );
});

/** With members in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { all: members.map(([name, inner]) => [name, sorted(inner)]) };
}

it('keeps secrets sealed for one task, and shows nothing of them', () => {
  const sealer = createSealer('a secret of the service');
  const given = { path: 'a', bands: null, count: 1, password: 'p4ss' };
  const kept = sealSecrets(schema, given, sealer, 'one');
  expect(JSON.stringify(kept)).not.toContain('p4ss');
  expect(openSecrets(schema, kept, sealer, 'one')).toEqual(given);
  expect(() => openSecrets(schema, kept, sealer, 'two')).toThrow('sealed with another key');
  expect(withoutSecrets(schema, kept)).toEqual({ path: 'a', bands: null, count: 1 });
  const digested = digestSecrets(schema, given, sealer);
  expect(digested).toEqual(digestSecrets(schema, { ...given }, sealer));
  expect(digestSecrets(schema, { ...given, password: 'other' }, sealer)).not.toEqual(digested);
  expect(digestSecrets(schema, { ...given, password: null }, sealer)).toEqual({ ...given, password: null });
});
