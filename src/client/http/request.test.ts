import { expect, it } from 'vitest';
import Type from 'typebox';
import { addressOf, contentOf, methodOf, type Accepting } from './request.ts';

const server = new URL('http://localhost:5000/maps/');
const { signal } = new AbortController();
const path = { orgSlug: 'a b', dsSlug: '../c' };

it('makes method and address of a route and its input', () => {
  const request = { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/list', path, signal } as const;
  expect(methodOf(request)).toBe('GET');
  const address = 'http://localhost:5000/maps/orgs/a%20b/ds/..%2Fc/list';
  expect(addressOf(request, server).href).toBe(address);
  const query = { path: ['a&b', 'c'], after: undefined };
  expect(addressOf({ ...request, query }, server).href).toBe(`${address}?path=a%26b&path=c`);
  expect(addressOf({ ...request, query: new URLSearchParams('after=1') }, server).href).toBe(`${address}?after=1`);
});

it('sends JSON as such, and a body of another form anew each time', () => {
  const request = { route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/obj', path, signal } as const;
  expect(contentOf({ ...request, json: { path: 'x' } })).toEqual({
    headers: { 'content-type': 'application/json' },
    body: '{"path":"x"}',
  });
  let bodies = 0;
  const headers = { 'content-type': 'text/plain' };
  const other = { ...request, headers, body: () => String(++bodies) };
  expect([contentOf(other), contentOf(other)]).toEqual([
    { headers, body: '1' },
    { headers, body: '2' },
  ]);
});

it('has schemas checked against the OpenAPI document by the compiler', () => {
  const taken = <S extends Type.TSchema>(schema: S & Accepting<'GET /orgs/{orgSlug}/ds/{dsSlug}/obj', S>): S => schema;
  // Less than the document says, and more where it leaves a member open.
  const open = Type.Object({ geometry: Type.Object({ type: Type.Literal('Point') }) });
  const point = Type.Union([Type.Null(), open]);
  expect(taken(Type.Object({ path: Type.String(), point_geom: point }))).toBeDefined();
  // @ts-expect-error The hash of a folder is null.
  expect(taken(Type.Object({ hash: Type.String() }))).toBeDefined();
  // @ts-expect-error There is no such member.
  expect(taken(Type.Object({ sha256: Type.String() }))).toBeDefined();
});
