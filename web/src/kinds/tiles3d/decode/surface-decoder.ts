import { BufferAttribute, BufferGeometry } from 'three';
import type { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { TilesError } from '../tiles-error.ts';
import {
  type ArrayName,
  ARRAYS,
  type DecodeAnswer,
  type DracoGeometry,
  type DracoRequest,
  type MeshoptRequest,
} from './decode-messages.ts';
import { i18n } from '../../../languages/i18n.ts';

type Draco = NonNullable<Parameters<GLTFLoader['setDRACOLoader']>[0]>;
type Meshopt = NonNullable<Parameters<GLTFLoader['setMeshoptDecoder']>[0]>;

/** Decodes what surfaces are compressed by, in a worker that starts with the first of them. */
export type SurfaceDecoder = {
  /** As loaders of glTF ask for them. */
  readonly draco: Draco;
  readonly meshopt: Meshopt;
  /** Ends the worker. What waits is refused. */
  readonly dispose: () => void;
};

type Waiting = { readonly done: (answer: DecodeAnswer) => void; readonly failed: (error: Error) => void };

const LEFT = i18n.t('The scene was left.');

export function createSurfaceDecoder(): SurfaceDecoder {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isDisposed = false;
  const start = (): Worker => {
    const started = new Worker(new URL('./surface-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
      waiting.get(data.id)?.done(data);
      waiting.delete(data.id);
    });
    started.addEventListener('error', () => refuseAll(i18n.t('This browser could not start the decoder of surfaces.')));
    return started;
  };
  const refuseAll = (message: string): void => {
    for (const { failed } of waiting.values()) failed(new TilesError(message));
    waiting.clear();
  };
  const ask = async (request: MeshoptRequest | DracoRequest): Promise<DecodeAnswer> => {
    if (isDisposed) throw new TilesError(LEFT);
    worker ??= start();
    const id = (lastId += 1);
    const answer = await new Promise<DecodeAnswer>((done, failed) => {
      waiting.set(id, { done, failed });
      worker?.postMessage({ ...request, id });
    });
    if (answer.kind === 'failed')
      throw new TilesError(i18n.t('A tile of it cannot be read. {message}', { message: answer.message }));
    return answer;
  };
  const geometryOf = async (request: Omit<DracoRequest, 'does'>): Promise<BufferGeometry> => {
    const answer = await ask({ does: 'draco', ...request });
    return answer.kind === 'geometry' ? bufferGeometry(answer.geometry) : new BufferGeometry();
  };

  const meshopt = {
    supported: true,
    ready: Promise.resolve(),
    async decodeGltfBufferAsync(count: number, stride: number, bytes: Uint8Array, mode: string, filter?: string) {
      const answer = await ask({ does: 'meshopt', bytes, count, stride, mode, filter });
      return answer.kind === 'bytes' ? answer.bytes : new Uint8Array();
    },
  };
  const draco = {
    preload: () => undefined,
    async decodeDracoFile(
      bytes: ArrayBuffer,
      done: (geometry: BufferGeometry) => void,
      ids: Readonly<Record<string, number>>,
      types: Readonly<Record<string, string>>,
      _colours: string,
      failed: (error: unknown) => void,
    ) {
      try {
        done(await geometryOf({ bytes: new Uint8Array(bytes), attributes: attributesOf(ids, types) }));
      } catch (error) {
        failed(error);
      }
    },
    /** As the loader of clouds of points asks. */
    decodeGeometry(bytes: Uint8Array | ArrayBuffer, how: DracoConfig): Promise<BufferGeometry> {
      const attributes = attributesOf(how.attributeIDs, how.attributeTypes);
      return geometryOf({ bytes: new Uint8Array(bytes as ArrayBuffer), attributes });
    },
  };
  return {
    draco: draco as unknown as Draco,
    meshopt: meshopt as unknown as Meshopt,
    dispose() {
      isDisposed = true;
      worker?.terminate();
      refuseAll(LEFT);
    },
  };
}

type DracoConfig = {
  readonly attributeIDs: Readonly<Record<string, number>>;
  readonly attributeTypes: Readonly<Record<string, string>>;
};

export const attributesOf = (
  ids: Readonly<Record<string, number>>,
  types: Readonly<Record<string, string>>,
): DracoRequest['attributes'] =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => {
      const stated = types[name] ?? '';
      return [name, { id, array: Object.hasOwn(ARRAYS, stated) ? (stated as ArrayName) : 'Float32Array' }];
    }),
  );

function bufferGeometry({ index, attributes }: DracoGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  if (index !== null) geometry.setIndex(new BufferAttribute(index, 1));
  for (const [name, { values, size }] of Object.entries(attributes))
    geometry.setAttribute(name, new BufferAttribute(values, size));
  return geometry;
}
