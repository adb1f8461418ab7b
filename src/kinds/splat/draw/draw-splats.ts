import type { SplatModel } from '../model/splat-model.ts';
import { blendTile, type SplatColours } from './blend-tile.ts';
import { sumUp } from './depth-order.ts';
import { type ProjectedSplats, projectSplat, roomForProjected } from './projected-splats.ts';
import type { SplatCamera } from './splat-camera.ts';
import { createSplatCanvas, placeOf, type SplatCanvas, TILE } from './splat-canvas.ts';
import { writeColour } from './splat-colour.ts';
import { visibleSplats } from './visible-splats.ts';

export interface DrawOptions {
  readonly camera: SplatCamera;
  readonly width: number;
  readonly height: number;
  /** Splats to draw. Default: all. */
  readonly which?: Uint32Array;
  /**
   * Whether a splat that is made larger to be seen in a pixel becomes fainter by as much. Default: true, as Spark does it: without it,
   * fine splats far away are too opaque and too wide together. With it, pictures of two real scenes are 42 and 49 dB from those that
   * Spark draws, without it 33 and 29.
   */
  readonly compensates?: boolean;
}

/** Splats per batch. Splats behind tiles that earlier batches made opaque need no further work. */
const BATCH = 65_536;
/** Maximum pairs of a splat and a tile per batch: 8 MB. */
const MOST_PAIRS = 2_000_000;

/** Draws splats on a background. @returns red, green, blue per pixel; screens show 0 to 1 */
export function drawSplatsAsFloats(
  model: SplatModel,
  options: DrawOptions,
  background: readonly [red: number, green: number, blue: number] = [0, 0, 0],
): Float32Array {
  const { width, height } = options;
  const canvas = blendSplats(model, options);
  const { numbers } = canvas;
  const [red, green, blue] = background;
  const pixels = new Float32Array(3 * width * height);
  for (let row = 0, to = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, to += 3) {
      const from = placeOf(canvas, column, row);
      const behind = numbers[from + 3]!;
      pixels[to] = numbers[from]! + behind * red;
      pixels[to + 1] = numbers[from + 1]! + behind * green;
      pixels[to + 2] = numbers[from + 2]! + behind * blue;
    }
  return pixels;
}

/** Draws splats on a transparent background. @returns red, green, blue, alpha per pixel */
export function drawSplats(model: SplatModel, options: DrawOptions): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = options;
  const canvas = blendSplats(model, options);
  const { numbers } = canvas;
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0, to = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, to += 4) {
      const from = placeOf(canvas, column, row);
      const alpha = 1 - numbers[from + 3]!;
      if (alpha <= 0) continue;
      const factor = 255 / alpha;
      pixels[to] = numbers[from]! * factor;
      pixels[to + 1] = numbers[from + 1]! * factor;
      pixels[to + 2] = numbers[from + 2]! * factor;
      pixels[to + 3] = alpha * 255;
    }
  return pixels;
}

/** Sorts all splats by their distance, then projects and blends them in batches from the front to the back. */
function blendSplats(model: SplatModel, options: DrawOptions): SplatCanvas {
  const { camera, width, height, which, compensates = true } = options;
  const canvas = createSplatCanvas(width, height);
  const order = visibleSplats(model, camera, which);
  const projection = { model, camera, width, height, compensates };
  const splats = roomForProjected(Math.min(BATCH, order.length));
  const bins = createBins(canvas);
  const tints = createTints(model, camera, splats);
  for (let next = 0; next < order.length && bins.open > 0;) {
    splats.count = 0;
    bins.pairs = 0;
    bins.starts.fill(0);
    for (; next < order.length && splats.count < BATCH && bins.pairs < MOST_PAIRS; next += 1)
      if (projectSplat(projection, order[next]!, splats)) countTiles(canvas, bins, splats);
    tints.isKnown.fill(0);
    blendBatch(canvas, bins, splats, tints);
  }
  return canvas;
}

