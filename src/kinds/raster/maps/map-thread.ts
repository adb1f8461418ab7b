import { giveBack } from '../../../bytes/index.ts';
import { inThread, shareBytes, type ThreadContext, threadData, ThreadRefusal } from '../../../concurrency/index.ts';
import {
  type AllocatePixels,
  type Background,
  type Canvas,
  composeLayers,
  encodeCanvas,
  type EncodedImage,
  type ImageFormat,
  type Pixels,
} from '../../../render/index.ts';
import { decodeUsualJpeg } from '../block/jpeg/decode-jpeg.ts';
import { chooseDisplay } from '../draw/colour.ts';
import { paletteOf } from '../draw/paint.ts';
import { RasterError } from '../raster-error.ts';
import { createOpenCogs } from '../service/open-cogs.ts';
import type { PicturePlaces } from './picture-places.ts';
import { drawLegend, type LegendSize } from './draw-legend.ts';
import { drawMap } from './draw-map.ts';
import { legendOf } from './legend.ts';
import { createPaintedBlocks } from './painted-blocks.ts';
import { rangeOfHeights } from './look-ranges.ts';
import type { DrawnLook } from './raster-look.ts';
import type { RasterStyle } from './raster-style.ts';
import { packedSampler } from './sample-packed.ts';

/** What a thread is told to draw. */
export interface DrawTask {
  readonly path: string;
  readonly version: string;
  readonly control: PicturePlaces;
  readonly style: DrawnLook;
}

/** What a thread is told to put on top of each other and to encode: pictures, and rasters that it draws first. */
export interface EncodeTask {
  readonly layers: readonly (Canvas | DrawTask)[];
  readonly background: Background | null;
  readonly format: ImageFormat;
}

/** What each thread is given at its start. */
export interface MapThreadData {
  /** Decoded blocks that it keeps. */
  readonly blockCacheBytes: number;
}

/** Files that one thread keeps open: a dataset's layers, and those of a few others. */
const OPEN_FILES = 16;
const cogs = createOpenCogs(OPEN_FILES);
const { blockCacheBytes } = threadData() as MapThreadData;
const blocks = createPaintedBlocks(blockCacheBytes);

/** The work of the threads that draw maps. */
export const draw = inThread((task: DrawTask, context: ThreadContext) =>
  withPixels(async (allocate): Promise<Canvas> => {
    const canvas = await drawTask(task, context, allocate);
    return { ...canvas, rgba: shareBytes(canvas.rgba) };
  }),
);

export const encode = inThread(
  ({ layers, background, format }: EncodeTask, context: ThreadContext) =>
    withPixels(async (allocate) => {
      const canvases: Canvas[] = [];
      for (const layer of layers) canvases.push('control' in layer ? await drawTask(layer, context, allocate) : layer);
      return ofOwnMemory(await encodeCanvas(composeLayers(canvases, background, allocate), format));
    }),
  ({ bytes }) => [bytes.buffer],
);

/** What the image library makes lies in memory of the library, which cannot be handed to another thread. */
const ofOwnMemory = ({ bytes, contentType }: EncodedImage) => ({
  contentType,
  bytes: contentType === 'image/webp' ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>),
});

function drawTask(
  { path, version, control, style }: DrawTask,
  { throwIfCancelled: check }: ThreadContext,
  allocate: AllocatePixels,
): Promise<Canvas> {
  return cogs.use(path, version, (cog) => drawMap(cog, control, style, { blocks, allocate, check }));
}

/** Pixels of a picture of 1024 x 1024: those of larger ones are not kept. */
const KEPT_BYTES = 4 * 2 ** 20;
/** Owner of the pixels of the last picture: the next one mostly has the same size. */
let kept: Pixels | undefined;

/** Frees all pixels when the work ends, and not when garbage is collected: a thread without work collects none. */
async function withPixels<T>(work: (allocate: AllocatePixels) => Promise<T>): Promise<T> {
  const made: Pixels[] = [];
  const allocate: AllocatePixels = (bytes) => {
    const pixels = kept?.length === bytes ? kept.fill(0) : new Uint8ClampedArray(bytes);
    if (pixels === kept) kept = undefined;
    made.push(pixels);
    return pixels;
  };
  try {
    return await tellingWhy(() => work(allocate));
  } finally {
    for (const pixels of made) {
      if (kept === undefined && pixels.length <= KEPT_BYTES) kept = pixels;
      else giveBack(pixels);
    }
  }
}

const WARM_SIDE = 256;

/** Loads and compiles what the first maps need: WebAssembly, the image library, the code that encodes. */
export const warmUp = inThread(async (): Promise<void> => {
  const pixels = new Uint8ClampedArray(WARM_SIDE * WARM_SIDE * 4).fill(255);
  for (let at = 0; at < pixels.length; at += 4) pixels[at] = (at * at) % 251;
  const canvas = { width: WARM_SIDE, height: WARM_SIDE, rgba: pixels };
  const size = { width: WARM_SIDE, height: WARM_SIDE };
  const part = { column: 0, row: 0, blockX: 0, blockY: 0, x: 0, y: 0, ...size };
  for (let round = 0; round < 3; round++) {
    await encodeCanvas(canvas, 'png');
    const { bytes } = await encodeCanvas(canvas, 'jpeg');
    const decoded = decodeUsualJpeg(bytes, { ...size, channels: 3 });
    if (decoded === null) continue;
    const block = { pixels: new Uint32Array(decoded.buffer), width: WARM_SIDE, isBinary: true };
    const sample = packedSampler(size, [{ part, block }], new Uint8ClampedArray(pixels.length));
    const span = { count: WARM_SIDE, x: 0.2, stepX: 0.9, stepY: 0, radiusX: 1.5, radiusY: 1.5 };
    for (let row = 0; row < WARM_SIDE; row++) sample({ ...span, y: row + 0.5 }, row * WARM_SIDE);
  }
});

/** What a thread is told to draw a legend of. */
export interface LegendTask {
  readonly path: string;
  readonly version: string;
  readonly style: RasterStyle;
  readonly size: LegendSize;
  readonly format: ImageFormat;
}

export const legend = inThread(({ path, version, style, size, format }: LegendTask): Promise<EncodedImage> =>
  tellingWhy(() =>
    cogs.use(path, version, async (cog) => {
      const display = chooseDisplay(cog.facts);
      const palette = await paletteOf(cog, display);
      const heights = style === 'elevation' ? await rangeOfHeights(cog) : undefined;
      return encodeCanvas(drawLegend(legendOf(style, display, palette, heights), size), format);
    }),
  ),
);

/** Errors lose their class on the way out of a thread; a reason stays. */
async function tellingWhy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RasterError) throw new ThreadRefusal(error.code, error.message);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ThreadRefusal('ENOENT', 'There is no such file.');
    throw error;
  }
}
