import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { isSoundBox, type Vector3 } from '../../../geodata/place/box.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { createThreads, inOrder, type Threads } from '../../../concurrency/index.ts';
import { childOf, keyText, type NodeKey } from '../copc/copc-layout.ts';
import { dimensionsOf } from '../records/dimensions.ts';
import { FOOTPRINT_CELLS, type FootprintGrid, type Measures } from '../records/records.ts';
import { MAX_LEVEL } from '../octree/octree.ts';
import { createCopcFile, type CopcHead } from './copc-file.ts';

import { byReturn, joined, noMeasures, storedBox } from './measures.ts';
import type { PointLayout } from './point-layout.ts';
import { openSpill, type Extent, type Spill } from './spill.ts';
import type * as work from './threads.ts';
import type { BuildThreadData, Grouped, Stored } from './threads.ts';
import { piecesOf, type SourcePlan } from './point-source.ts';
import { recordBytesOf } from './point-layout.ts';

type Work = typeof work;

export interface CloudBuild {
  readonly source: SourcePlan;
  /** As declared; what is found counts. */
  readonly points: number;
  readonly bounds: { readonly min: Vector3; readonly max: Vector3 };
  readonly head: Omit<CopcHead, 'layout' | 'cube'>;
  /** File to write. */
  readonly output: string;
  /** Folder for scratch files, which are removed. */
  readonly scratch: string;
  /** Points that are arranged at once; absent: as many as memory is meant for. */
  readonly partPoints?: number;
}

export interface BuiltCloud {
  readonly measures: Measures;
  readonly footprint: Uint8Array;
  readonly grid: FootprintGrid;
  readonly nodes: number;
  readonly bytes: number;
}

/** Points that are arranged at once: with their numbers and codes some 90 MB. Fewer where each of them has more bytes. */
const PART_POINTS = 1_000_000;
const PART_BYTES = 40_000_000;
/** A part with so many times the points is divided again. */
const LARGEST_PART = 3;
/** Parts of the first division: 32 a side at most, of which a surface fills a thousand. */
const MAX_DEPTH = 5;
/** Each thread needs up to 350 MB; three and the service's share stay below 1.5 GB. */
const MAX_THREADS = 3;
const LONGEST_PIECE_MS = 3_600_000;

export const buildThreads = (): number => Math.max(1, Math.min(MAX_THREADS, availableParallelism()));

/** A part of the cloud, whose records wait in a scratch file. */
interface Part {
  readonly node: NodeKey;
  readonly stored: Stored;
  readonly points: number;
}

/**
 * Builds a COPC: points are read once, spread over scratch files by place, and then arranged part by part. Memory does not grow with the
 * cloud; the scratch files together take as many bytes as the points do without compression.
 *
 * @param progress told of the share of the work that is done
 */
export async function buildCloud(job: CloudBuild, progress: (share: number) => void): Promise<BuiltCloud> {
  const { layout } = job.source;
  const isSound = Number.isFinite(cubeOf(job.bounds, layout).side);
  const found = await attempt(job, isSound ? job.bounds : { min: layout.offset, max: layout.offset }, progress);
  if (found.built !== undefined) return found.built;
  // The header said that points lie elsewhere than they do.
  return (await attempt(job, cloudBounds(layout, found.measures), progress)).built!;
}

const partPointsOf = ({ partPoints, source: { layout } }: CloudBuild): number =>
  partPoints ?? Math.max(1, Math.min(PART_POINTS, Math.floor(PART_BYTES / recordBytesOf(layout))));

export function requirePoints(points: number): void {
  if (points < 2) throw new OperationRefusal(`It has ${points === 1 ? 'one point' : 'no point'}; a cloud needs two.`);
}

/** Points that make no area: nothing can be arranged. */
const LEAST_EXTENT = 1e-10;

