import { Group, type WebGLRenderer } from 'three';
import { budgetOf, decodersOf, thisDevice } from '../../../scene/core/budget.ts';
import type { SharedDrawing } from '../../../scene/core/layer-host.ts';
import { CHUNK_SPLATS, type FileRange, type RadHead, splatsOfChunk } from '../rad/rad-head.ts';
import { type ChunkDecoder, startChunkDecoder } from './chunk-decoder.ts';
import { OncePager } from './ranged-splats.ts';
import { pageBytes, ShownSplats } from './shown-splats.ts';
import { StageRenderer } from './stage-renderer.ts';

/** Where the splats of a file come from. */
export type SplatSource = {
  readonly head: RadHead;
  readonly readChunk: (chunk: FileRange, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  readonly changed: () => void;
};

/** Draws the splats of all files of a scene, which are sorted into one order. */
export type SplatStage = SharedDrawing & {
  /** @param wasm of Spark's workers */
  readonly add: (source: SplatSource, wasm: ArrayBuffer) => Promise<ShownSplats>;
  readonly remove: (shown: ShownSplats) => void;
  /** Brings what may be drawn at once to Spark. */
  readonly update: () => void;
  /** To be called when a file is to be drawn in another way. */
  readonly touch: () => void;
  /** True while a better picture is to come. */
  readonly isBusy: () => boolean;
};

/** The budget is made for points of 20 bytes; a splat has 32 to 96. */
const BYTES_FACTOR = 4;
/** The coarsest chunk of some files is always there. */
const FEWEST_PAGES = 4;
/** Browsers have six connections to one site; some are left to other layers and to the page. */
const FETCHERS = 3;

export function createSplatStage(renderer: WebGLRenderer): SplatStage {
  const object = new Group();
  const device = thisDevice();
  const shown = new Set<ShownSplats>();
  let decoder: ChunkDecoder | null = null;
  let spark: StageRenderer | null = null;
  let pages = 0;

  const changed = (): void => {
    for (const { changed: tell } of shown) tell();
  };
  const neededPages = (): number => {
    const degree = Math.max(...[...shown].map(({ head }) => head.degree));
    const most = Math.floor((BYTES_FACTOR * budgetOf(device).bytes) / pageBytes(degree));
    const chunks = [...shown].reduce((sum, { head }) => sum + head.chunks.length, 0);
    return Math.max(FEWEST_PAGES, Math.min(most, chunks));
  };
  const close = (): void => {
    for (const one of shown) one.stop();
    if (spark === null) return;
    object.remove(spark);
    spark.dispose();
    spark = null;
  };
  /** Starts Spark with a pool of chunks that is large enough for all files. A pool cannot grow. */
  const open = async (): Promise<void> => {
    const opened = new StageRenderer(renderer, changed);
    spark = opened;
    pages = neededPages();
    const pager = new OncePager({
      renderer,
      extSplats: true,
      maxSplats: pages * CHUNK_SPLATS,
      numFetchers: FETCHERS,
    });
    const { lodId } = await opened.levels().call('newLodTree', { capacity: pager.maxSplats });
    if (spark !== opened) return pager.dispose();
    opened.pagerId = lodId;
    opened.pager = pager;
    for (const one of shown) one.start(pager);
    object.add(opened);
    changed();
  };
  return {
    object,
    async add({ head, readChunk, changed: tell }, wasm) {
      const chunks = (decoder ??= startChunkDecoder(decodersOf(device), wasm));
      const added = new ShownSplats(
        head,
        async (chunk, signal) => {
          const bytes = await readChunk(head.chunks[chunk]!, signal);
          return chunks.decode(bytes, splatsOfChunk(head, chunk), signal);
        },
        tell,
      );
      shown.add(added);
      if (spark?.pager !== undefined && neededPages() <= pages) added.start(spark.pager);
      else {
        close();
        await open();
      }
      return added;
    },
    remove(one) {
      one.stop();
      shown.delete(one);
    },
    update() {
      if (spark !== null) spark.lodSplatCount = [...shown].reduce((sum, { most }) => sum + most, 0);
    },
    touch: () => spark?.setDirty(),
    isBusy: () => spark === null || spark.isBusy(),
    dispose() {
      close();
      shown.clear();
      decoder?.dispose();
    },
  };
}
