import { inThread, threadData } from '../../../concurrency/index.ts';
import type { CellOutcome, CellWork } from '../levels/build-levels.ts';
import { type Cell, createGatherer, locksOf, valuesOf } from '../levels/cell.ts';
import { areaOf, createSimplifier } from '../levels/simplify.ts';
import type { Surface } from '../levels/surface.ts';
import type { Material } from '../model/triangle-model.ts';
import { openPacker } from '../textures/pack-pictures.ts';
import type { PictureFiles } from '../textures/picture-files.ts';
import { openPictureReader } from '../textures/picture-reader.ts';
import { createColourAt } from './colour-at.ts';
import { nodeBytes } from './node-bytes.ts';
import { texturedMesh } from './node-mesh.ts';
import type { NexusNode } from './nexus-file.ts';
import { ballAround } from './saturate.ts';

/** What every thread of a build is given. */
export interface NexusThreadData {
  readonly surface: Surface;
  readonly materials: readonly Material[];
  /** Null of a model without pictures. */
  readonly pictures: PictureFiles | null;
  readonly isCompressed: boolean;
}

export type NodeOutcome = CellOutcome & NexusNode;

/** Pixels of a side of the picture of a node, which every viewer can draw. */
const MOST_SIDE = 4096;
/** Places in a picture are told to a quarter of a pixel. */
const OF_PIXEL = 4;

const { surface, materials, pictures, isCompressed } = threadData() as NexusThreadData;
const gather = createGatherer(surface.places.length);
const simplify = await createSimplifier(surface);
// Open as long as the thread.
const packer = pictures === null ? null : openPacker(pictures);
const colourAt = pictures === null ? null : createColourAt(materials, openPictureReader(pictures));

/** Makes a node of a cell, and what is left of it for the next level. */
export const makeNode = inThread(
  async ({ level, first, end, isRoot }: CellWork): Promise<NodeOutcome> => {
    const cell = gather(level, first, end);
    const simplified = isRoot ? null : simplify(cell, locksOf(cell, level, surface));
    const { vertices, triangles, texture } = await dressed(cell, level.level);
    const positions = valuesOf(surface.positions, 3, vertices);
    const { centre, radius } = ballAround(positions);
    const mesh = {
      positions,
      normals: surface.normals && valuesOf(surface.normals, 3, vertices),
      colours: surface.colours && valuesOf(surface.colours, 4, vertices),
      uvs: texture?.uvs ?? null,
      triangles,
      groups: cell.patches.map((patch) => patch.end),
    };
    return {
      left: simplified?.triangles ?? new Uint32Array(),
      vertices: vertices.length,
      triangles: triangles.length / 3,
      patches: cell.patches,
      error: Math.max(simplified?.error ?? 0, texture?.pixel ?? 0),
      centre,
      tight: radius,
      bytes: nodeBytes(mesh, { position: surface.step, uv: texture?.step ?? 1 }, isCompressed),
      picture: texture?.picture ?? null,
    };
  },
  ({ left, bytes }) => [left.buffer as ArrayBuffer, bytes.buffer as ArrayBuffer],
);

interface NodeTexture {
  readonly picture: Uint8Array;
  readonly uvs: Float32Array;
  readonly step: number;
  /** Side of a pixel of the next coarser level on the surface. */
  readonly pixel: number;
}

interface Dressed {
  readonly vertices: Uint32Array;
  readonly triangles: Uint32Array;
  readonly texture: NodeTexture | null;
}

/** With the picture of its node: half as many pixels a triangle of the model each level, so about as many each node. */
async function dressed(cell: Cell, level: number): Promise<Dressed> {
  if (packer === null) return { ...cell, texture: null };
  const mesh = texturedMesh(cell, surface, materials.length, colourAt!);
  const { vertices, triangles, materialOf, gradients } = mesh;
  const request = {
    triangles,
    uvs: valuesOf(surface.uvs!, 2, vertices),
    materialOf,
    materials,
    gradients,
    scale: 2 ** (level / 2),
    mostSide: MOST_SIDE,
  };
  const { picture, width, height, uvs } = await packer.pack(request);
  const places = valuesOf(surface.positions, 3, vertices);
  let [area, pixels] = [0, 0];
  for (let at = 0; at < triangles.length; at += 3) {
    if (!packer.pictures[materialOf[at / 3]!]) continue;
    area += areaOf(places, 3, triangles, at);
    pixels += areaOf(uvs, 2, triangles, at) * width * height;
  }
  const step = 2 ** -Math.ceil(Math.log2(OF_PIXEL * Math.max(width, height)));
  const pixel = pixels > 0 ? Math.sqrt((2 * area) / pixels) : 0;
  return { vertices, triangles, texture: { picture, uvs, step, pixel } };
}
