import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createThreads, type Threads } from '../../../concurrency/index.ts';
import { OperationRefusal, requireFreeSpace } from '../../../engine/for-children.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import type { CortoMesh } from '../corto/corto-encode.ts';
import { type NexusReader, openNexus } from '../nexus/nexus-reader.ts';
import type { ModelPlace } from '../place/model-place.ts';
import { CONTENTS, TILESET } from './artifacts.ts';
import { type CellTree, cellsBelow, cutCells, meets, newCells, NODES_A_TILE } from './cells.ts';
import { frameOf } from './frame-of-place.ts';
import type { Frame } from './frame.ts';
import type { PictureFormat } from './make-tile.ts';
import type * as work from './threads.ts';
import type { PlannedTile, TileBatch, TileThreadData, WrittenTile } from './threads.ts';
import { type Tile, tilesetOf } from './tileset.ts';

export interface TilesBuild {
  /** Path of the Nexus. */
  readonly nexus: string;
  /** Folder to make: absent or empty. */
  readonly output: string;
  /** Null for a model that lies nowhere. */
  readonly place: ModelPlace | null;
  /** Coordinates of the model that lie at the zero of the Nexus. */
  readonly origin: Vector3;
  /** Default: jpeg. */
  readonly format?: PictureFormat;
}

export interface BuiltTiles {
  /** Files with something to draw. */
  readonly tiles: number;
  readonly levels: number;
  /** Triangles of all levels. */
  readonly triangles: number;
  readonly bytes: number;
}

/** Each has up to 400 MB: a large picture three times. */
const MOST_THREADS = 3;
const LONGEST_BATCH_MS = 3_600_000;
/** Every second level: a tile has some four tiles below it, each about as large. */
const LEVELS_A_STEP = 2;
/** Bytes of decoded nodes that are kept: those of 10 million triangles. Others are decoded once more. */
const KEPT_BYTES = 400e6;
/** Bytes of a triangle of a decoded node and its share of vertices. */
const TRIANGLE_BYTES = 40;
/** How near to the side of a cell a vertex counts as on it, by the size of the model: some steps of its floats. */
const SLACK = 1e-7;
/** Tiles whose pictures are decoded together: most nodes then reach into one batch alone. */
const MOST_BATCH = 16;
/** Batches of a thread, so that none waits long for the others at the end. */
const BATCHES_A_THREAD = 4;

/**
 * Makes 3D Tiles of a Nexus. They are built aside and then renamed: there are all or none.
 *
 * @throws OperationRefusal when the output is there already, or part of the model has no place
 */
export async function nexusToTiles(build: TilesBuild, progress: (share: number) => void): Promise<BuiltTiles> {
  await requireEmpty(build.output);
  const aside = join(dirname(build.output), `tiles-${crypto.randomUUID()}`);
  const [made, scratch] = [join(aside, 'made'), join(aside, 'scratch')];
  await mkdir(aside);
  try {
    await mkdir(join(made, CONTENTS), { recursive: true });
    await mkdir(scratch);
    const built = await buildInto(made, scratch, build, progress);
    // Takes the place of an empty folder; one that was filled meanwhile is left alone.
    await rename(made, build.output);
    return built;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function requireEmpty(output: string): Promise<void> {
  const names = await readdir(output).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new OperationRefusal('There is a file where the tileset is to be.') : error;
  });
  if (names.length > 0) throw new OperationRefusal('The folder where the tileset is to be is not empty.');
}

async function buildInto(
  folder: string,
  scratch: string,
  { nexus, place, origin, format = 'jpeg' }: TilesBuild,
  progress: (share: number) => void,
): Promise<BuiltTiles> {
  const reader = await openNexus(nexus);
  const data: TileThreadData = { nexus, scratch, format };
  const count = Math.max(1, Math.min(MOST_THREADS, availableParallelism()));
  const threads = createThreads<typeof work>({
    module: new URL('threads.ts', import.meta.url),
    threads: count,
    data,
    waiting: Infinity,
    timeoutMs: LONGEST_BATCH_MS,
  });
  try {
    const levels = await planLevels(reader, threads, (share) => progress(share * PLANNING));
    await requireFreeSpace(folder, spaceFor(levels, reader));
    const box = levels.flatMap(({ nodes }) => nodes.map((node) => node.box)).reduce(around);
    const frame = frameOf(place, origin, box);
    const made = await makeLevels(levels, { folder, threads, count, frame, reader, box }, (share) =>
      progress(PLANNING + share * (1 - PLANNING)),
    );
    const tileset = tilesetOf(tilesOf(levels, made, frame), frame.transform);
    if (tileset === null) throw new OperationRefusal('The Nexus has no triangle.');
    await writeFile(join(folder, TILESET.path), JSON.stringify(tileset), { flag: 'wx' });
    const written = [...made.values()].filter((tile) => tile !== null);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return {
      tiles: written.length,
      levels: levels.length,
      triangles: sum(written.map(({ triangles }) => triangles)),
      bytes: sum(written.map(({ bytes }) => bytes)),
    };
  } finally {
    await threads.close();
    await reader.close();
  }
}