/** @throws OperationRefusal for less than two points, and for points at one place */
export function requireExtent(layout: PointLayout, measures: Measures): void {
  requirePoints(measures.points);
  const { min, max } = cloudBounds(layout, measures);
  if (!isSoundBox({ min, max })) throw new OperationRefusal('Its scale takes its points beyond every number.');
  if (max[0] - min[0] < LEAST_EXTENT && max[1] - min[1] < LEAST_EXTENT)
    throw new OperationRefusal('All its points lie at one place: there is no extent to arrange them in.');
}

/** Lowest and highest coordinates of all points. */
export function cloudBounds(layout: PointLayout, measures: Measures): CloudBuild['bounds'] {
  const { min, max } = storedBox(measures);
  return { min: worldOf(min, layout), max: worldOf(max, layout) };
}

const worldOf = (stored: Vector3, { scale, offset }: PointLayout): Vector3 => [
  stored[0] * scale[0] + offset[0],
  stored[1] * scale[1] + offset[1],
  stored[2] * scale[2] + offset[2],
];

/** A cube that is larger by more levels than one has nodes without use, and cells of the outline that tell nothing. */
const MOST_ROOM = 4;

/** @returns no cloud where points lie outside of the bounds, or in a small part of them */
async function attempt(
  job: CloudBuild,
  bounds: CloudBuild['bounds'],
  progress: (share: number) => void,
): Promise<{ readonly measures: Measures; readonly built?: BuiltCloud }> {
  const { source, head, output, scratch } = job;
  const { layout } = source;
  const cube = { ...cubeOf(bounds, layout), scale: layout.scale, offset: layout.offset };
  const footprint = new Uint8Array(new SharedArrayBuffer(FOOTPRINT_CELLS ** 2));
  const grid = gridOf(bounds, layout);
  const scratchFile = join(scratch, `points-${crypto.randomUUID()}.tmp`);
  const data: BuildThreadData = { source, cube, grid, footprint };
  const count = buildThreads();
  const threads = createThreads<Work>({
    module: new URL('threads.ts', import.meta.url),
    threads: count,
    data,
    waiting: 4 * count,
    timeoutMs: LONGEST_PIECE_MS,
  });
  try {
    const half = (share: number): void => progress(share / 2);
    const { parts, measures } = await spread(job, scratchFile, threads, count, half);
    requireExtent(layout, measures);
    const isTight = cube.side <= MOST_ROOM * cubeOf(cloudBounds(layout, measures), layout).side;
    if (!isTight || !isWithin(measures, bounds, layout)) return { measures };
    const file = await createCopcFile(output, { ...head, layout, cube });
    try {
      await arrange(
        parts,
        {
          threads,
          ahead: 2 * count,
          file,
          scratch,
          points: measures.points,
          recordBytes: recordBytesOf(layout),
          partPoints: partPointsOf(job),
        },
        (share) => progress(0.5 + share / 2),
      );
      const stored = storedBox(measures);
      const times = measures.ranges[dimensionsOf(layout).findIndex(({ name }) => name === 'GpsTime')]!;
      const written = await file.finish({
        min: worldOf(stored.min, layout),
        max: worldOf(stored.max, layout),
        gpsTime: times.count === 0 ? [0, 0] : [times.lowest, times.highest],
        byReturn: byReturn(measures),
      });
      return { measures, built: { measures, footprint, grid, ...written } };
    } finally {
      await file.close();
    }
  } finally {
    await threads.close();
    await rm(scratchFile, { force: true });
  }
}

/** Levels at which the first division has parts of a useful size; a surface has four parts where a part is divided. */
const depthOf = (points: number, partPoints: number): number =>
  points <= partPoints ? 0 : Math.min(MAX_DEPTH, Math.ceil(Math.log(points / partPoints) / Math.log(4)));

const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };

