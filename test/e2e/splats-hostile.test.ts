import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SplatModel } from '../../src/kinds/splat/model/splat-model.ts';
import { ksplatOf } from '../../src/kinds/splat/testing/encode-ksplat.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { recordsOf } from '../../src/kinds/splat/testing/encode-records.ts';
import { sogOf } from '../../src/kinds/splat/testing/encode-sog.ts';
import { spzOf } from '../../src/kinds/splat/testing/encode-spz.ts';
import { packedPlyOf } from '../../src/kinds/splat/testing/encode-packed-ply.ts';
import { sheetOfSplats } from '../../src/kinds/splat/testing/simple-tree.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/hostile';
const COUNT = 300;

interface Entry {
  readonly properties: Record<string, unknown> | null;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

/** Splats of which some, or all, have an opacity of 0, which every format can say. */
function transparent(count: number): SplatModel {
  const damaged = sheetOfSplats(COUNT, 0);
  damaged.opacities.fill(0, 0, count);
  return damaged;
}
const FORMATS: readonly (readonly [name: string, write: (model: SplatModel) => Buffer | Promise<Buffer>])[] = [
  ['plain.ply', (splats) => plyOf(splats)],
  ['packed.compressed.ply', (splats) => packedPlyOf(splats)],
  ['records.splat', (splats) => recordsOf(splats)],
  ['niantic.spz', (splats) => spzOf(splats, 3)],
  ['viewer.ksplat', (splats) => ksplatOf(splats, { level: 0 })],
  ['bundle.sog', (splats) => sogOf(splats, 2)],
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'hostile' } });
  // All before the first test, as two of them are built at a time.
  for (const [folder, damaged] of Object.entries({ some: 7, all: COUNT }))
    for (const [name, write] of FORMATS) {
      const body = form({ path: `${folder}/${name}`, file: await write(transparent(damaged)) });
      await service.call('POST', `${DATASET}/obj`, { body });
    }
});
afterAll(() => service[Symbol.asyncDispose]());

const built = (path: string): Promise<Entry> =>
  until(
    async () => (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry,
    ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
  );

it.each(FORMATS)('%s is built without the splats that cannot be drawn, and fails where all are such', async (name) => {
  const { buildError, properties } = await built(`some/${name}`);
  expect([buildError, properties]).toEqual([null, expect.objectContaining({ splatCount: COUNT - 7, dropped: 7 })]);
  const none = await built(`all/${name}`);
  expect([none.buildStatus, none.buildError]).toEqual([
    'failed',
    `It cannot be built. None of its ${COUNT} splats can be drawn: they are not finite, or have no size, no rotation or no opacity.`,
  ]);
});
