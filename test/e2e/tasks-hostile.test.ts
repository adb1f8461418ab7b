import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fitting, type Schema } from '../../src/tools/testing/schema-values.ts';
import { createDataset } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const TASKS = '/orgs/admin/ds/field/tasks';

/** Fields of parameters that take paths, by the words for forms. */
type FormSchema = Schema & { readonly 'x-input'?: string };
interface Tool {
  readonly id: string;
  readonly inputSchema: FormSchema;
}

/** Paths that are none, lead elsewhere, or are something to a shell or to GDAL; no entry has one of them. */
const HOSTILE = [
  '; rm -rf /',
  '$(touch /tmp/here)',
  '-of',
  '--config',
  '../mine/secret.txt',
  'a/../../secret.txt',
  '/etc/passwd',
  '..\\..\\windows',
  'secret.txt',
  'admin/mine/secret.txt',
  '/vsicurl/http://127.0.0.1/a.tif',
  '/vsizip//vsimem/a.zip',
  'GPKG:/etc/passwd:layer',
  '<VRTDataset></VRTDataset>',
  'a\nb',
  '*',
  '%2e%2e/secret.txt',
];

let service: TestService;
let tools: readonly Tool[];
beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0', ProcessingPlatform__Workers: '0' });
  await createDataset(service, 'admin/field', 0, ['a.txt']);
  await createDataset(service, 'admin/mine', 0, ['secret.txt']);
  tools = (await (await service.call('GET', `${TASKS}/tools`)).json()) as readonly Tool[];
}, 120_000);
afterAll(() => service[Symbol.asyncDispose]());

const submit = async (toolId: string, params: unknown): Promise<readonly [number, string]> => {
  const answer = await service.call('POST', TASKS, { json: { toolId, params } });
  const { error } = (await answer.json()) as { error?: string };
  return [answer.status, error ?? ''];
};

/** Names of the parameters that name entries of the dataset. */
const pathsOf = (schema: FormSchema): readonly [name: string, isList: boolean][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, boolean][] => {
    const fields = [property, ...(property.anyOf ?? [])] as readonly FormSchema[];
    const input = fields.map((field) => field['x-input']).find((word) => word === 'path' || word === 'paths');
    return input === undefined ? [] : [[name, input === 'paths']];
  });

it('H-8 refuses paths that are none, of another dataset, or words of a command line, whatever the tool', async () => {
  const looked: string[] = [];
  for (const { id, inputSchema } of tools) {
    const paths = pathsOf(inputSchema);
    if (paths.length === 0) continue;
    const [sample] = fc.sample(fitting(inputSchema), { seed: 1, numRuns: 1 });
    for (const [at, hostile] of HOSTILE.entries()) {
      const named = paths.map(([name, isList]) => [name, isList ? [hostile, `${hostile}${at}`] : hostile]);
      const [status, words] = await submit(id, { ...(sample as object), ...Object.fromEntries(named) });
      expect([id, hostile, status], words).toEqual([id, hostile, 400]);
    }
    looked.push(id);
  }
  expect(looked).toEqual(
    expect.arrayContaining(['archive-extract', 'build', 'bulk-download', 'hillshade', 'raster-export']),
  );
});

it('H-8 refuses parameters that are none, of another type, or too many', async () => {
  for (const { id, inputSchema } of tools) {
    const [sample] = fc.sample(fitting(inputSchema), { seed: 2, numRuns: 1 }) as [object];
    for (const params of [{ ...sample, extra: 1 }, { ...sample, constructor: {} }, [], 'all', 7]) {
      const [status, words] = await submit(id, params);
      expect([id, status, words.length > 0]).toEqual([id, 400, true]);
    }
    for (const name of Object.keys(inputSchema.properties ?? {})) {
      const [status] = await submit(id, { ...sample, [name]: { $gt: '' } });
      expect([id, name, status]).toEqual([id, name, 400]);
    }
  }
  const answer = await service.call('GET', TASKS);
  expect(await answer.json()).toEqual([]);
});

it.each([
  ['none', undefined, 400],
  ['build', '2', 400],
  ['BUILD', '1', 400],
  ['', '1', 400],
])('tells that there is no tool %s of version %s', async (toolId, version, status) => {
  const answer = await service.call('POST', TASKS, { json: { toolId, version, path: 'none.tif' } });
  expect(answer.status).toBe(status);
});