/** Reads all points and spreads them over parts. */
async function spread(
  job: CloudBuild,
  scratchFile: string,
  threads: Threads<Work>,
  count: number,
  progress: (share: number) => void,
): Promise<{ readonly parts: readonly Part[]; readonly measures: Measures }> {
  const { points, source } = job;
  const depth = depthOf(points, partPointsOf(job));
  const pieces = piecesOf(source);
  const recordBytes = recordBytesOf(source.layout);
  const spill = await openSpill(scratchFile);
  try {
    let measures = noMeasures(dimensionsOf(source.layout));
    await inOrder(
      pieces,
      2 * count,
      (piece) => threads.run('read', { piece, depth }),
      async (group, piece) => {
        measures = joined(measures, group.measures);
        await addGroups(spill, group, recordBytes);
        progress((piece + 1) / pieces);
      },
    );
    return { parts: partsOf(await spill.finish(), spill.path, ROOT, depth, recordBytes), measures };
  } finally {
    await spill.close();
  }
}

async function addGroups(spill: Spill, { records, cells }: Grouped, recordBytes: number): Promise<void> {
  let at = 0;
  for (let index = 0; index < cells.length; index += 2) {
    const bytes = cells[index + 1]! * recordBytes;
    await spill.add(cells[index]!, new Uint8Array(records, at, bytes));
    at += bytes;
  }
}

function partsOf(
  groups: ReadonlyMap<number, readonly Extent[]>,
  path: string,
  node: NodeKey,
  depth: number,
  recordBytes: number,
): readonly Part[] {
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([cell, extents]) => ({
      node: descendant(node, cell, depth),
      stored: { path, extents },
      points: extents.reduce((sum, { bytes }) => sum + bytes, 0) / recordBytes,
    }));
}

/** The node of a cell; three bits of its number a level, the coarsest first. */
function descendant(node: NodeKey, cell: number, depth: number): NodeKey {
  let key = node;
  for (let level = depth - 1; level >= 0; level -= 1) key = childOf(key, (cell >> (3 * level)) & 7);
  return key;
}

interface Arranging {
  readonly threads: Threads<Work>;
  readonly ahead: number;
  readonly file: { add(key: NodeKey, points: number, chunk: Uint8Array): Promise<void> };
  readonly scratch: string;
  readonly points: number;
  readonly recordBytes: number;
  readonly partPoints: number;
}

/** Writes the nodes of all parts, then those above them. */
async function arrange(parts: readonly Part[], work: Arranging, progress: (share: number) => void): Promise<void> {
  const { threads, ahead, file, scratch, points, partPoints } = work;
  const above = await openSpill(join(scratch, `above-${crypto.randomUUID()}.tmp`));
  const keys = new Map<string, { readonly key: NodeKey; readonly group: number }>();
  let done = 0;
  const arrangeAll = async (list: readonly Part[]): Promise<void> => {
    const isLarge = (part: Part): boolean => part.points > LARGEST_PART * partPoints;
    const [small, large] = [list.filter((part) => !isLarge(part)), list.filter(isLarge)];
    await inOrder(
      small.length,
      ahead,
      (index) => threads.run('build', { stored: small[index]!.stored, node: small[index]!.node }),
      async ({ nodes, chunks, above: upper, records }, index) => {
        let at = 0;
        for (const { key, points: count, bytes } of nodes) {
          await file.add(key, count, new Uint8Array(chunks, at, bytes));
          at += bytes;
        }
        at = 0;
        for (const { key, bytes } of upper) {
          const text = keyText(key);
          const known = keys.get(text) ?? { key, group: keys.size };
          keys.set(text, known);
          await above.add(known.group, new Uint8Array(records, at, bytes));
          at += bytes;
        }
        done += small[index]!.points;
        progress(done / points);
      },
    );
    for (const part of large) await divided(part, part === large.at(-1), work, arrangeAll);
  };
  try {
    await arrangeAll(parts);
    const groups = await above.finish();
    const uppers = [...keys.values()].toSorted((one, other) => other.key.level - one.key.level);
    await inOrder(
      uppers.length,
      ahead,
      (index) => threads.run('encode', { stored: { path: above.path, extents: groups.get(uppers[index]!.group)! } }),
      ({ points: count, chunk }, index) => file.add(uppers[index]!.key, count, new Uint8Array(chunk)),
    );
  } finally {
    await above.close();
    await rm(above.path, { force: true });
  }
}

