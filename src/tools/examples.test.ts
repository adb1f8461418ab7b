import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Value from 'typebox/value';
import { expect, it } from 'vitest';
import { createTools, type ToolDependencies } from './index.ts';
import { allKinds } from '../kinds/index.ts';

const tools = createTools({ processingNodes: { list: [{}] } } as unknown as ToolDependencies, allKinds);
const page = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8');

/** What the examples of the page send: `-d '{…}'`. */
const examples = [...page.matchAll(/ -d '(\{[^']*\})'/g)].map(
  ([, body]) => JSON.parse(body!) as { readonly toolId: string; readonly params?: object; readonly path?: string },
);

it('every tool has an example on its page', () => {
  const missing = tools.filter(({ id }) => !examples.some(({ toolId }) => toolId === id)).map(({ id }) => id);
  expect([...new Set(missing)]).toEqual([]);
});

it.each(examples.map((example) => [example.toolId, example] as const))('the example of %s is taken', (id, example) => {
  const versions = tools.filter((tool) => tool.id === id);
  const newest = versions.toSorted((one, other) => Number(other.version) - Number(one.version))[0]!;
  const { path, params = {} } = example;
  const parameters = Value.Default(newest.parameters, { ...params, ...(path === undefined ? {} : { path }) });
  expect([...Value.Errors(newest.parameters, parameters)]).toEqual([]);
});
