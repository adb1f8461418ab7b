import { expect, test } from 'vitest';
import { compareFiles } from '../generated/compare-files.ts';
import { routeTypes } from '../generated/route-types.ts';
import { compareDependencies } from './documented-dependencies.mjs';
import { summaryOf } from './test.mjs';

test('every dependency has its line, and every line its dependency', () => {
  const page =
    '| Package | Why |\n|---|---|\n| `fastify` | HTTP |\n- `old-one`: gone\n\nText that names `kysely` is no line.\n';
  expect(compareDependencies(['fastify', 'kysely'], page)).toEqual([
    'kysely is a dependency, but docs/dependencies.md has no line for it.',
    'docs/dependencies.md has a line for old-one, which is no dependency any more.',
  ]);
  expect(compareDependencies(['fastify'], '| `fastify` | HTTP |')).toEqual([]);
});

/** @param {import('../generated/route-types.ts').Schema} size */
const documentWith = (size) => ({
  paths: {
    '/files/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['size'], properties: { size } },
              },
            },
          },
          404: { content: {} },
        },
      },
    },
  },
});

test('the types of a route are its input and its answer without errors', async () => {
  const types = await routeTypes(documentWith({ type: 'integer' }));
  expect(types.replaceAll(/\s+/g, ' ')).toContain(
    '"GET /files/{id}": { readonly path: { readonly id: string; }; readonly answer: { readonly size: number; }; };',
  );
});

test('a schema that changes makes the committed types out of date', async () => {
  const committed = await routeTypes(documentWith({ type: 'integer' }));
  const path = 'api/generated.d.ts';
  const compare = async (/** @type {import('../generated/route-types.ts').Schema} */ size) =>
    compareFiles([{ path, contents: await routeTypes(documentWith(size)) }], () => committed);
  expect(await compare({ type: 'integer' })).toEqual([]);
  expect(await compare({ type: 'string' })).toEqual([
    expect.stringMatching(/^api\/generated\.d\.ts is out of date from line \d+ on\. Run: npm run docs$/),
    '  committed: readonly size: number;',
    '  now:       readonly size: string;',
  ]);
});

test('a generated file that is missing, shorter or longer is out of date', () => {
  const complain = (/** @type {string | undefined} */ committed) =>
    compareFiles([{ path: 'a.ts', contents: 'one\ntwo\n' }], () => committed)[0];
  expect(complain(undefined)).toContain('a.ts is out of date from line 1 on');
  expect(complain('one\n')).toContain('from line 2 on');
  expect(complain('one\ntwo\nthree\n')).toContain('from line 3 on');
  expect(complain('one\ntwo\n')).toBeUndefined();
});

const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };

test('the summary counts passed, failed and skipped', () => {
  expect(summaryOf(report)).toBe('5 passed, 0 failed, 3 skipped');
});

test('files that could not be loaded, and a run without a report, count as failures', () => {
  expect(summaryOf({ ...report, testResults: [{ status: 'failed', assertionResults: [] }] })).toBe(
    '5 passed, 1 failed, 3 skipped',
  );
  expect(summaryOf(undefined)).toBe('0 passed, 1 failed, 0 skipped');
});
