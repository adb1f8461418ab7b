import { Quaternion } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { SceneView } from '../../scene/core/layer-view.ts';
import { frameFor } from '../../scene/geometry/scene-frame.ts';
import { FileError, DAMAGED } from '../../scene/loading/file-error.ts';
import type { CloudFile } from './copc/cloud-file.ts';
import type { CopcHeader } from './copc/copc-header.ts';
import { createOctree } from './copc/octree.ts';
import { pageBytes } from './copc/octree-for-tests.ts';
import { createCopcLayer } from './copc-layer.ts';
import type { DecodedPoints } from './decode/decode-messages.ts';
import type { Decoders } from './decode/decoders.ts';

const HEADER: CopcHeader = {
  format: 7,
  recordBytes: 36,
  pointCount: 40,
  scale: [0.01, 0.01, 0.01],
  offset: [0, 0, 0],
  min: [0, 0, 0],
  max: [100, 100, 100],
  wkt: null,
  extra: [],
  center: [50, 50, 50],
  halfSize: 50,
  spacing: 1,
  rootPage: { offset: 0, bytes: 96 },
};
const POINT_BYTES = 20;

/** Points of a node at its middle. */
function decoded(count: number): DecodedPoints {
  return {
    positions: new Float32Array(3 * count),
    colours: new Uint8Array(4 * count),
    values: new Uint16Array(2 * count),
    colourShift: 0,
    hasColour: true,
    intensityRange: [0, 1],
    classes: [2],
  };
}

const view = (points: number, sees: SceneView['sees'] = () => true): SceneView => ({
  eye: [50, -100, 50],
  forward: [0, 1, 0],
  turn: new Quaternion(),
  sees,
  pixelsAtOne: 1000,
  pixelRatio: 1,
  clip: null,
  budget: { points, bytes: points * POINT_BYTES },
});

const framed: LayerHost['place'] = (crs, bounds) => Promise.resolve(frameFor(crs, bounds));

function layerOf(broken: readonly string[] = [], place: LayerHost['place'] = framed, page?: Uint8Array) {
  const asked: string[] = [];
  const ended = vi.fn<() => void>();
  const entries = ['0-0-0-0', '1-0-0-0', '1-1-0-0'].map((key) => ({ key, points: 10 }));
  const file: CloudFile = {
    readHeader: () => Promise.resolve(HEADER),
    readOctree: () => Promise.resolve(createOctree(page ?? pageBytes(entries), null)),
    readPage: () => Promise.resolve(pageBytes(entries.slice(1, 2))),
    readChunk: ({ key }) => {
      asked.push(key);
      return broken.includes(key) ? Promise.reject(new FileError(DAMAGED)) : Promise.resolve(new Uint8Array(4));
    },
  };
  const decoders: Decoders = {
    points: (_, count) => Promise.resolve(decoded(count)),
    record: () => Promise.resolve(new Uint8Array(36)),
    dispose: ended,
  };
  const host: LayerHost = {
    datasetRef: { org: 'o', ds: 'd' },
    entry: entryOf('a.las', 5),
    style: '',
    changed: () => undefined,
    share: () => {
      throw new Error('It shares nothing');
    },
    place,
    frame: () => null,
    groundAt: () => null,
  };
  return { layer: createCopcLayer(host, file, decoders), asked, ended };
}

const settle = () => new Promise((done) => setTimeout(done, 5));
const { signal } = new AbortController();

