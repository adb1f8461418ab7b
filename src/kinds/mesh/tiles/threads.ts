import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inThread, threadData } from '../../../concurrency/index.ts';
import type { Box3 } from '../../../geodata/place/box.ts';
import type { CortoMesh } from '../corto/corto-encode.ts';
import { openNexus } from '../nexus/nexus-reader.ts';
import { openPictures } from '../textures/open-pictures.ts';
import { openPacker, type Packer } from '../textures/pack-pictures.ts';
import type { Cell } from './cells.ts';
import type { Frame } from './frame.ts';
import { makeTile, type MadeTile, type PictureFormat } from './make-tile.ts';

/** What every thread of a build is given. */
export interface TileThreadData {
  /** Path of the Nexus. */
  readonly nexus: string;
  readonly scratch: string;
  readonly format: PictureFormat;
}

/** A node as it is needed to plan tiles. */
export interface MeasuredNode {
  /** x, y, z of the middle of each triangle. */
  readonly middles: Float32Array<ArrayBuffer>;
  readonly box: Box3;
  /** In memory that all threads have; null where it is to be decoded again. */
  readonly mesh: CortoMesh | null;
}

/** Tiles beside each other, whose pictures are decoded together. */
export interface TileBatch {
  readonly frame: Frame;
  readonly slack: number;
  readonly hasPictures: boolean;
  readonly nodes: readonly { readonly number: number; readonly mesh: CortoMesh | null }[];
  readonly tiles: readonly PlannedTile[];
}

export interface PlannedTile {
  readonly cell: Cell;
  /** Which of the nodes of the batch reach into it. */
  readonly nodes: readonly number[];
  /** File to write. */
  readonly path: string;
}

/** What was made of a planned tile; null where nothing lies in its cell. */
export type WrittenTile = Omit<MadeTile, 'glb'> & { readonly bytes: number };

const { nexus, scratch, format } = threadData() as TileThreadData;
const reader = await openNexus(nexus);

/** Decodes a node. @param isKept whether its mesh is handed out to all threads */
export const measure = inThread(
  async ({ number, isKept }: { readonly number: number; readonly isKept: boolean }): Promise<MeasuredNode> => {
    const mesh = await reader.readNode(number);
    return { ...measured(mesh), mesh: isKept ? inSharedMemory(mesh) : null };
  },
  ({ middles }) => [middles.buffer],
);

function measured({ positions, triangles }: CortoMesh): Pick<MeasuredNode, 'middles' | 'box'> {
  const middles = new Float32Array(triangles.length);
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [[number, number, number], [number, number, number]];
  for (let at = 0; at < triangles.length; at += 3)
    for (let axis = 0; axis < 3; axis += 1) {
      let sum = 0;
      for (let corner = 0; corner < 3; corner += 1) {
        const place = positions[3 * triangles[at + corner]! + axis]!;
        sum += place;
        if (place < min[axis]!) min[axis] = place;
        if (place > max[axis]!) max[axis] = place;
      }
      middles[at + axis] = sum / 3;
    }
  return { middles, box: { min, max } };
}

function inSharedMemory({ positions, normals, colours, uvs, triangles, groups }: CortoMesh): CortoMesh {
  return {
    positions: shared(Float32Array, positions),
    normals: normals && shared(Float32Array, normals),
    colours: colours && shared(Uint8Array, colours),
    uvs: uvs && shared(Float32Array, uvs),
    triangles: shared(Uint32Array, triangles),
    groups,
  };
}

type Values = Float32Array | Uint32Array | Uint8Array;

function shared<T extends Values>(
  Type: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  values: T,
): T {
  const copy = new Type(new SharedArrayBuffer(values.length * Type.BYTES_PER_ELEMENT));
  copy.set(values);
  return copy;
}

/** Makes and writes tiles. */
export const make = inThread(
  async (batch: TileBatch, { throwIfCancelled }): Promise<readonly (WrittenTile | null)[]> => {
    const folder = join(scratch, `tiles-${crypto.randomUUID()}`);
    await mkdir(folder);
    let packer: Packer | null = null;
    try {
      if (batch.hasPictures) packer = openPacker((await openPictures(await picturesOf(batch), folder)).files);
      const meshes = await Promise.all(batch.nodes.map(async ({ number, mesh }) => mesh ?? reader.readNode(number)));
      const made: (WrittenTile | null)[] = [];
      for (const { cell, nodes, path } of batch.tiles) {
        throwIfCancelled();
        const { frame, slack } = batch;
        const tile = await makeTile({
          cell,
          meshes: nodes.map((node) => meshes[node]!),
          numbers: nodes,
          packer,
          frame,
          slack,
          format,
        });
        if (tile !== null) await writeFile(path, tile.glb, { flag: 'wx' });
        made.push(tile && { box: tile.box, triangles: tile.triangles, pixel: tile.pixel, bytes: tile.glb.length });
      }
      return made;
    } finally {
      packer?.close();
      await rm(folder, { recursive: true });
    }
  },
);

const picturesOf = ({ nodes }: TileBatch) =>
  Promise.all(
    nodes.map(async ({ number }) => {
      const { firstPatch } = reader.head.nodes[number]!;
      // All patches of a node have the same one.
      const texture = reader.head.patches[firstPatch]?.texture ?? null;
      const bytes = texture === null ? null : await reader.readTexture(texture);
      return bytes && { bytes };
    }),
  );
