import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Canvas } from '../../../render/index.ts';
import type { SplatModel } from '../model/splat-model.ts';
import { drawSplats } from './draw-splats.ts';
import type { CameraWindow, SplatCamera } from './splat-camera.ts';
import type { UpHint } from './scene-shape.ts';
import { viewsAround } from './views-around.ts';

/** Number of views to compare, and the side of their pictures in pixels. */
const [VIEWS, ROUGH] = [8, 96] as const;
/** Maximum splats of a rough picture. */
const ROUGH_SPLATS = 60_000;
/** How much more of a rough picture must show something for its view to win over an earlier one. */
const BETTER = 1.15;
/** Rough pictures show so much more than the views, as long things reach out of those. */
const WIDER = 1.8;
/** Share of what is seen that may be cut off at each side, and the margin, as a share of the longer side. */
const [CUT, MARGIN] = [0.003, 0.03] as const;
/** Share of both sides of a rough picture that only a scene without an end fills, which is drawn as the view has it. */
const FULL = 0.97;
/** Maximum aspect ratio. */
const MOST_ASPECT = 2;

/**
 * A picture of a scene from obliquely above, on nothing. No file says where the front is: of the views around the scene it is drawn from
 * the one that shows the most, which is the broad side of a thing.
 *
 * @param which indices of the splats to draw
 */
export function drawScene(model: SplatModel, which: Uint32Array, longestSide: number, hint?: UpHint): Canvas {
  const few = thinned(which, ROUGH_SPLATS);
  let [best, most]: [SeenView | undefined, number] = [undefined, 0];
  for (const camera of viewsAround(centresOf(model, few), VIEWS, hint)) {
    const seen = lookRoughly(model, few, camera);
    if (seen.alpha <= most * BETTER) continue;
    [best, most] = [seen, seen.alpha];
  }
  if (best === undefined) throw new OperationRefusal('The file has no splats that can be seen.');
  const { camera, width, height } = fitted(best, longestSide);
  return { width, height, rgba: drawSplats(model, { camera, width, height, which }) };
}

/** Takes every n-th index. */
function thinned(which: Uint32Array, most: number): Uint32Array {
  const step = Math.ceil(which.length / most);
  return step <= 1
    ? which
    : Uint32Array.from({ length: Math.floor(which.length / step) }, (_, at) => which[at * step]!);
}

function centresOf({ centres }: SplatModel, which: Uint32Array): Float32Array {
  const found = new Float32Array(3 * which.length);
  for (let at = 0; at < which.length; at += 1) {
    found[3 * at] = centres[3 * which[at]!]!;
    found[3 * at + 1] = centres[3 * which[at]! + 1]!;
    found[3 * at + 2] = centres[3 * which[at]! + 2]!;
  }
  return found;
}

const widened = (camera: SplatCamera, factor: number): SplatCamera => ({
  ...camera,
  window: {
    minX: camera.window.minX * factor,
    maxX: camera.window.maxX * factor,
    minY: camera.window.minY * factor,
    maxY: camera.window.maxY * factor,
  },
});

interface SeenView {
  /** View without the added margin. */
  readonly view: SplatCamera;
  /** Sum of the alphas of all pixels. */
  readonly alpha: number;
  /** Range of columns and rows that show something, as shares of the picture. */
  readonly columns: Range;
  readonly rows: Range;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function lookRoughly(model: SplatModel, which: Uint32Array, view: SplatCamera): SeenView {
  const camera = widened(view, WIDER);
  const pixels = drawSplats(model, { camera, width: ROUGH, height: ROUGH, which });
  const columns = new Float64Array(ROUGH);
  const rows = new Float64Array(ROUGH);
  for (let at = 0; at < ROUGH * ROUGH; at += 1) {
    const alpha = pixels[4 * at + 3]!;
    columns[at % ROUGH]! += alpha;
    rows[Math.floor(at / ROUGH)]! += alpha;
  }
  return { view, alpha: rows.reduce((sum, row) => sum + row, 0), columns: filled(columns), rows: filled(rows) };
}

/** The part of a line that has all but a share of its sum on either side. */
function filled(sums: Float64Array): Range {
  const cut = CUT * sums.reduce((all, sum) => all + sum, 0);
  const first = (values: Float64Array): number => {
    let sum = 0;
    return values.findIndex((value) => (sum += value) > cut);
  };
  return { from: first(sums) / ROUGH, to: 1 - first(sums.toReversed()) / ROUGH };
}

/** The view with just what is seen in its picture. */
function fitted({ view, columns, rows }: SeenView, longestSide: number) {
  if (Math.min(columns.to - columns.from, rows.to - rows.from) > FULL)
    return { camera: view, width: longestSide, height: longestSide };
  const { minX, maxX, minY, maxY } = widened(view, WIDER).window;
  const [wide, high] = [maxX - minX, maxY - minY];
  const margin = 2 * MARGIN * Math.max((columns.to - columns.from) * wide, (rows.to - rows.from) * high);
  const [across, along] = [(columns.to - columns.from) * wide + margin, (rows.to - rows.from) * high + margin];
  const longer = Math.max(across, along);
  const [halfX, halfY] = [across, along].map((length) => Math.max(length, longer / MOST_ASPECT) / 2) as [
    number,
    number,
  ];
  const middleX = minX + ((columns.from + columns.to) / 2) * wide;
  const middleY = maxY - ((rows.from + rows.to) / 2) * high;
  const window: CameraWindow = {
    minX: middleX - halfX,
    maxX: middleX + halfX,
    minY: middleY - halfY,
    maxY: middleY + halfY,
  };
  const pixels = (half: number): number => Math.max(1, Math.round((longestSide * 2 * half) / longer));
  return { camera: { ...view, window }, width: pixels(halfX), height: pixels(halfY) };
}
