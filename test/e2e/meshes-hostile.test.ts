import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gltfJson, triangleBuffer } from '../../src/kinds/mesh/testing/mesh-bytes.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/hostile';
/** Type of files that are kept as they are. */
const GENERIC = 2;

interface Entry {
  readonly type: number;
  readonly properties: Record<string, unknown> | null;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'hostile' } });
});
afterAll(() => service[Symbol.asyncDispose]());

async function built(path: string, content: Uint8Array | string): Promise<Entry> {
  const file = Buffer.from(content);
  expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
  const entry = async (): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
  return until(entry, ({ buildStatus }) => buildStatus === null || buildStatus === 'failed', 60);
}

const data = `data:application/octet-stream;base64,${Buffer.from(triangleBuffer()).toString('base64')}`;
const gltf = (changes: object): string => JSON.stringify({ ...gltfJson(data, undefined), ...changes });
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const corners = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const accessors = (gltfJson(undefined, undefined)['accessors'] as object[])[0]!;

describe('models that cannot be built fail with a reason', () => {
  it.each([
    ['no face', 'a.obj', corners, /no (?:face|triangle)/i],
    ['faces without an area', 'b.obj', 'v 0 0 0\nv 1 1 1\nf 1 2 1\nf 1 1 1\n', /no (?:face|triangle)/i],
    [
      'curves and surfaces alone',
      'c.obj',
      `${corners}cstype bezier\ndeg 3 3\nsurf 0 1 0 1 1 2 3 4\nparm u 0 1\nend\n`,
      /curve|surface|free-form/i,
    ],
    ['an index beyond its vertices', 'd.obj', `${corners}f 1 2 3\nf 1 2 9\n`, /vertex that is not there: f 1 2 9/],
    ['an index below its vertices', 'e.obj', `${corners}f -1 -2 -9\n`, /vertex that is not there: f -1 -2 -9/],
    ['corners that are no numbers', 'f.obj', 'v nan 0 0\nv 0 inf 0\nv 1 x 0\nf 1 2 3\n', /./],
    [
      'an accessor of 4 GB without data',
      'g.gltf',
      gltf({ accessors: [{ ...accessors, bufferView: undefined, count: 360_000_000 }] }),
      /./,
    ],
    [
      'a sparse accessor of 4 GB',
      'h.gltf',
      gltf({
        accessors: [
          {
            ...accessors,
            bufferView: undefined,
            count: 360_000_000,
            sparse: {
              count: 1,
              indices: { bufferView: 1, componentType: 5123 },
              values: { bufferView: 0 },
            },
          },
        ],
      }),
      /./,
    ],
    ['no mesh', 'i.gltf', gltf({ meshes: [], nodes: [{}] }), /no (?:face|triangle)/i],
  ])('%s', async (_, name, content, reason) => {
    const entry = await built(name, content);
    // What is told when it is looked at first needs no build.
    const told = entry.type === GENERIC ? entry.properties?.['warning'] : entry.buildError;
    expect([entry.type === GENERIC || entry.buildStatus === 'failed', told]).toEqual([
      true,
      expect.stringMatching(reason),
    ]);
    expect(String(told)).not.toMatch(/service failed|\/tmp|\/dev\/shm/);
  });

  it('an empty file is none', async () => {
    const { type, properties, buildStatus } = await built('empty.obj', '');
    expect([type, properties?.['warning'], buildStatus]).toEqual([GENERIC, 'The file is empty.', null]);
  });
});

describe('models that are strange end within a minute, one way or the other', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    index === 49_999 ? { mesh: 0 } : { children: [index + 1] },
  );
  /** Each node has the next one twice: 2 to the 40th triangles. */
  const doubled = Array.from({ length: 41 }, (_, index) =>
    index === 40 ? { mesh: 0 } : { children: [index + 1, index + 1] },
  );
  it.each([
    ['a million materials', 'a.gltf', gltf({ materials: Array.from({ length: 1_000_000 }, () => ({})) })],
    ['a million materials of an OBJ', 'b.obj', `${corners}${lines(300_000, (index) => `usemtl m${index}`)}\nf 1 2 3\n`],
    ['a node that has itself', 'c.gltf', gltf({ nodes: [{ mesh: 0, children: [0] }] })],
    ['nodes in a circle', 'd.gltf', gltf({ nodes: [{ mesh: 0, children: [1] }, { children: [0] }] })],
    ['nodes as deep as a chain of 50,000', 'e.gltf', gltf({ nodes: chain })],
    ['a scene of nodes that each have the next one twice', 'f.gltf', gltf({ nodes: doubled })],
    [
      'a face of 100,000 corners',
      'g.obj',
      `${corners}f ${lines(100_000, (index) => String((index % 4) + 1)).replaceAll('\n', ' ')}\n`,
    ],
    ['places beyond all floats', 'h.obj', 'v 1e300 0 0\nv -1e300 0 0\nv 0 1e300 0\nf 1 2 3\n'],
    ['a triangle as large as the Earth beside a small one', 'i.obj', `${corners}v 1e7 0 0\nf 1 2 3\nf 1 2 5\n`],
  ])('%s', async (_, name, content) => {
    const entry = await built(name, content);
    const told = entry.type === GENERIC ? entry.properties?.['warning'] : (entry.buildError ?? 'built');
    expect(told).toEqual(expect.any(String));
    expect(String(told)).not.toMatch(/service failed|not within|memory/);
  });
});
