import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfOwner } from '../../../geodata/place/crs-of-owner.ts';
import type { CloudBuild } from '../copc-build/build-cloud.ts';
import { formatOf, planColumnBuild, planEptBuild, planLasBuild, type Planned } from '../copc-build/build-copc.ts';
import type { LasPiece, LasSourcePlan } from '../copc-build/las-source.ts';
import { planColumns } from '../copc-build/plan-columns.ts';
import { openSource, piecesOf } from '../copc-build/point-source.ts';
import type { CopcNode } from '../copc/copc-layout.ts';
import { allNodes, CopcError, type CopcHeader, readCopcHeader } from '../copc/copc-reader.ts';
import type { Area } from './area.ts';
import type { CloudFile } from './request.ts';

/** What a program of a tool reads of an uploaded cloud. */
export type Cloud = Omit<CloudBuild, 'output' | 'scratch'>;

/**
 * Plans how the points of an uploaded file of any format are read. Files of columns (text, PLY, E57) are looked at as a whole.
 *
 * @throws OperationRefusal where they cannot be read
 */
export async function openCloud(
  { path, projection, tiles }: CloudFile,
  progress: (share: number) => void,
): Promise<Cloud> {
  const told = projection === null ? null : crsOfOwner(projection);
  const planned = await plan(path, tiles, progress);
  const cloud = withWkt({ ...planned, crs: told ?? planned.crs });
  const { scale, offset } = cloud.source.layout;
  if (!scale.every((step) => Number.isFinite(step) && step > 0) || !offset.every(Number.isFinite))
    throw new OperationRefusal('Its scale and offset are no numbers, so its points have no place.');
  return cloud;
}

function plan(path: string, tiles: CloudFile['tiles'], progress: (share: number) => void): Planned | Promise<Planned> {
  if (tiles !== null) return planEptBuild(path, tiles, progress);
  const format = formatOf(path);
  return format === 'las' ? planLasBuild(path) : planColumnBuild(planColumns(path, format), progress);
}

/** A LAS or LAZ file of our own. */
export const openLasCloud = (path: string): Cloud => withWkt(planLasBuild(path));

const withWkt = ({ crs, head, source, points, bounds }: Planned): Cloud => ({
  source,
  points,
  bounds,
  head: { ...head, wkt: crs?.toWKT() ?? null },
});

/**
 * The same cloud with fewer pieces to read: of a COPC only the nodes that meet an area. All other files, and COPC files whose octree is
 * not sound, are read as a whole.
 */
export async function withinArea(cloud: Cloud, area: Area | null): Promise<Cloud> {
  const { source } = cloud;
  if (area === null || source.kind !== 'las' || !source.compressed) return cloud;
  const nodes = await nodesOf(source, area);
  if (nodes === null) return cloud;
  const points = nodes.reduce((sum, node) => sum + node.points, 0);
  return { ...cloud, points, source: { ...source, pieces: nodes } };
}

/** Nodes that meet an area; null for a file that is no sound COPC. */
async function nodesOf({ path }: LasSourcePlan, area: Area): Promise<readonly LasPiece[] | null> {
  const window = openWindow(path);
  try {
    const source = {
      size: window.size,
      async read(offset: number, bytes: number): Promise<Buffer> {
        const found = window.bytes(offset, bytes);
        if (found === null) throw new CopcError('The file is cut off.');
        return found;
      },
    };
    const header = await readCopcHeader(source);
    const pieces: LasPiece[] = [];
    let points = 0;
    for await (const node of allNodes(source, header)) {
      points += node.points;
      if (node.points > 0 && area.meets(boxOf(node, header))) pieces.push(node);
    }
    // Nodes that are missing hide points: the chunk table leads to all of them.
    return points === header.pointCount ? pieces : null;
  } catch (error) {
    if (error instanceof CopcError) return null;
    throw error;
  } finally {
    window.close();
  }
}

/** The square of a node from above, with a step of the coordinates around it: programs round in different ways. */
function boxOf({ level, x, y }: CopcNode, { info, scale }: CopcHeader): readonly [number, number, number, number] {
  const side = (2 * info.halfSize) / 2 ** level;
  const [lowX, lowY] = [info.center[0] - info.halfSize + x * side, info.center[1] - info.halfSize + y * side];
  return [lowX - scale[0], lowY - scale[1], lowX + side + scale[0], lowY + side + scale[1]];
}

/**
 * Reads all points, piece by piece.
 *
 * @param take is given records that the next piece overwrites
 */
export async function eachPiece(
  { source }: Pick<Cloud, 'source'>,
  take: (records: Uint8Array) => Promise<void> | void,
  progress: (share: number) => void,
): Promise<void> {
  const points = await openSource(source);
  const pieces = piecesOf(source);
  try {
    for (let piece = 0; piece < pieces; piece += 1) {
      await take(points.read(piece));
      progress((piece + 1) / pieces);
    }
  } finally {
    points.close();
  }
}