/** Bytes of a tile by triangle, without its picture; those that are cut count in two tiles. */
const TRIANGLE_FILE_BYTES = 40;

/** Bytes of all tiles, about: pictures of every second level are two thirds of all, and grow a little by their margins. */
function spaceFor(levels: readonly PlannedLevel[], { head }: NexusReader): number {
  const triangles = levels
    .flatMap(({ nodes }) => nodes)
    .reduce((sum, { number }) => sum + head.nodes[number]!.triangles, 0);
  const pictures = head.textures.reduce((sum, { bytes }) => sum + bytes, 0);
  return TRIANGLE_FILE_BYTES * triangles + pictures;
}

/** Share of the time that planning takes. */
const PLANNING = 0.2;

interface PlannedLevel {
  readonly nodes: readonly PlannedNode[];
  /** In the order of the tree. */
  readonly cells: readonly CellTree[];
  /** By cell: how far, in units of the model, the surface may be off. */
  readonly errors: readonly number[];
}

interface PlannedNode {
  readonly number: number;
  readonly box: Box3;
  readonly mesh: CortoMesh | null;
}

/** Plans the levels from the coarsest to the finest. */
async function planLevels(
  reader: NexusReader,
  threads: Threads<typeof work>,
  progress: (share: number) => void,
): Promise<readonly PlannedLevel[]> {
  const byLevel = nodesByLevel(reader);
  const used = byLevel.map((_, level) => level).filter((level) => level % LEVELS_A_STEP === 0);
  const total = used.flatMap((level) => byLevel[level]!).length;
  const most = NODES_A_TILE * reader.head.nodes.reduce((largest, { triangles }) => Math.max(largest, triangles), 0);
  const tree = newCells();
  const levels: PlannedLevel[] = [];
  let [done, kept] = [0, 0];
  for (const level of used.toReversed()) {
    const found = await Promise.all(
      byLevel[level]!.map(async (number) => {
        const bytes = reader.head.nodes[number]!.triangles * TRIANGLE_BYTES;
        const isKept = kept + bytes <= KEPT_BYTES;
        if (isKept) kept += bytes;
        const measured = await threads.run('measure', { number, isKept });
        done += 1;
        progress(done / total);
        return { ...measured, number };
      }),
    );
    const cells = cutCells(tree, joinedFloats(found.map(({ middles }) => middles)), most);
    const finer = level === 0 ? [] : byLevel[level - 1]!.map((number) => reader.head.nodes[number]!);
    levels.push({
      nodes: found.map(({ number, box, mesh }) => ({ number, box, mesh })),
      cells,
      errors: cells.map(({ cell }) =>
        Math.max(0, ...finer.filter((node) => meets(cell, boxOfBall(node), 0)).map(({ error }) => error)),
      ),
    });
  }
  return levels;
}

function nodesByLevel({ head, levelOf }: NexusReader): readonly (readonly number[])[] {
  const levels: number[][] = [];
  head.nodes.forEach(({ triangles }, number) => {
    // The last node stands for the end, and has nothing.
    if (triangles > 0) (levels[levelOf(number)] ??= []).push(number);
  });
  return Array.from(levels, (numbers) => numbers ?? []);
}

/** Around the ball of a node alone, without those of finer ones. */
const boxOfBall = ({ centre, tight }: { readonly centre: Vector3; readonly tight: number }): Box3 => ({
  min: [centre[0] - tight, centre[1] - tight, centre[2] - tight],
  max: [centre[0] + tight, centre[1] + tight, centre[2] + tight],
});

