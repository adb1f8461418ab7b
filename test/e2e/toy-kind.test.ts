import { afterAll, beforeAll, expect, it } from 'vitest';
import { PNG } from 'pngjs';
import { everyKind, kindsOf } from '../../src/kinds/index.ts';
import { toy } from '../../src/kinds/testing/toy/kind.ts';
import { itemId } from '../../src/stac/item-id.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

/**
 * The recipe of CONTRIBUTING.md, "How to add a kind": one folder and one line in the list of kinds. The line of this kind is
 * here, not in `src/kinds/index.ts`. Its viewer is shown by `web/src/kinds/kinds.test.ts`.
 */
const kinds = kindsOf([...everyKind, toy]);
const DATASET = '/orgs/admin/ds/toys';
let service: TestService;

beforeAll(async () => {
  service = await startService({}, { kinds });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'toys' } });
  const file = Buffer.from('TOY 8.5 47.5 200 100 50');
  await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'red.toy', file }) });
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async <T>(path: string): Promise<T> => (await (await service.call('GET', path)).json()) as T;
interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
}
const built = (): Promise<Entry> =>
  until(
    () => read<Entry>(`${DATASET}/obj?path=red.toy`),
    ({ buildStatus }) => buildStatus === null,
  );

it('is recognized, by its content and by a child', async () => {
  expect(await read(`${DATASET}/obj?path=red.toy`)).toMatchObject({
    type: 7,
    properties: { colour: [200, 100, 50] },
    point_geom: { geometry: { type: 'Point', coordinates: [8.5, 47.5, 0] } },
  });
  const body = form({ path: 'cut.toy', file: Buffer.from('TOY 8.5') });
  expect(await (await service.call('POST', `${DATASET}/obj`, { body })).json()).toMatchObject({
    type: 2,
    properties: { warning: 'This file cannot be read as a marker.' },
  });
});

it('is built, and its artifact is served', async () => {
  const { hash } = await built();
  expect(await read(`${DATASET}/build/${hash}/toy/colour.json`)).toEqual([200, 100, 50]);
});

it('is drawn', async () => {
  await built();
  const answer = await service.call('GET', `${DATASET}/thumb?path=red.toy&size=64`, {
    headers: { accept: 'image/png' },
  });
  expect(answer.headers.get('content-type')).toBe('image/png');
  const { width, data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
  expect([width, ...data.subarray(0, 4)]).toEqual([64, 200, 100, 50, 255]);
});

it('is listed in STAC with its artifact and its picture', async () => {
  const { hash } = await built();
  const { assets } = await read<{ assets: Record<string, { href: string; title: string; type: string }> }>(
    `${DATASET}/stac/${itemId('red.toy')}`,
  );
  expect(Object.keys(assets)).toEqual(['red.toy', 'toy', 'thumbnail']);
  expect(assets['toy']).toMatchObject({ title: 'Colour', type: 'application/json' });
  expect(assets['toy']!.href).toContain(`/build/${hash}/toy/colour.json`);
});

it('is offered a tool, which works', async () => {
  const tools = await read<readonly { id: string; offers: readonly object[] }[]>(`${DATASET}/tasks/tools`);
  expect(tools.find(({ id }) => id === 'measure-toy')).toBeDefined();
  const json = { toolId: 'measure-toy', params: { path: 'red.toy' } };
  const { taskId } = (await (await service.call('POST', `${DATASET}/tasks`, { json })).json()) as { taskId: string };
  const task = await until(
    () => read<{ state: string; facts: object | null }>(`${DATASET}/tasks/${taskId}`),
    ({ state }) => ['Succeeded', 'Failed'].includes(state),
  );
  expect(task).toMatchObject({ state: 'Succeeded', facts: { brightness: 200 } });
});
