import { type CopcInfo, type CopcNode, type NodeKey } from '../copc/copc-layout.ts';
import type { CopcHeader } from '../copc/copc-reader.ts';
import type { CopcTree } from '../copc/copc-tree.ts';
import type { PlaneBox } from './plane-grid.ts';
import { meetsPicture, pixelsOf, type View } from './view.ts';

/** A node that a picture is drawn of. */
export interface ChosenNode {
  readonly node: CopcNode;
  /** Lowest corner of its cube, and the side. */
  readonly corner: readonly [number, number, number];
  readonly length: number;
  /** Distance of its points, where no child has more. */
  readonly spacing: number;
  /** Pixels of the side of the square that each of them is drawn as there. */
  readonly side: number;
  /** Chosen children: bit 0 of the index: upper half of x, bit 1: of y, bit 2: of z. */
  readonly children: (ChosenNode | undefined)[];
  /** Whether there is any. */
  isDivided: boolean;
}

type Cloud = Pick<CopcHeader, 'info' | 'min' | 'max'>;

/**
 * Pixels of the largest square that a point is drawn as: beyond it a cloud that is looked at from too near shows as the points it
 * consists of. Nodes as far outside of a picture may reach into it.
 */
export const MOST_POINT_PIXELS = 24;

/**
 * Nodes that a picture needs: those that meet it, level by level from the root, until points are as near as its pixels, or are too
 * many.
 *
 * @param most points; a level that would have more is left out, but the first one
 * @returns the root with its chosen descendants; undefined where nothing meets the picture
 */
export async function chooseNodes(
  tree: CopcTree,
  cloud: Cloud,
  view: View,
  most: number,
): Promise<ChosenNode | undefined> {
  const first = await tree.root();
  const root = first && chosen(first, cloud, view);
  if (root === undefined) return undefined;
  let points = root.node.points;
  for (let level = [root]; level.length > 0;) {
    const next: { readonly parent: ChosenNode; readonly child: ChosenNode }[] = [];
    for (const parent of level) {
      if (parent.spacing <= NEAR_ENOUGH * view.pixel) continue;
      for (const node of await tree.children(parent.node)) {
        const child = chosen(node, cloud, view);
        if (child !== undefined) next.push({ parent, child });
      }
    }
    const more = next.reduce((sum, { child }) => sum + child.node.points, 0);
    if (points > 0 && points + more > most) break;
    points += more;
    for (const { parent, child } of next) {
      parent.children[octantOf(child.node)] = child;
      parent.isDivided = true;
    }
    level = next.map(({ child }) => child);
  }
  return root;
}

const octantOf = ({ x, y, z }: NodeKey): number => (x & 1) | ((y & 1) << 1) | ((z & 1) << 2);

/** Undefined for a node that does not meet the picture. */
function chosen(node: CopcNode, cloud: Cloud, view: View): ChosenNode | undefined {
  const { center, halfSize } = cloud.info;
  const length = (2 * halfSize) / 2 ** node.level;
  const corner = [node.x, node.y, node.z].map((place, axis) => center[axis]! - halfSize + place * length);
  const box: PlaneBox = {
    minX: Math.max(corner[0]!, cloud.min[0]),
    minY: Math.max(corner[1]!, cloud.min[1]),
    maxX: Math.min(corner[0]! + length, cloud.max[0]),
    maxY: Math.min(corner[1]! + length, cloud.max[1]),
  };
  if (box.minX > box.maxX || box.minY > box.maxY) return undefined;
  const pixels = pixelsOf(view, box);
  const spacing = spacingOf(node, cloud, box);
  const side = Math.min(MOST_POINT_PIXELS, Math.max(1, (OVERLAP * spacing) / view.pixel));
  if (pixels === null || !meetsPicture(pixels, view, side)) return undefined;
  return { node, corner: corner as never, length, spacing, side, children: [], isDivided: false };
}

/** A cube that is so many times higher than the cloud is wide says nothing of distances from above: that of degrees with metres does so. */
const TALL = 4;
/** Cells of the side of a cube, where it does not say how near its points are. */
const USUAL_CELLS = 128;

function spacingOf({ level, points }: CopcNode, { info, min, max }: Cloud, box: PlaneBox): number {
  const nominal = (info.spacing > 0 ? info.spacing : usualSpacing(info)) / 2 ** level;
  const isTall = 2 * info.halfSize > TALL * Math.max(max[0] - min[0], max[1] - min[1]);
  if (!isTall || points === 0) return nominal;
  return Math.min(nominal, Math.sqrt(((box.maxX - box.minX) * (box.maxY - box.minY)) / points));
}

const usualSpacing = ({ halfSize }: CopcInfo): number => (2 * halfSize) / USUAL_CELLS;

/**
 * Points of a node are where they are in their cells, not in the middle of them. Squares of 1.5 cells left 0.2 % of a surface open, of
 * 1.2 cells 4 %.
 */
const OVERLAP = 1.8;
/**
 * Distance of points, in pixels, that is near enough: squares that overlap have no holes then, and a third of all pictures do with a
 * level less, and so with a quarter of the points, than they would for a distance of one.
 */
const NEAR_ENOUGH = 1.25;
