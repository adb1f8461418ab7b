import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createThreads } from '../../../concurrency/index.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { buildLevels } from '../levels/build-levels.ts';
import { areaOf } from '../levels/simplify.ts';
import { type Surface, surfaceOf } from '../levels/surface.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { type OpenedBefore, openPictures, type PictureStore } from '../textures/open-pictures.ts';
import type { PictureFiles } from '../textures/picture-files.ts';
import { createNexusFile } from './nexus-file.ts';
import type * as work from './threads.ts';
import type { NexusThreadData } from './threads.ts';

export interface NexusBuild {
  /** File to write. */
  readonly output: string;
  /** Folder for scratch files, which are removed. */
  readonly scratch: string;
  /** Whether nodes are written as Corto streams. */
  readonly isCompressed: boolean;
  /** Pictures of the model that lie in the folder already. */
  readonly pictures?: OpenedBefore | undefined;
  /** Triangles of a node; absent: as many as suit the pictures. */
  readonly cellTriangles?: number;
}

export interface BuiltNexus {
  readonly nodes: number;
  readonly levels: number;
  /** Nodes that are always shown. */
  readonly roots: number;
  readonly bytes: number;
  /** Positions are rounded to multiples of it. */
  readonly step: number;
  /** What was not drawn as it should be, in whole sentences. */
  readonly problems: readonly string[];
}

/** Few requests, and a node that is decoded within a frame. Vertices are at most three times as many, numbered by 16 bits. */
const CELL_TRIANGLES = 8192;
/** Fewer where their pictures would be larger: what is loaded for one more node is then not much more than is seen of it. */
const [LEAST_TRIANGLES, CELL_PIXELS] = [1024, 2048 * 2048] as const;
/** Each has up to 250 MB; four and the model stay below 2 GB. */
const MOST_THREADS = 4;
const LONGEST_CELL_MS = 3_600_000;
/** Pictures named in warnings. */
const NAMED = 10;

/** Builds a Nexus of a model. @throws OperationRefusal where it has no triangle with an area */
export async function buildNexus(
  model: TriangleModel,
  { output, scratch, isCompressed, pictures: before, cellTriangles }: NexusBuild,
  progress: (share: number) => void,
): Promise<BuiltNexus> {
  const sources = model.materials.map(({ texture }) => (model.uvs === null ? null : texture));
  const store = await openPictures(sources, scratch, { before });
  try {
    const { pictures } = store.files;
    const surface = surfaceOf(model, (material) => pictures[material] !== null);
    if (surface.triangles.length === 0)
      throw new OperationRefusal('None of its triangles has three corners at three places.');
    const data: NexusThreadData = {
      surface,
      materials: model.materials.map((material) => ({ ...material, texture: null })),
      pictures: surface.uvs === null ? null : store.files,
      isCompressed,
    };
    const most = cellTriangles ?? trianglesOfCell(surface, store.files);
    const built = await writeNodes(data, { output, scratch, most }, progress);
    return { ...built, step: surface.step, problems: problemsOf(model, store) };
  } finally {
    await store.close();
  }
}

async function writeNodes(
  data: NexusThreadData,
  { output, scratch, most }: { readonly output: string; readonly scratch: string; readonly most: number },
  progress: (share: number) => void,
): Promise<Pick<BuiltNexus, 'nodes' | 'levels' | 'roots' | 'bytes'>> {
  const { surface, isCompressed } = data;
  const count = Math.max(1, Math.min(MOST_THREADS, availableParallelism()));
  const ahead = 3 * count;
  const threads = createThreads<typeof work>({
    module: new URL('threads.ts', import.meta.url),
    threads: count,
    data,
    waiting: ahead,
    timeoutMs: LONGEST_CELL_MS,
  });
  try {
    const layout = {
      hasNormals: surface.normals !== null,
      hasColours: surface.colours !== null,
      hasTextures: data.pictures !== null,
      isCompressed,
    };
    const file = await createNexusFile(output, join(scratch, 'nodes.tmp'), layout);
    try {
      let nodes = 0;
      const levels = await buildLevels(surface, {
        cellTriangles: most,
        ahead,
        work: (cell) => threads.run('makeNode', cell),
        async take({ left: _left, ...node }) {
          await file.add(node);
          nodes += 1;
        },
        progress,
      });
      return { nodes, levels: levels.length, ...(await file.finish()) };
    } finally {
      await file.close();
    }
  } finally {
    await threads.close();
  }
}

/** Fewer triangles where each has many pixels. */
function trianglesOfCell({ triangles, uvs, materialOf }: Surface, { pictures }: PictureFiles): number {
  if (uvs === null) return CELL_TRIANGLES;
  let pixels = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const picture = pictures[materialOf![triangles[at]!]!];
    if (picture) pixels += areaOf(uvs, 2, triangles, at) * picture.width * picture.height;
  }
  if (pixels === 0) return CELL_TRIANGLES;
  const fitting = Math.floor((CELL_PIXELS * triangles.length) / 3 / pixels);
  // Places in pictures can be of any size: then their areas are no numbers.
  return Number.isFinite(fitting) ? Math.max(LEAST_TRIANGLES, Math.min(CELL_TRIANGLES, fitting)) : LEAST_TRIANGLES;
}

function problemsOf({ materials }: TriangleModel, { broken }: PictureStore): readonly string[] {
  const lines = broken.map(({ index, reason }) => {
    const { name } = materials[index]!;
    return `The picture of ${name === '' ? 'a material without a name' : `the material ${name}`} is not drawn. ${reason}`;
  });
  const named = [...new Set(lines)];
  return [
    ...named.slice(0, NAMED),
    ...(named.length > NAMED ? [`${named.length - NAMED} more pictures are not drawn.`] : []),
  ];
}
