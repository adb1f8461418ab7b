import { Quaternion } from 'three';
import { describe, expect, test, vi } from 'vitest';
import type { CortoMesh } from '../../../../src/kinds/mesh/corto/corto-decode.ts';
import { nexusBytes, type TestNode } from '../../../../src/kinds/mesh/nexus/testing/nexus-bytes.ts';
import { parseNexusHead } from '../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { entryOf } from '../../files/entry-for-tests.ts';
import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { PickRay, SceneView } from '../../scene/core/layer-view.ts';
import { frameFor } from '../../scene/geometry/scene-frame.ts';
import { DAMAGED, FileError } from '../../scene/loading/file-error.ts';
import { meshArrays } from './decode/mesh-arrays.ts';
import { BROKEN_PICTURE, type MeshDecoders } from './decode/mesh-decoders.ts';
import { createNexusLayer } from './nexus-layer.ts';
import type { NexusFile } from './nexus/nexus-file.ts';

/** A square of 8 on the ground, or a half of it: two triangles between two values of x. */
const strip = (west: number, east: number, groups: readonly number[]): CortoMesh => ({
  positions: Float32Array.of(west, 0, 0, east, 0, 0, east, 8, 0, west, 8, 0),
  normals: null,
  colours: null,
  uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  groups,
});
const PICTURE = Uint8Array.of(1, 2, 3);
/** The whole square, of which a triangle each is replaced by the west and by the east half. */
const NODES: readonly TestNode[] = [
  { mesh: strip(0, 8, [1, 2]), finer: [1, 2], error: 100, centre: [4, 4, 0], radius: 20, picture: PICTURE },
  { mesh: strip(0, 4, [2]), finer: [3], error: 1, centre: [2, 4, 0], radius: 6, picture: PICTURE },
  { mesh: strip(4, 8, [2]), finer: [3], error: 0.5, centre: [6, 4, 0], radius: 6, picture: PICTURE },
];
const BYTES = nexusBytes(NODES, null);
const NODE_BYTES = 4 * 12 + 4 * 8 + 6 * 2;
const PICTURE_BYTES = Math.ceil((4 * 4 * 4) / 3);

const view = (triangles: number, sees: SceneView['sees'] = () => true): SceneView => ({
  eye: [0, -100, 50],
  forward: [0, 1, 0],
  turn: new Quaternion(),
  sees,
  pixelsAtOne: 1000,
  pixelRatio: 1,
  clip: null,
  budget: { points: triangles, bytes: 1e6 },
});

const framed: LayerHost['place'] = (crs, bounds) => Promise.resolve(frameFor(crs, bounds));

type Broken = { readonly nodes?: readonly number[]; readonly pictures?: boolean };

function layerOf({ nodes = [], pictures = false }: Broken = {}, place: LayerHost['place'] = framed, style = '') {
  const head = parseNexusHead(BYTES);
  const asked: string[] = [];
  const [ended, closed] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const file: NexusFile = {
    readHead: () => Promise.resolve(head),
    readNode: (node) => {
      const number = head.nodes.indexOf(node);
      asked.push(`node ${number}`);
      if (nodes.includes(number)) return Promise.reject(new FileError(DAMAGED));
      return Promise.resolve(BYTES.slice(node.offset, node.offset + node.bytes));
    },
    readPicture: (range) => {
      asked.push(`picture ${head.textures.indexOf(range)}`);
      return Promise.resolve(PICTURE);
    },
  };
  const decoders: MeshDecoders = {
    node: (layout, node, bytes) => Promise.resolve(meshArrays({ layout, node, bytes: bytes.buffer })),
    picture: () =>
      pictures
        ? Promise.reject(new FileError(BROKEN_PICTURE))
        : Promise.resolve({ width: 2, height: 2, close: closed } as unknown as ImageBitmap),
    dispose: ended,
  };
  const host: LayerHost = {
    datasetRef: { org: 'o', ds: 'd' },
    entry: entryOf('a.obj', 11),
    style,
    changed: () => undefined,
    share: () => {
      throw new Error('It shares nothing');
    },
    place,
    frame: () => null,
    groundAt: () => null,
  };
  const entry = entryOf('a.obj', 11, { properties: { warning: 'A picture is missing.' } });
  const layer = createNexusLayer(host, { file, readEntry: () => Promise.resolve(entry) }, decoders);
  return { layer, asked, ended, closed };
}