/** Tiles that the splats of a batch cover. */
interface Bins {
  /** Index of the first splat per tile; while splats are counted, their number. */
  readonly starts: Uint32Array;
  /** Indices in the batch, tile by tile, nearest first. */
  list: Uint32Array;
  pairs: number;
  /** Number of tiles that are not opaque. */
  open: number;
}

const createBins = ({ columns, rows }: SplatCanvas): Bins => ({
  starts: new Uint32Array(columns * rows),
  list: new Uint32Array(0),
  pairs: 0,
  open: columns * rows,
});

function createTints(model: SplatModel, { eye }: SplatCamera, { indices }: ProjectedSplats): SplatColours {
  const [ex, ey, ez] = eye;
  const { centres } = model;
  const colours = new Float32Array(3 * indices.length);
  const isKnown = new Uint8Array(indices.length);
  return {
    colours,
    isKnown,
    find(place) {
      const index = indices[place]!;
      const x = centres[3 * index]! - ex;
      const y = centres[3 * index + 1]! - ey;
      const z = centres[3 * index + 2]! - ez;
      writeColour(model, index, x, y, z, colours, 3 * place);
      isKnown[place] = 1;
    },
  };
}

/** Counts the open tiles that the last splat covers, and drops the splat if there is none. */
function countTiles(canvas: SplatCanvas, bins: Bins, splats: ProjectedSplats): void {
  const place = splats.count - 1;
  const { columns, rows, open } = canvas;
  const left = Math.max(0, Math.floor((splats.x[place]! - splats.reachX[place]!) / TILE));
  const right = Math.min(columns - 1, Math.floor((splats.x[place]! + splats.reachX[place]!) / TILE));
  const top = Math.max(0, Math.floor((splats.y[place]! - splats.reachY[place]!) / TILE));
  const bottom = Math.min(rows - 1, Math.floor((splats.y[place]! + splats.reachY[place]!) / TILE));
  const before = bins.pairs;
  for (let row = top; row <= bottom; row += 1)
    for (let tile = row * columns + left; tile <= row * columns + right; tile += 1)
      if (open[tile]! > 0) {
        bins.starts[tile]! += 1;
        bins.pairs += 1;
      }
  if (bins.pairs === before) splats.count = place;
}

function blendBatch(canvas: SplatCanvas, bins: Bins, splats: ProjectedSplats, tints: SplatColours): void {
  const { starts } = bins;
  const pairs = sumUp(starts);
  if (bins.list.length < pairs) bins.list = new Uint32Array(pairs);
  const ends = listTiles(canvas, bins, splats);
  bins.open = 0;
  for (let tile = 0; tile < starts.length; tile += 1) {
    if (canvas.open[tile]! > 0) blendTile(canvas, tile, splats, bins.list, starts[tile]!, ends[tile]!, tints);
    if (canvas.open[tile]! > 0) bins.open += 1;
  }
}

/** Lists the splats per tile. @returns the index after the last splat per tile */
function listTiles({ columns, rows, open }: SplatCanvas, { starts, list }: Bins, splats: ProjectedSplats): Uint32Array {
  const ends = starts.slice();
  for (let place = 0; place < splats.count; place += 1) {
    const left = Math.max(0, Math.floor((splats.x[place]! - splats.reachX[place]!) / TILE));
    const right = Math.min(columns - 1, Math.floor((splats.x[place]! + splats.reachX[place]!) / TILE));
    const top = Math.max(0, Math.floor((splats.y[place]! - splats.reachY[place]!) / TILE));
    const bottom = Math.min(rows - 1, Math.floor((splats.y[place]! + splats.reachY[place]!) / TILE));
    for (let row = top; row <= bottom; row += 1)
      for (let tile = row * columns + left; tile <= row * columns + right; tile += 1)
        if (open[tile]! > 0) {
          list[ends[tile]!] = place;
          ends[tile]! += 1;
        }
  }
  return ends;
}