describe('a cloud in a scene', () => {
  test('shows its root first, then what the picture needs', async () => {
    const { layer, asked } = layerOf();
    expect(layer.state).toEqual({ kind: 'loading' });
    await layer.load(signal);
    expect(layer.look()?.hasColour).toBe(true);
    expect([layer.state.kind, asked, layer.classes()]).toEqual(['partial', ['0-0-0-0'], [2]]);
    expect(layer.bounds).toEqual({ min: [-50, -50, -50], max: [50, 50, 50] });
    layer.update(view(1000), 5);
    expect(layer.held.points).toBe(10);
    await settle();
    layer.update(view(1000), 5);
    expect([layer.state, layer.held]).toEqual([{ kind: 'ready' }, { points: 30, bytes: 30 * POINT_BYTES }]);
    layer.dispose();
  });

  test('reads pages of its hierarchy where the picture needs them', async () => {
    const root = pageBytes([
      { key: '0-0-0-0', points: 10 },
      { key: '1-0-0-0', points: -1, bytes: 32 },
    ]);
    const { layer, asked } = layerOf([], framed, root);
    await layer.load(signal);
    for (let frame = 0; frame < 3; frame += 1) {
      layer.update(view(1000), 5);
      await settle();
    }
    layer.update(view(1000), 5);
    expect([asked, layer.state, layer.held.points]).toEqual([['0-0-0-0', '1-0-0-0'], { kind: 'ready' }, 20]);
    layer.dispose();
  });

  test('keeps to its budget, and frees what was not seen for the longest', async () => {
    const { layer, asked } = layerOf();
    await layer.load(signal);
    const west = view(20, ([x]) => x <= 0);
    const east = view(20, ([x]) => x >= 0);
    layer.update(west, 5);
    await settle();
    layer.update(west, 5);
    expect(layer.held).toEqual({ points: 20, bytes: 20 * POINT_BYTES });
    layer.update(east, 5);
    await settle();
    layer.update(east, 5);
    expect(layer.held).toEqual({ points: 20, bytes: 20 * POINT_BYTES });
    layer.update(west, 5);
    expect(asked).toEqual(['0-0-0-0', '1-0-0-0', '1-1-0-0', '1-0-0-0']);
    layer.dispose();
  });

  test('whose node is damaged shows the rest, and says so', async () => {
    const { layer, asked } = layerOf(['1-1-0-0']);
    await layer.load(signal);
    for (let frame = 0; frame < 3; frame += 1) {
      layer.update(view(1000), 5);
      await settle();
    }
    layer.update(view(1000), 5);
    expect([layer.state, layer.held.points]).toEqual([{ kind: 'partial', cause: DAMAGED }, 20]);
    expect(asked.filter((key) => key === '1-1-0-0')).toHaveLength(1);
    layer.dispose();
  });

  test('whose root is damaged, or which lies in another system, failed', async () => {
    const damaged = layerOf(['0-0-0-0']).layer;
    await damaged.load(signal);
    expect(damaged.state).toEqual({ kind: 'failed', cause: DAMAGED });
    const elsewhere = layerOf([], () => Promise.resolve(null));
    await elsewhere.layer.load(signal);
    expect(elsewhere.layer.state).toMatchObject({
      kind: 'failed',
      cause: expect.stringContaining('coordinate system'),
    });
    expect([elsewhere.asked, elsewhere.layer.bounds]).toEqual([[], null]);
  });

  test('picks the point before the ray, and no point of a hidden class', async () => {
    const { layer } = layerOf();
    await layer.load(signal);
    layer.update(view(1000), 5);
    const ray = { origin: [0, -150, 0], direction: [0, 1, 0], pixel: 0.001, clip: null } as const;
    expect(layer.pick(ray)).toMatchObject({ at: [0, 0, 0], distance: 150 });
    expect(layer.pick({ ...ray, direction: [1, 0, 0] })).toBeNull();
    expect(layer.pick({ ...ray, clip: { min: [1, 1, 1], max: [2, 2, 2] } })).toBeNull();
    layer.setStyle('auto/2/0');
    expect(layer.pick(ray)).toBeNull();
    layer.dispose();
  });

  test('that is left ends its workers, frees its buffers, and asks for nothing more', async () => {
    const { layer, asked, ended } = layerOf();
    await layer.load(signal);
    layer.update(view(1000), 5);
    layer.dispose();
    await settle();
    expect(ended).toHaveBeenCalledOnce();
    expect([layer.held.bytes, layer.object.children]).toEqual([0, []]);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});