const settle = () => new Promise((done) => setTimeout(done, 5));
const { signal } = new AbortController();

async function readyLayer(...how: Parameters<typeof layerOf>) {
  const made = layerOf(...how);
  await made.layer.load(signal);
  for (let frame = 0; frame < 3; frame += 1) {
    made.layer.update(view(1000), 5);
    await settle();
  }
  made.layer.update(view(1000), 5);
  return made;
}

/** Straight down on a place of the model. The origin of the scene is 4, 4, 0. */
const above = (x: number, y: number, more: Partial<PickRay> = {}): PickRay => ({
  origin: [x - 4, y - 4, 100],
  direction: [0, 0, -1],
  pixel: 0.0001,
  clip: null,
  ...more,
});

describe('a model in a scene', () => {
  test('shows its root first, then what the picture needs', async () => {
    const { layer, asked } = layerOf();
    expect(layer.state).toEqual({ kind: 'loading' });
    await layer.load(signal);
    expect([layer.state.kind, asked]).toEqual(['partial', ['node 0', 'picture 0']]);
    expect([layer.hasPictures(), layer.counts, layer.warning()]).toEqual([true, 'triangle', 'A picture is missing.']);
    // The surface of the root is off by one at most.
    expect(layer.bounds).toEqual({ min: [-5, -5, -1], max: [5, 5, 1] });
    layer.update(view(1000), 5);
    expect(layer.held).toEqual({ points: 2, bytes: NODE_BYTES + PICTURE_BYTES });
    await settle();
    layer.update(view(1000), 5);
    expect(asked).toEqual(['node 0', 'picture 0', 'node 1', 'picture 1', 'node 2', 'picture 2']);
    expect([layer.state, layer.held]).toEqual([
      { kind: 'ready' },
      { points: 4, bytes: 3 * (NODE_BYTES + PICTURE_BYTES) },
    ]);
    layer.dispose();
  });

  test('draws a coarse node where a finer one is too much or out of sight', async () => {
    const { layer, asked } = layerOf();
    await layer.load(signal);
    for (let frame = 0; frame < 3; frame += 1) {
      layer.update(view(3), 5);
      await settle();
    }
    // The west half has the larger error; the other triangle of the root stays.
    expect([asked.slice(2), layer.held.points, layer.state]).toEqual([['node 1', 'picture 1'], 3, { kind: 'ready' }]);
    layer.update(
      view(1000, ([x]) => x > 0),
      5,
    );
    await settle();
    layer.update(
      view(1000, ([x]) => x > 0),
      5,
    );
    expect(asked.slice(4)).toEqual(['node 2', 'picture 2']);
    layer.dispose();
  });

  test('loads coarse parts of what is out of sight, after all that is seen', async () => {
    const { layer, asked } = layerOf();
    await layer.load(signal);
    const east = view(1000, ([x]) => x > 0);
    layer.update(east, 5);
    expect(asked.slice(2)).toEqual(['node 2', 'picture 2']);
    await settle();
    layer.update(east, 5);
    // The west half is off by 9 pixels, should the eye turn there. The picture is complete without it.
    expect([asked.slice(4), layer.state, layer.held.points]).toEqual([['node 1', 'picture 1'], { kind: 'ready' }, 3]);
    await settle();
    layer.update(view(1000), 5);
    expect([asked.length, layer.state, layer.held.points]).toEqual([6, { kind: 'ready' }, 4]);
    layer.dispose();
  });

  test('loads nothing out of sight that would be as fine as what is seen', async () => {
    const { layer, asked } = layerOf();
    await layer.load(signal);
    for (let frame = 0; frame < 3; frame += 1) {
      // The east half would be off by 2 pixels.
      layer.update({ ...view(1000, ([x]) => x <= 0), pixelRatio: 2 }, 5);
      await settle();
    }
    expect(asked.slice(2)).toEqual(['node 1', 'picture 1']);
    layer.dispose();
  });

  test('whose node is damaged shows the coarser one, and says so', async () => {
    const { layer } = await readyLayer({ nodes: [2] });
    expect([layer.state, layer.held.points]).toEqual([{ kind: 'partial', cause: DAMAGED }, 3]);
    layer.dispose();
  });

  test('whose picture is broken has plain colours, and says so', async () => {
    const { layer } = await readyLayer({ pictures: true });
    expect([layer.state, layer.held]).toEqual([
      { kind: 'partial', cause: BROKEN_PICTURE },
      { points: 4, bytes: 3 * NODE_BYTES },
    ]);
    layer.dispose();
  });

  test('whose root is damaged, or which lies in another system, failed', async () => {
    const damaged = layerOf({ nodes: [0] }).layer;
    await damaged.load(signal);
    expect(damaged.state).toEqual({ kind: 'failed', cause: DAMAGED });
    const elsewhere = layerOf({}, () => Promise.resolve(null)).layer;
    await elsewhere.load(signal);
    expect(elsewhere.state).toMatchObject({ kind: 'failed', cause: expect.stringContaining('coordinate system') });
    expect(elsewhere.bounds).toBeNull();
  });

  test('picks the surface, and the vertex that is near', async () => {
    const { layer } = await readyLayer();
    expect(layer.pick(above(1, 2))).toMatchObject({ at: [-3, -2, 0], distance: 100, offPixels: 0 });
    // A pixel is 0.01 at that distance: the corner is three pixels away.
    expect(layer.pick(above(0.03, 0.01))?.at).toEqual([-4, -4, 0]);
    expect(layer.pick(above(-0.03, 8.02))?.at).toEqual([-4, 4, 0]);
    expect(layer.pick(above(-1, 2))).toBeNull();
    expect(layer.pick(above(1, 2, { direction: [0, 0, 1] }))).toBeNull();
    expect(layer.pick(above(1, 2, { clip: { min: [0, -9, -9], max: [9, 9, 9] } }))).toBeNull();
    layer.dispose();
  });

  test('is hidden from behind where back faces are', async () => {
    const { layer } = await readyLayer();
    const below = above(1, 2, { origin: [-3, -2, -100], direction: [0, 0, 1] });
    expect(layer.pick(below)?.distance).toBe(100);
    layer.setStyle('front');
    expect(layer.pick(below)).toBeNull();
    expect(layer.pick(above(1, 2))?.distance).toBe(100);
    layer.dispose();
  });

  test('tells of a picked place', async () => {
    const { layer } = await readyLayer();
    const picked = layer.pick(above(1, 2))!;
    const rows = new Map(await layer.inspect!(picked, signal));
    expect([rows.get('X'), rows.get('Y'), rows.get('Height')]).toEqual(['1', '2', '0']);
    expect([rows.get('Node'), rows.get('Triangles of the model'), rows.get('Pictures')]).toEqual([
      '2 of 3',
      '4',
      '3 pictures',
    ]);
    layer.dispose();
  });

  test('stands higher when it is raised', async () => {
    const { layer } = await readyLayer();
    expect(layer.lowest()).toBe(-1);
    layer.setStyle('h10');
    layer.update(view(1000), 5);
    expect(layer.bounds).toEqual({ min: [-5, -5, 9], max: [5, 5, 11] });
    expect(layer.pick(above(1, 2))?.at).toEqual([-3, -2, 10]);
    layer.dispose();
  });

  test('is cut by a corridor', async () => {
    const { layer } = await readyLayer();
    const found: number[] = [];
    layer.visitCorridor!(
      { from: [-9, -1, 0], to: [9, -1, 0], width: 1, clip: { min: [-4, -9, -9], max: [0, 9, 9] } },
      (along, height) => void found.push(along, height),
    );
    const places = found.filter((_, index) => index % 2 === 0);
    expect([Math.min(...places), Math.max(...places)]).toEqual([5, 9]);
    expect(found.filter((_, index) => index % 2 === 1).every((height) => height === 0)).toBe(true);
    layer.dispose();
  });

  test('that is left ends its workers, frees its buffers and pictures, and asks for nothing more', async () => {
    const { layer, asked, ended, closed } = await readyLayer();
    layer.dispose();
    await settle();
    expect(ended).toHaveBeenCalledOnce();
    expect(closed).toHaveBeenCalledTimes(3);
    expect([layer.held, layer.object.children, asked.length]).toEqual([{ points: 0, bytes: 0 }, [], 6]);
  });
});
