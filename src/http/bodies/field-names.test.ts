import Type from 'typebox';
import { expect, it } from 'vitest';
import { namedBySchema } from './field-names.ts';

const schema = Type.Object({
  userName: Type.String(),
  force: Type.Optional(Type.Boolean()),
  paths: Type.Array(Type.String()),
});

it('gives fields the names of the schema and leaves out empty texts', () => {
  expect(namedBySchema({ USERNAME: 'a', Force: 'True', paths: ['x', 'y'], other: 1, empty: '' }, schema)).toEqual({
    userName: 'a',
    force: 'true',
    paths: ['x', 'y'],
    other: 1,
  });
});

it('keeps an empty text where the schema says that it may be empty', () => {
  const clearable = Type.Object({ description: Type.String({ minLength: 0 }), name: Type.String() });
  expect(namedBySchema({ Description: '', name: '' }, clearable)).toEqual({ description: '' });
});

it('takes the first of two spellings, nothing from what is no object, and no prototype', () => {
  expect(namedBySchema({ userName: 'first', username: 'second' }, schema)).toEqual({ userName: 'first' });
  for (const nothing of [undefined, null, 'text', 7]) expect(namedBySchema(nothing, schema)).toEqual({});
  const named = namedBySchema(JSON.parse('{"__proto__": {"isAdmin": true}}'), schema);
  expect((named as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

it('takes null for absent, unless the schema knows it, and a bare value for the field data', () => {
  const nullable = Type.Object({
    isPublic: Type.Optional(Type.Boolean()),
    days: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  });
  expect(namedBySchema({ isPublic: null, days: null }, nullable)).toEqual({ days: null });
  const withData = Type.Object({ data: Type.Unknown() });
  expect([1, 'x', false].map((value) => namedBySchema(value, withData))).toEqual([
    { data: 1 },
    { data: 'x' },
    { data: false },
  ]);
  expect(namedBySchema(null, withData)).toEqual({});
  expect(() => namedBySchema('a\0', withData)).toThrow('data must not hold');
});

it('refuses NUL, which nothing behind it can store', () => {
  expect(() => namedBySchema({ userName: 'a\0b' }, schema)).toThrow('userName must not hold a NUL character');
  expect(() => namedBySchema({ paths: ['a', '\0'] }, schema)).toThrow('paths must not hold');
});

it('refuses half of a surrogate pair in any field, by the name of the field', () => {
  for (const half of ['\ud800', 'a\udc00b']) {
    expect(() => namedBySchema({ userName: half }, schema)).toThrow('userName must not hold');
    expect(() => namedBySchema({ paths: ['a', half] }, schema)).toThrow('paths must not hold');
  }
  expect(namedBySchema({ userName: '\u{1f30d}' }, schema)).toEqual({ userName: '\u{1f30d}' });
});

it('leaves a record of any names as it is', () => {
  const facts = { Team: '', '': 1, nested: { '': '' }, none: null };
  expect(namedBySchema(facts, Type.Record(Type.String(), Type.Unknown()))).toBe(facts);
});
