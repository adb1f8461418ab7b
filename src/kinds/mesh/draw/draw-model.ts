import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Canvas } from '../../../render/index.ts';
import type { CortoMesh } from '../corto/corto-decode.ts';
import { PLAIN } from '../model/triangle-model.ts';
import type { NexusReader } from '../nexus/nexus-reader.ts';
import { CAMERA, emptyFrame, type Frame, growFrame, lengthOf } from './camera.ts';
import { drawPart, type Placement, projectNode } from './draw-part.ts';
import { cutNexus, type DrawnNode } from './node-cut.ts';
import { decodePicture, type NodePicture } from './node-picture.ts';
import { areaInPicture, areaOf, levelForPictures } from './picture-level.ts';
import { canvasColours, createTriangleCanvas, type TriangleCanvas } from './triangle-canvas.ts';

/** Triangles of one picture: they are decoded and drawn in two seconds, and the child takes 350 MB. */
const MOST_TRIANGLES = 1_000_000;
/** Pixels that are drawn along one of the picture, so that edges are smooth; fewer where they would take more than 100 MB. */
const FINENESS = 2;
const MOST_SIDE = 3000;
/** Light of a surface that the light does not reach. What has a picture has the light of the day in it. */
const [DARKEST, DARKEST_PICTURED] = [0.4, 0.75];

/** All of a model, seen from the south and above, longest side in pixels; transparent where it is not. */
export async function drawModel(reader: NexusReader, longestSide: number): Promise<Canvas> {
  const fineness = longestSide * FINENESS <= MOST_SIDE ? FINENESS : 1;
  const pixel = (await roughLength(reader)) / longestSide;
  const level = await levelForPictures(reader, pixel);
  const drawn = cutNexus(reader.head, { error: pixel, level }, MOST_TRIANGLES);
  const meshes = new Map<number, CortoMesh>();
  const frame = emptyFrame();
  for (const { number } of drawn) {
    const mesh = await reader.readNode(number);
    meshes.set(number, mesh);
    growFrame(frame, mesh.positions, CAMERA);
  }
  if (frame.minX > frame.maxX) throw new OperationRefusal('The model has no triangles that can be drawn.');
  const placement = placementFor(frame, longestSide * fineness, fineness);
  const canvas = createTriangleCanvas(placement.width, placement.height);
  const hasColours = [...meshes.values()].some(({ colours }) => colours !== null && isColoured(colours));
  for (const node of drawn) await drawNode(canvas, reader, node, meshes.get(node.number)!, placement, hasColours);
  const [width, height] = [canvas.width / fineness, canvas.height / fineness];
  return { width, height, rgba: canvasColours(canvas, fineness) };
}

/** Rough length of the picture's longer side, by the coarsest nodes. */
async function roughLength({ head, readNode }: NexusReader): Promise<number> {
  const frame = emptyFrame();
  for (let root = 0; root < head.roots; root += 1) growFrame(frame, (await readNode(root)).positions, CAMERA);
  return lengthOf(frame);
}

function placementFor(frame: Frame, longestSide: number, step: number): Placement {
  const length = lengthOf(frame) || 1;
  const side = (from: number, to: number): number =>
    step * Math.max(1, Math.round(((to - from) / length) * (longestSide / step)));
  const [width, height] = [side(frame.minX, frame.maxX), side(frame.minY, frame.maxY)];
  const scale = longestSide / length;
  return {
    width,
    height,
    scale,
    left: ((frame.minX + frame.maxX) / 2) * scale - width / 2,
    top: -((frame.minY + frame.maxY) / 2) * scale - height / 2,
  };
}

/** Black everywhere is what programs write that have no colours. */
function isColoured(colours: Uint8Array): boolean {
  for (let at = 0; at < colours.length; at += 4)
    if ((colours[at]! | colours[at + 1]! | colours[at + 2]!) !== 0) return true;
  return false;
}

async function drawNode(
  canvas: TriangleCanvas,
  reader: NexusReader,
  { parts }: DrawnNode,
  mesh: CortoMesh,
  placement: Placement,
  hasColours: boolean,
): Promise<void> {
  const projected = projectNode(mesh, placement);
  // Both in pixels: along each axis a picture may be so many times finer than it is shown.
  const [shown, share] = [areaOf(projected, mesh.triangles), areaInPicture(mesh)];
  const finest = ({ width, height }: { readonly width: number; readonly height: number }): number =>
    Math.max(0, Math.floor(Math.log2((share * width * height) / shown) / 2));
  const pictures = new Map<number, NodePicture | null>();
  for (const { from, end, texture } of parts) {
    if (texture !== null && share > 0 && !pictures.has(texture)) {
      const stored = await reader.readTexture(texture);
      pictures.set(texture, stored && (await decodePicture(stored, finest)));
    }
    const picture = (texture !== null && pictures.get(texture)) || null;
    drawPart(
      canvas,
      mesh,
      projected,
      { from, end },
      {
        picture,
        colours: hasColours ? mesh.colours : null,
        plain: PLAIN.colour,
        darkest: picture === null ? DARKEST : DARKEST_PICTURED,
      },
    );
  }
}
