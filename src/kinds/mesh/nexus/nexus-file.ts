import { open } from 'node:fs/promises';
import { type LevelNode, SINK } from '../levels/build-levels.ts';
import { type Bound } from './saturate.ts';

/** What vertices of all nodes have. */
export interface NexusLayout {
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
  readonly hasTextures: boolean;
  /** Whether nodes are Corto streams. */
  readonly isCompressed: boolean;
}

/** Bytes of nodes and pictures, by the number of the node. */
export interface NexusData {
  node(number: number): Promise<Uint8Array>;
  /** JPEG; undefined where the node has none. */
  texture(number: number): Promise<Uint8Array | undefined>;
}

const MAGIC = 0x4e78_7320;
const VERSION = 2;
/** Everything begins at a multiple of it. */
const UNIT = 256;
const [HEADER, NODE, PATCH, TEXTURE] = [88, 44, 12, 68] as const;
const [TEXTURED, CORTO] = [1, 4] as const;
/** Types of values. */
const [UINT8, INT16, UINT16, FLOAT32] = [2, 3, 4, 7] as const;
const NO_TEXTURE = 0xffff_ffff;

/**
 * Writes a Nexus 2: nodes from the coarsest to the finest, so each behind those that it replaces triangles of.
 *
 * @param path of a file that does not exist
 * @param nodes each behind those that replace its triangles
 */
export async function writeNexus(
  path: string,
  nodes: readonly LevelNode[],
  bounds: readonly Bound[],
  layout: NexusLayout,
  data: NexusData,
): Promise<void> {
  const last = nodes.length - 1;
  const patchCount = nodes.reduce((sum, { patches }) => sum + patches.length, 0);
  const textureCount = layout.hasTextures ? nodes.length + 1 : 0;
  const tables = HEADER + NODE * (nodes.length + 1) + PATCH * patchCount + TEXTURE * textureCount;
  const head = Buffer.alloc(UNIT * Math.ceil(tables / UNIT));
  const file = await open(path, 'wx');
  try {
    let at = head.length;
    const append = async (bytes: Uint8Array): Promise<void> => {
      for (let done = 0; done < bytes.length;)
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      at = UNIT * Math.ceil((at + bytes.length) / UNIT);
    };
    const [nodeTable, patchTable] = [HEADER, HEADER + NODE * (nodes.length + 1)];
    const textureTable = patchTable + PATCH * patchCount;
    let patch = 0;
    for (let number = 0; number < nodes.length; number += 1) {
      const [node, bound] = [nodes[last - number]!, bounds[last - number]!];
      const entry = nodeTable + NODE * number;
      head.writeUInt32LE(at / UNIT, entry);
      head.writeUInt16LE(node.vertices.length, entry + 4);
      head.writeUInt16LE(node.triangles.length / 3, entry + 6);
      head.writeFloatLE(bound.error, entry + 8);
      // Twelve to nineteen: a cone of the normals, which readers do without.
      [...bound.centre, bound.radius, bound.tight].forEach((value, index) =>
        head.writeFloatLE(value, entry + 20 + 4 * index),
      );
      head.writeUInt32LE(patch, entry + 40);
      for (const { node: finer, end } of node.patches) {
        const place = patchTable + PATCH * patch;
        head.writeUInt32LE(finer === SINK ? nodes.length : last - finer, place);
        head.writeUInt32LE(end, place + 4);
        head.writeUInt32LE(layout.hasTextures ? number : NO_TEXTURE, place + 8);
        patch += 1;
      }
      await append(await data.node(last - number));
    }
    // The end of the nodes, to which the finest lead.
    head.writeUInt32LE(at / UNIT, nodeTable + NODE * nodes.length);
    head.writeUInt32LE(patch, nodeTable + NODE * nodes.length + 40);
    if (layout.hasTextures) {
      for (let number = 0; number < nodes.length; number += 1) {
        head.writeUInt32LE(at / UNIT, textureTable + TEXTURE * number);
        const picture = await data.texture(last - number);
        if (picture !== undefined) await append(picture);
      }
      head.writeUInt32LE(at / UNIT, textureTable + TEXTURE * nodes.length);
    }
    writeHeader(head, nodes, bounds, layout, { patchCount, textureCount });
    await file.write(head, 0, head.length, 0);
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

function writeHeader(
  head: Buffer,
  nodes: readonly LevelNode[],
  bounds: readonly Bound[],
  layout: NexusLayout,
  counts: { readonly patchCount: number; readonly textureCount: number },
): void {
  const vertices = nodes.reduce((sum, node) => sum + node.vertices.length, 0);
  const triangles = nodes.reduce((sum, node) => sum + node.triangles.length / 3, 0);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(VERSION, 4);
  head.writeBigUInt64LE(BigInt(vertices), 8);
  head.writeBigUInt64LE(BigInt(triangles), 16);
  const attributes = [
    [FLOAT32, 3],
    layout.hasNormals ? [INT16, 3] : [0, 0],
    layout.hasColours ? [UINT8, 4] : [0, 0],
    layout.hasTextures ? [FLOAT32, 2] : [0, 0],
  ] as const;
  attributes.forEach(([type, count], index) => head.set([type, count], 24 + 2 * index));
  head.set([UINT16, 3], 40);
  head.writeUInt32LE((layout.hasTextures ? TEXTURED : 0) | (layout.isCompressed ? CORTO : 0), 56);
  head.writeUInt32LE(nodes.length + 1, 60);
  head.writeUInt32LE(counts.patchCount, 64);
  head.writeUInt32LE(counts.textureCount, 68);
  const whole = bounds.at(-1)!;
  [...whole.centre, whole.radius].forEach((value, index) => head.writeFloatLE(value, 72 + 4 * index));
}
