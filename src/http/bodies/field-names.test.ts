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

it('takes the first of two spellings, nothing from what is no object, and no prototype', () => {
  expect(namedBySchema({ userName: 'first', username: 'second' }, schema)).toEqual({ userName: 'first' });
  for (const nothing of [undefined, null, 'text', 7]) expect(namedBySchema(nothing, schema)).toEqual({});
  const named = namedBySchema(JSON.parse('{"__proto__": {"isAdmin": true}}'), schema);
  expect((named as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

it('refuses NUL, which nothing behind it can store', () => {
  expect(() => namedBySchema({ userName: 'a\0b' }, schema)).toThrow('userName must not hold a NUL character');
  expect(() => namedBySchema({ paths: ['a', '\0'] }, schema)).toThrow('paths must not hold');
});