function joinedFloats(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const around = (one: Box3, other: Box3): Box3 => ({
  min: one.min.map((value, axis) => Math.min(value, other.min[axis]!)) as unknown as Vector3,
  max: one.max.map((value, axis) => Math.max(value, other.max[axis]!)) as unknown as Vector3,
});

interface Making {
  readonly folder: string;
  readonly threads: Threads<typeof work>;
  /** Number of threads. */
  readonly count: number;
  readonly frame: Frame;
  readonly reader: NexusReader;
  readonly box: Box3;
}

/** Path of the content of a tile below the tileset. */
const contentPath = (level: number, cell: number): string => `${CONTENTS}/${level}-${cell}.glb`;

/** Makes all tiles. @returns what was written, by path */
async function makeLevels(
  levels: readonly PlannedLevel[],
  { folder, threads, count, frame, reader, box }: Making,
  progress: (share: number) => void,
): Promise<ReadonlyMap<string, WrittenTile | null>> {
  const slack = SLACK * Math.hypot(...box.max.map((value, axis) => value - box.min[axis]!));
  const made = new Map<string, WrittenTile | null>();
  const total = levels.reduce((sum, { cells }) => sum + cells.length, 0);
  const batches = levels.flatMap((level, depth) =>
    batchesOf(level, count).map((cells) => ({ ...batchOf(level, cells, depth, folder, slack), cells, depth })),
  );
  await Promise.all(
    batches.map(async ({ cells, depth, ...batch }) => {
      const hasPictures = reader.head.hasTextures;
      const tiles = await threads.run('make', { ...batch, frame, slack, hasPictures });
      tiles.forEach((tile, index) => made.set(contentPath(depth, cells[index]!), tile));
      progress(made.size / total);
    }),
  );
  return made;
}

/** Numbers of cells that lie beside each other. */
function batchesOf({ cells }: PlannedLevel, threads: number): readonly (readonly number[])[] {
  const size = Math.max(1, Math.min(MOST_BATCH, Math.ceil(cells.length / (BATCHES_A_THREAD * threads))));
  return Array.from({ length: Math.ceil(cells.length / size) }, (_, batch) =>
    Array.from({ length: Math.min(size, cells.length - batch * size) }, (__, index) => batch * size + index),
  );
}

function batchOf(
  { nodes, cells }: PlannedLevel,
  numbers: readonly number[],
  depth: number,
  folder: string,
  slack: number,
): Pick<TileBatch, 'nodes' | 'tiles'> {
  const own: PlannedNode[] = [];
  const places = new Map<PlannedNode, number>();
  const tiles = numbers.map((number): PlannedTile => {
    const { cell } = cells[number]!;
    const reaching = nodes.filter((node) => meets(cell, node.box, slack));
    for (const node of reaching) if (!places.has(node)) places.set(node, own.push(node) - 1);
    return {
      cell,
      nodes: reaching.map((node) => places.get(node)!),
      path: join(folder, contentPath(depth, number)),
    };
  });
  return { nodes: own.map(({ number, mesh }) => ({ number, mesh })), tiles };
}

/**
 * Pixels of the screen by which viewers let a tile be off where nobody told them otherwise. With so many times the width of a pixel of its
 * picture as its error, a tile is replaced when those pixels are larger than the screen's: else flat ground would stay a blur.
 */
const VIEWER_PIXELS = 16;

/** The coarsest tiles, with those below them. */
function tilesOf(
  levels: readonly PlannedLevel[],
  made: ReadonlyMap<string, WrittenTile | null>,
  frame: Frame,
): readonly Tile[] {
  const below = levels.map(({ cells }, depth) => cellsBelow(cells, levels[depth + 1]?.cells ?? []));
  const tileOf = (depth: number, number: number): Tile => {
    const path = contentPath(depth, number);
    const tile = made.get(path) ?? null;
    return {
      content: tile && path,
      box: tile && tile.box,
      error: Math.max(levels[depth]!.errors[number]! * frame.metres, VIEWER_PIXELS * (tile?.pixel ?? 0)),
      children: below[depth]![number]!.map((finer) => tileOf(depth + 1, finer)),
    };
  };
  return levels[0]!.cells.map((_, number) => tileOf(0, number));
}