/**
 * Divides a part that is too large, and has its parts arranged.
 *
 * @param isLast whether nobody reads the scratch file of the part any more: else one far point would have all others copied at each division
 */
async function divided(
  { node, stored, points }: Part,
  isLast: boolean,
  { threads, scratch, recordBytes, partPoints }: Arranging,
  arrangeAll: (parts: readonly Part[]) => Promise<void>,
): Promise<void> {
  const depth = Math.min(MAX_LEVEL - node.level, Math.max(1, depthOf(points, partPoints)));
  if (depth === 0)
    throw new OperationRefusal(`${points} of its points lie at one place, more than a node of the cloud can hold.`);
  const spill = await openSpill(join(scratch, `points-${crypto.randomUUID()}.tmp`));
  try {
    const pieces = piecesOfStored(stored, recordBytes, partPoints);
    await inOrder(
      pieces.length,
      4,
      (index) => threads.run('split', { stored: pieces[index]!, node, depth }),
      (group) => addGroups(spill, group, recordBytes),
    );
    const parts = partsOf(await spill.finish(), spill.path, node, depth, recordBytes);
    if (isLast) await rm(stored.path);
    await arrangeAll(parts);
  } finally {
    await spill.close();
    await rm(spill.path, { force: true });
  }
}

/** Pieces of stored records that a thread takes at once. */
function piecesOfStored({ path, extents }: Stored, recordBytes: number, partPoints: number): readonly Stored[] {
  const most = partPoints * recordBytes;
  const pieces: Extent[][] = [];
  let size = Infinity;
  for (const extent of extents) {
    if (size + extent.bytes > most) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)!.push(extent);
    size += extent.bytes;
  }
  return pieces.map((list) => ({ path, extents: list }));
}

/**
 * The cube begins half a step of the coordinates below the lowest point, and its side is a multiple of many steps: so no point lies on the
 * border of a node, where programs that reckon in another order would put it into another one.
 */
function cubeOf(
  { min, max }: CloudBuild['bounds'],
  { scale }: PointLayout,
): { readonly min: Vector3; readonly side: number } {
  const step = Math.min(...scale);
  const steps = Math.max(...[0, 1, 2].map((axis) => (max[axis]! - min[axis]! + scale[axis]!) / step));
  // At most 1.6 % larger than needed.
  const multiple = 2 ** Math.max(0, Math.floor(Math.log2(steps / 64)));
  return {
    min: [min[0] - scale[0] / 2, min[1] - scale[1] / 2, min[2] - scale[2] / 2],
    side: Math.ceil(steps / multiple) * multiple * step,
  };
}

export function gridOf({ min, max }: CloudBuild['bounds'], { scale, offset }: PointLayout): FootprintGrid {
  const axis = (index: 0 | 1): readonly [number, number] => {
    const first = Math.round((min[index] - offset[index]) / scale[index]);
    const last = Math.round((max[index] - offset[index]) / scale[index]);
    return [first, FOOTPRINT_CELLS / (last - first + 1)];
  };
  const [[x, cellsX], [y, cellsY]] = [axis(0), axis(1)];
  return { origin: [x, y], cells: [cellsX, cellsY] };
}

/** Half a step of slack: bounds in headers are written by other programs. */
export function isWithin(measures: Measures, bounds: CloudBuild['bounds'], layout: PointLayout): boolean {
  const stored = storedBox(measures);
  const [min, max] = [worldOf(stored.min, layout), worldOf(stored.max, layout)];
  return [0, 1, 2].every(
    (axis) =>
      min[axis]! >= bounds.min[axis]! - layout.scale[axis]! / 4 &&
      max[axis]! <= bounds.max[axis]! + layout.scale[axis]! / 4,
  );
}
