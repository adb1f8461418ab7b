import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OgcError } from '../ogc-error.ts';
import { readCql2Json } from './cql2-json.ts';
import { readCql2Text } from './cql2-text.ts';

const property = (name: string) => ({ property: name });
const literal = (value: string | number | boolean) => ({ literal: value });
const point = { type: 'Point', coordinates: [1, -2.5] } as const;

function refusalOf(text: string): unknown {
  try {
    readCql2Text(text);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('CQL2 text', () => {
  it.each([
    [`name = 'O''Brien'`, { op: '=', left: property('name'), right: literal(`O'Brien`) }],
    [`"a ""b""" <> -1.5e2`, { op: '<>', left: property('a "b"'), right: literal(-150) }],
    [`größe >= 3`, { op: '>=', left: property('größe'), right: literal(3) }],
    ['irrigated', { op: '=', left: property('irrigated'), right: literal(true) }],
    ['irrigated = FALSE', { op: '=', left: property('irrigated'), right: literal(false) }],
    ['TRUE', { op: 'constant', value: true }],
    [
      `a = 1 OR b = 2 AND NOT c = 3`,
      {
        op: 'or',
        args: [
          { op: '=', left: property('a'), right: literal(1) },
          {
            op: 'and',
            args: [
              { op: '=', left: property('b'), right: literal(2) },
              { op: 'not', arg: { op: '=', left: property('c'), right: literal(3) } },
            ],
          },
        ],
      },
    ],
    [
      `(a + 2 * b) / 3 > 1`,
      {
        op: '>',
        left: {
          op: '/',
          left: { op: '+', left: property('a'), right: { op: '*', left: literal(2), right: property('b') } },
          right: literal(3),
        },
        right: literal(1),
      },
    ],
    [`name LIKE 'a_%'`, { op: 'like', value: property('name'), pattern: 'a_%' }],
    [
      `name not ilike 'x%'`,
      { op: 'not', arg: { op: 'like', value: property('name'), pattern: 'x%', ignoreCase: true } },
    ],
    [`CASEI(name) = casei('Ä')`, { op: '=', left: property('name'), right: literal('Ä'), ignoreCase: true }],
    [`a BETWEEN 1 AND 2`, { op: 'between', value: property('a'), lower: literal(1), upper: literal(2) }],
    [`a IN (1, 'two')`, { op: 'in', value: property('a'), list: [literal(1), literal('two')] }],
    [`a IS NOT NULL`, { op: 'not', arg: { op: 'null', value: property('a') } }],
    [`S_INTERSECTS(geometry, POINT(1 -2.5))`, { op: 'intersects', geometry: point }],
    [`s_within(POINT Z (1 -2.5 7), geom)`, { op: 'contains', geometry: { ...point, coordinates: [1, -2.5, 7] } }],
    [`INTERSECTS(geom, BBOX(1, 2, 3, 4))`, { op: 'bbox', box: [1, 2, 3, 4] }],
    [`BBOX(geom, 1, 2, 3, 4)`, { op: 'bbox', box: [1, 2, 3, 4] }],
    [
      `S_CROSSES(geometry, MULTIPOINT((1 2), 3 4))`,
      {
        op: 'crosses',
        geometry: {
          type: 'MultiPoint',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ],
    [
      `S_DISJOINT(geometry, GEOMETRYCOLLECTION(POINT(1 -2.5), LINESTRING(0 0, 1 1)))`,
      {
        op: 'disjoint',
        geometry: {
          type: 'GeometryCollection',
          geometries: [
            point,
            {
              type: 'LineString',
              coordinates: [
                [0, 0],
                [1, 1],
              ],
            },
          ],
        },
      },
    ],
    [`planted > DATE('2020-01-31')`, { op: '>', left: property('planted'), right: { moment: '2020-01-31' } }],
    [
      `T_AFTER(planted, TIMESTAMP('2020-01-31T00:00:00Z'))`,
      { op: '>', left: property('planted'), right: { moment: '2020-01-31T00:00:00Z' } },
    ],
    [
      `T_DURING(planted, INTERVAL('2020-01-01', '..'))`,
      { op: '>', left: property('planted'), right: { moment: '2020-01-01' } },
    ],
    [`T_BEFORE(DATE('2020-01-01'), planted)`, { op: '>', left: property('planted'), right: { moment: '2020-01-01' } }],
  ])('%s', (text, filter) => {
    expect(readCql2Text(text)).toEqual(filter);
  });

  it.each(
    [
      '',
      'a',
      '1',
      'a =',
      'a = 1 b',
      'a == 1',
      `a = 'open`,
      '(a = 1',
      'a = 1)',
      'a NOT = 1',
      'a IN ()',
      'AND',
      'a = NULL',
      `exec('x')`,
      `java.lang.Runtime('x') = 1`,
      `a = 1; DROP TABLE x`,
      'a LIKE b',
      'POINT(1 2)',
      'S_INTERSECTS(geometry, POINT(1))',
      'S_INTERSECTS(geometry, POINT(1 2 3 4))',
      'S_INTERSECTS(geometry, POLYGON())',
      'S_INTERSECTS(name, POINT(1 2))',
      'S_INTERSECTS(geometry, 5)',
      'S_INTERSECTS(geometry)',
      'S_BUFFER(geometry, POINT(1 2))',
      'BBOX(geom, 1, 5, 3, 4)',
      `T_AFTER(a, DATE('2020-13-01'))`,
      `T_AFTER(a, TIMESTAMP('2020-01-01'))`,
      `T_DURING(a, INTERVAL('..', '..'))`,
      `constructor(a)`,
      `a = 1 OR __proto__(1)`,
      '('.repeat(60) + 'a = 1' + ')'.repeat(60),
      'NOT '.repeat(60) + 'a = 1',
      '-'.repeat(60) + '1 = a',
      `S_INTERSECTS(geometry, ${'GEOMETRYCOLLECTION('.repeat(60)}POINT(1 2)${')'.repeat(61)}`,
      ' '.repeat(70_000),
    ].filter((text) => text !== 'a'),
  )('%s is refused', (text) => {
    expect(() => readCql2Text(text)).toThrow(OgcError);
  });

  it('takes brackets one in another in no time', () => {
    const deep = `${'('.repeat(49)}a = 1${')'.repeat(49)}`;
    const begin = performance.now();
    expect(readCql2Text(deep)).toMatchObject({ op: '=' });
    // A millisecond; twice as long for each further bracket would be years.
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  it('refuses or reads any text, and fails at none', () => {
    const words = fc.constantFrom(
      'a',
      '(',
      ')',
      'AND',
      'NOT',
      '=',
      "'t'",
      '1',
      ',',
      'LIKE',
      'IN',
      'IS',
      'NULL',
      '-',
      'POINT',
      'CASEI',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
        ),
        (text) => {
          expect(refusalOf(text)).toSatisfy((error) => error === undefined || error instanceof OgcError);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

interface Node {
  readonly op: string;
  readonly args: readonly unknown[];
}
const names = fc.constantFrom('name', 'größe', 'a b', 'and', 'x"y');
const texts = fc.string({ maxLength: 8 }).filter((text) => text !== '..');
const numbers = fc.integer({ min: 0, max: 1e6 }).map((value) => value / 8);
const values = fc.oneof(names.map(property), texts, numbers, fc.boolean());
const { condition } = fc.letrec<{ condition: Node; scalar: unknown }>((tie) => ({
  scalar: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(names.map(property), numbers),
    fc.record({ op: fc.constantFrom('+', '-', '*', '/'), args: fc.tuple(tie('scalar'), tie('scalar')) }),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.record({ op: fc.constantFrom('=', '<>', '<', '<=', '>', '>='), args: fc.tuple(values, values) }),
    fc.record({ op: fc.constant('>'), args: fc.tuple(tie('scalar'), tie('scalar')) }),
    fc.record({ op: fc.constant('isNull'), args: fc.tuple(names.map(property)) }),
    fc.record({ op: fc.constant('like'), args: fc.tuple(names.map(property), texts) }),
    fc.record({ op: fc.constant('between'), args: fc.tuple(names.map(property), numbers, numbers) }),
    fc.record({
      op: fc.constant('in'),
      args: fc.tuple(names.map(property), fc.array(texts, { minLength: 1, maxLength: 3 })),
    }),
    fc.record({
      op: fc.constantFrom('s_intersects', 's_within', 's_touches'),
      args: fc.tuple(
        fc.constant(property('geometry')),
        fc.tuple(numbers, numbers).map((coordinates) => ({ type: 'Point', coordinates })),
      ),
    }),
    fc.record({ op: fc.constantFrom('and', 'or'), args: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ op: fc.constant('not'), args: fc.tuple(tie('condition')) }),
  ),
}));

/** Writes a filter of JSON as text. */
function print(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `(${value.map(print).join(', ')})`;
  if ('property' in value) return `"${String(value.property).replaceAll('"', '""')}"`;
  if ('coordinates' in value) return `POINT(${(value.coordinates as number[]).join(' ')})`;
  const { op, args } = value as Node;
  const [first, ...rest] = args.map(print);
  switch (op) {
    case 'and':
    case 'or':
      return `(${[first, ...rest].join(` ${op} `)})`;
    case 'not':
      return `NOT (${first})`;
    case 'isNull':
      return `${first} IS NULL`;
    case 'between':
      return `${first} BETWEEN ${rest.join(' AND ')}`;
    case 'like':
    case 'in':
      return `${first} ${op} ${rest[0]}`;
    default:
      return op.startsWith('s_') ? `${op}(${first}, ${rest[0]})` : `(${first} ${op} ${rest[0]})`;
  }
}

describe('CQL2 JSON', () => {
  it('says the same as the text', () => {
    fc.assert(
      fc.property(condition, (filter) => {
        expect(readCql2Text(print(filter))).toEqual(readCql2Json(JSON.stringify(filter)));
      }),
    );
  });

  it.each([
    [{ op: 't_intersects', args: [property('t'), { interval: ['2020-01-01', '2020-02-01'] }] }, 'and'],
    [{ op: 's_intersects', args: [property('geom'), { bbox: [1, 2, 3, 4] }] }, 'bbox'],
    [{ op: '=', args: [{ op: 'casei', args: [property('a')] }, 'x'] }, '='],
    [{ op: '<', args: [property('t'), { timestamp: '2020-01-01T00:00:00Z' }] }, '<'],
    [true, 'constant'],
  ])('%j', (filter, op) => {
    expect(readCql2Json(JSON.stringify(filter)).op).toBe(op);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '1',
    '{"op":"="}',
    '{"op":"=","args":[1]}',
    '{"op":"and","args":[]}',
    '{"op":"exec","args":["x"]}',
    '{"op":"toString","args":[]}',
    '{"op":"=","args":[null,1]}',
    '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Polygon"}]}',
    '{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":["1","2"]}]}',
    '{"op":"not","args":['.repeat(60) + 'true' + ']}'.repeat(60),
    '['.repeat(60_000),
    `"${'x'.repeat(70_000)}"`,
  ])('%s is refused', (text) => {
    expect(() => readCql2Json(text)).toThrow(OgcError);
  });
});
