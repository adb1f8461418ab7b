import { inThread, shareBytes, type ThreadContext, ThreadRefusal } from '../../concurrency/index.ts';
import type { Canvas } from '../draw/canvas.ts';
import { chooseDisplay } from '../draw/colour.ts';
import { deflateRuns } from '../draw/deflate-runs.ts';
import { encodeCanvas, type EncodedImage, type ImageFormat } from '../draw/encode.ts';
import { paletteOf } from '../draw/paint.ts';
import { RasterError } from '../raster-error.ts';
import { createOpenCogs } from '../service/open-cogs.ts';
import { composeLayers, type Background } from './compose.ts';
import type { ControlGrid } from './control-grid.ts';
import { drawLegend, type LegendSize } from './draw-legend.ts';
import { drawMap } from './draw-map.ts';
import { legendOf } from './legend.ts';
import { createPaintedBlocks } from './painted-blocks.ts';
import type { RasterStyle } from './raster-style.ts';

/** What a thread is told to draw. */
export interface DrawTask {
  readonly path: string;
  readonly version: string;
  readonly control: ControlGrid;
  readonly style: RasterStyle;
}

/** What a thread is told to put on top of each other and to encode: pictures, and rasters that it draws first. */
export interface EncodeTask {
  readonly layers: readonly (Canvas | DrawTask)[];
  readonly background: Background | null;
  readonly format: ImageFormat;
}

/** Files that one thread keeps open: a dataset's layers, and those of a few others. */
const OPEN_FILES = 16;
const cogs = createOpenCogs(OPEN_FILES);
/** 256 blocks of 256 pixels: six maps of a whole screen. */
const blocks = createPaintedBlocks(64 * 2 ** 20);

/** The work of the threads that draw maps. */
export const draw = inThread(async (task: DrawTask, context: ThreadContext): Promise<Canvas> => {
  const canvas = await tellingWhy(() => drawTask(task, context));
  return { ...canvas, rgba: shareBytes(canvas.rgba) };
});

export const encode = inThread(
  ({ layers, background, format }: EncodeTask, context: ThreadContext): Promise<EncodedImage> =>
    tellingWhy(async () => {
      const canvases: Canvas[] = [];
      const allocate = layers.length === 1 ? allocateAgain : undefined;
      for (const layer of layers) canvases.push('control' in layer ? await drawTask(layer, context, allocate) : layer);
      return encodeCanvas(composeLayers(canvases, background), format, deflateRuns);
    }),
);

function drawTask(
  { path, version, control, style }: DrawTask,
  { throwIfCancelled: check }: ThreadContext,
  allocate = (bytes: number) => new Uint8ClampedArray(bytes),
): Promise<Canvas> {
  return cogs.use(path, version, (cog) => drawMap(cog, control, style, { blocks, allocate, check }));
}

/** Pixels of a picture of 1024 x 1024: those of larger ones are not kept. */
const KEPT_BYTES = 4 * 2 ** 20;
/** Owner of the pixels of the picture before, of which only bytes have left the thread: the next one is of the same size mostly. */
let kept = new Uint8ClampedArray(0);

function allocateAgain(bytes: number): Uint8ClampedArray<ArrayBuffer> {
  if (kept.length === bytes) return kept.fill(0);
  const made = new Uint8ClampedArray(bytes);
  if (bytes <= KEPT_BYTES) kept = made;
  return made;
}

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
      return encodeCanvas(drawLegend(legendOf(style, display, palette), size), format);
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
