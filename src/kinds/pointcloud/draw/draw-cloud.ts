import { type Canvas, createCanvas } from '../../../render/index.ts';
import { type ChosenNode, chooseNodes } from './node-choice.ts';
import type { OpenCloud } from './open-clouds.ts';
import { closeHoles, createPointCanvas, pixelColours } from './point-canvas.ts';
import { drawPoints } from './draw-points.ts';
import { type TileOfWorld, type View, viewFromAbove, viewOfTile, worldPixels } from './view.ts';

/**
 * Points of one picture: 30 for each pixel of a tile. They are decoded in half a second to a second, and their nodes take 32 MB. A
 * surface needs some 300,000; forests and walls, whose points stand above each other, need more.
 */
const MOST_POINTS = 2_000_000;
/** Pixels around a picture that are drawn as well, so that light and holes at its edges are those of the next picture, too. */
const MARGIN = 1;

/** All of a cloud from above, longest side in pixels. */
export const drawFromAbove = (cloud: OpenCloud, longestSide: number): Promise<Canvas> =>
  drawView(cloud, viewFromAbove(cloud.plane, longestSide, cloud.isInDegrees));

/** Why there is no tile: the cloud has no place on Earth, or another one. */
export type NoTile = 'no-place' | 'outside';

/** A map tile; transparent where the cloud is not. */
export async function drawTile(cloud: OpenCloud, tile: TileOfWorld): Promise<Canvas | NoTile> {
  const whole = await cloud.ground();
  if (whole === null) return 'no-place';
  const rough = viewOfTile(whole, tile, cloud.isInDegrees);
  if (rough === null) return 'outside';
  const quarterPixel = 0.25 / worldPixels(tile);
  if (whole.error <= quarterPixel) return drawView(cloud, rough.view);
  const near = viewOfTile((await cloud.ground(rough.around, quarterPixel))!, tile, cloud.isInDegrees);
  return near === null ? 'outside' : drawView(cloud, near.view);
}

async function drawView(cloud: OpenCloud, view: View): Promise<Canvas> {
  const { width, height } = view;
  const root = await chooseNodes(cloud.tree, cloud.header, view, MOST_POINTS);
  if (root === undefined) return createCanvas(width, height);
  const canvas = createPointCanvas(width + 2 * MARGIN, height + 2 * MARGIN);
  let isByHeight = false;
  for (const chosen of eachNode(root)) {
    const points = await cloud.points(chosen.node);
    drawPoints(canvas, MARGIN, view, cloud.header, chosen, points);
    isByHeight ||= points.isByHeight;
  }
  closeHoles(canvas);
  return { width, height, rgba: pixelColours(canvas, MARGIN, isByHeight ? view.pixelHeight : null) };
}

function* eachNode(root: ChosenNode): Generator<ChosenNode> {
  yield root;
  for (const child of root.children) if (child !== undefined) yield* eachNode(child);
}
