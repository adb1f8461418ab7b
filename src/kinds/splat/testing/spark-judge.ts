import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';

/**
 * The decoder of Spark, which draws RAD files in browsers, as an independent judge of ours. Its package exports the decoder to
 * nobody: this is the text of its web worker and its WebAssembly module, run here with the few things that a worker has.
 */
export interface SparkJudge {
  /** What Spark reads from the beginning of a file; undefined where it wants more bytes. */
  readHead(bytes: Uint8Array): unknown;
  /** Decodes a whole file, or one chunk of it. */
  decode(bytes: Uint8Array): Promise<SparkSplats>;
  /** Makes levels of detail of a PLY file by Spark's quality method. */
  build(ply: Uint8Array): Promise<SparkSplats>;
  /** Splats that are drawn, by number: at most `budget`. @param eye the camera, which looks down */
  traverse(splats: SparkSplats, budget: number, eye: readonly [number, number, number]): Promise<Uint32Array>;
}

/** Splats as Spark keeps them where it has most bits for them ("extended splats"). */
export interface SparkSplats {
  readonly numSplats: number;
  readonly extArrays: readonly [Uint32Array, Uint32Array];
  readonly extra: {
    readonly sh1?: Uint32Array;
    readonly sh2?: Uint32Array;
    readonly sh3a?: Uint32Array;
    readonly sh3b?: Uint32Array;
    readonly lodTree?: Uint32Array;
  };
}

type Handler = (event: { readonly data: object }) => void;
type Exports = Readonly<Record<string, unknown>>;

/** The part of the WebAssembly interface that is used. Its types come only with those of browsers. */
interface Assembly {
  readonly Instance: unknown;
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Exports }>;
}
const assembly = WebAssembly as unknown as Assembly;

/** Where the package lies; null where it is not installed. */
export function sparkModule(): URL | null {
  try {
    return new URL(import.meta.resolve('@sparkjsdev/spark'));
  } catch {
    return null;
  }
}

export async function openSparkJudge(module: URL): Promise<SparkJudge> {
  const text = await readFile(fileURLToPath(module), 'utf8');
  const wasm = /^const WASM = decode64\("([^"]+)"/m.exec(text)?.[1];
  const worker = /^const jsContent = ('.*');$/m.exec(text)?.[1];
  if (wasm === undefined || worker === undefined) throw new Error('This version of Spark is built in another way.');
  const { self, send } = createWorkerSelf();
  const exports = Promise.withResolvers<Exports>();
  const withExports: Omit<Assembly, 'compile'> = {
    Instance: assembly.Instance,
    async instantiate(compiled, imports) {
      const instance = await assembly.instantiate(compiled, imports);
      exports.resolve(instance.exports);
      return instance;
    },
  };
  // It tells the console what it does.
  const quiet = { ...console, log: () => undefined };
  const source = `(function (self, WebAssembly, console) {${String(runInThisContext(worker))}\n})`;
  (runInThisContext(source) as (self: object, engine: object, console: object) => void)(self, withExports, quiet);
  const call = send(await assembly.compile(Buffer.from(wasm, 'base64')));
  const functions = await exports.promise;
  // It is answered when the worker has begun, as the functions of the module need.
  await call('newLodTree', { capacity: 1 });
  return {
    readHead: (bytes) => readHead(functions, bytes),
    async decode(bytes) {
      // The worker hands on the bytes that it is given.
      const answer = await call('loadExtSplats', { fileBytes: Uint8Array.from(bytes), fileType: 'rad' });
      return (answer as { readonly lodSplats: SparkSplats }).lodSplats;
    },
    async build(ply) {
      const answer = await call('loadExtSplats', {
        fileBytes: Uint8Array.from(ply),
        pathName: 'model.ply',
        lod: 'quality',
      });
      return (answer as { readonly lodSplats: SparkSplats }).lodSplats;
    },
    async traverse({ numSplats, extra }, budget, eye) {
      const { lodId } = (await call('initLodTree', { numSplats, lodTree: extra.lodTree!.slice() })) as {
        readonly lodId: number;
      };
      const viewToObjectCols = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...eye, 1];
      const view = { lodId, viewToObjectCols, lodScale: 1, behindFoveate: 1, coneFov0: 0, coneFov: 0, coneFoveate: 1 };
      const answer = await call('traverseLodTrees', { maxSplats: budget, pixelScaleLimit: 0, instances: { view } });
      await call('disposeLodTree', { lodId });
      const { keyIndices } = answer as {
        readonly keyIndices: { readonly view: { readonly numSplats: number; readonly indices: Uint32Array } };
      };
      return keyIndices.view.indices.subarray(0, keyIndices.view.numSplats);
    },
  };
}

/** The global object of a worker, and calls of what the worker does by name. */
function createWorkerSelf() {
  const handlers = new Set<Handler>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  const self = {
    addEventListener: (_: string, handler: Handler) => handlers.add(handler),
    removeEventListener: (_: string, handler: Handler) => handlers.delete(handler),
    postMessage({ id, result, error, status }: { id: number; result?: unknown; error?: unknown; status?: unknown }) {
      if (status !== undefined) return;
      if (error === undefined) waiting.get(id)?.resolve(result);
      else waiting.get(id)?.reject(error instanceof Error ? error : new Error(JSON.stringify(error)));
      waiting.delete(id);
    },
  };
  const post = (data: object): void => {
    for (const handler of handlers) handler({ data });
  };
  return {
    self,
    /** @param module which the worker is sent first */
    send(module: object) {
      post({ name: 'init-wasm', module });
      return (name: string, args: object): Promise<unknown> => {
        calls += 1;
        const answer = Promise.withResolvers<unknown>();
        waiting.set(calls, answer);
        post({ id: calls, name, args });
        return answer.promise;
      };
    },
  };
}

/** A function that the worker does not have: it takes a JavaScript value, and answers by numbers of values in a table. */
function readHead(exports: Exports, bytes: Uint8Array): unknown {
  const decode = exports['decode_rad_header'] as (bytes: Uint8Array) => readonly [number, number, number];
  const table = exports['__wbindgen_externrefs'] as { get(index: number): unknown };
  const [value, error, isError] = decode(bytes);
  if (isError !== 0) throw new Error(String(table.get(error)));
  return table.get(value);
}
