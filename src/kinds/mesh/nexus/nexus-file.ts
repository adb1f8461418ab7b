import { type FileHandle, open, rm } from 'node:fs/promises';
import { SINK } from '../levels/cell.ts';
import { ballAroundBalls, type Bound, firstRoot, type Measured, saturate } from './saturate.ts';

/** What vertices of all nodes have. */
export interface NexusLayout {
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
  readonly hasTextures: boolean;
  /** Whether nodes are Corto streams. */
  readonly isCompressed: boolean;
}

/** A node before it is written. */
export interface NexusNode extends Measured {
  readonly vertices: number;
  readonly triangles: number;
  /** Its geometry. */
  readonly bytes: Uint8Array;
  /** Its picture, a JPEG; null in a model without pictures. */
  readonly picture: Uint8Array | null;
}

/** A Nexus 2 that is being built. */
export interface NexusFile {
  /** Takes nodes from the finest to the coarsest: each behind those that replace its triangles. */
  add(node: NexusNode): Promise<void>;
  /** Writes the file, from the coarsest to the finest node. @returns its bytes, and its nodes that are always shown */
  finish(): Promise<{ readonly bytes: number; readonly roots: number }>;
  /** Removes the scratch file. */
  close(): Promise<void>;
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

/** Bytes in the scratch file. */
interface Extent {
  readonly offset: number;
  readonly bytes: number;
}

type KeptNode = Omit<NexusNode, 'bytes' | 'picture'> & { readonly geometry: Extent; readonly texture: Extent };

/**
 * @param path of a file that does not exist
 * @param scratch path of a file that does not exist, for nodes in the order in which they come
 */
export async function createNexusFile(path: string, scratch: string, layout: NexusLayout): Promise<NexusFile> {
  const kept = await open(scratch, 'wx+');
  const nodes: KeptNode[] = [];
  let end = 0;
  const keep = async (bytes: Uint8Array | null): Promise<Extent> => {
    const extent = { offset: end, bytes: bytes?.length ?? 0 };
    if (bytes !== null) await writeAll(kept, bytes, end);
    end += extent.bytes;
    return extent;
  };
  return {
    async add({ bytes, picture, ...node }) {
      nodes.push({ ...node, geometry: await keep(bytes), texture: await keep(picture) });
    },
    finish: () => writeFile(path, kept, nodes, layout),
    async close() {
      await kept.close();
      await rm(scratch, { force: true });
    },
  };
}

/** @param added each behind those that replace its triangles; in the file it stands before them */
async function writeFile(
  path: string,
  kept: FileHandle,
  added: readonly KeptNode[],
  layout: NexusLayout,
): Promise<{ readonly bytes: number; readonly roots: number }> {
  const nodes = added.toReversed();
  const bounds = saturate(added).toReversed();
  const roots = added.length - firstRoot(added);
  const patchCount = nodes.reduce((sum, { patches }) => sum + patches.length, 0);
  const textureCount = layout.hasTextures ? nodes.length + 1 : 0;
  const [nodeTable, patchTable] = [HEADER, HEADER + NODE * (nodes.length + 1)];
  const textureTable = patchTable + PATCH * patchCount;
  const head = Buffer.alloc(upToUnit(textureTable + TEXTURE * textureCount));
  const file = await open(path, 'wx');
  try {
    let at = head.length;
    const append = async ({ offset, bytes }: Extent): Promise<void> => {
      const found = Buffer.allocUnsafe(bytes);
      await readAll(kept, found, offset);
      await writeAll(file, found, at);
      at = upToUnit(at + bytes);
    };
    let patch = 0;
    for (const [number, node] of nodes.entries()) {
      writeNode(head, nodeTable + NODE * number, node, { bound: bounds[number]!, offset: at, patch });
      for (const { node: finer, end } of node.patches) {
        const place = patchTable + PATCH * patch;
        head.writeUInt32LE(finer === SINK ? nodes.length : nodes.length - 1 - finer, place);
        head.writeUInt32LE(end, place + 4);
        head.writeUInt32LE(layout.hasTextures ? number : NO_TEXTURE, place + 8);
        patch += 1;
      }
      await append(node.geometry);
    }
    // The end of the nodes, which has no geometry.
    head.writeUInt32LE(at / UNIT, nodeTable + NODE * nodes.length);
    head.writeUInt32LE(patch, nodeTable + NODE * nodes.length + 40);
    for (let number = 0; number < textureCount; number += 1) {
      head.writeUInt32LE(at / UNIT, textureTable + TEXTURE * number);
      if (number < nodes.length) await append(nodes[number]!.texture);
    }
    writeHeader(head, nodes, layout, { patchCount, textureCount, ball: ballAroundBalls(bounds.slice(0, roots)) });
    await writeAll(file, head, 0);
    await file.truncate(at);
    return { bytes: at, roots };
  } finally {
    await file.close();
  }
}

const upToUnit = (bytes: number): number => UNIT * Math.ceil(bytes / UNIT);

function writeNode(
  head: Buffer,
  entry: number,
  { vertices, triangles }: KeptNode,
  { bound, offset, patch }: { readonly bound: Bound; readonly offset: number; readonly patch: number },
): void {
  head.writeUInt32LE(offset / UNIT, entry);
  head.writeUInt16LE(vertices, entry + 4);
  head.writeUInt16LE(triangles, entry + 6);
  head.writeFloatLE(bound.error, entry + 8);
  // Bytes 12 to 19: a cone of the normals, which readers do without.
  for (const [index, value] of [...bound.centre, bound.radius, bound.tight].entries())
    head.writeFloatLE(value, entry + 20 + 4 * index);
  head.writeUInt32LE(patch, entry + 40);
}

interface Counts {
  readonly patchCount: number;
  readonly textureCount: number;
  readonly ball: Pick<Bound, 'centre' | 'radius'>;
}

function writeHeader(
  head: Buffer,
  nodes: readonly KeptNode[],
  layout: NexusLayout,
  { patchCount, textureCount, ball }: Counts,
): void {
  const sum = (of: (node: KeptNode) => number): bigint => BigInt(nodes.reduce((whole, node) => whole + of(node), 0));
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(VERSION, 4);
  head.writeBigUInt64LE(
    sum(({ vertices }) => vertices),
    8,
  );
  head.writeBigUInt64LE(
    sum(({ triangles }) => triangles),
    16,
  );
  const attributes = [
    [FLOAT32, 3],
    layout.hasNormals ? [INT16, 3] : [0, 0],
    layout.hasColours ? [UINT8, 4] : [0, 0],
    layout.hasTextures ? [FLOAT32, 2] : [0, 0],
  ];
  for (const [index, attribute] of attributes.entries()) head.set(attribute, 24 + 2 * index);
  head.set([UINT16, 3], 40);
  head.writeUInt32LE((layout.hasTextures ? TEXTURED : 0) | (layout.isCompressed ? CORTO : 0), 56);
  head.writeUInt32LE(nodes.length + 1, 60);
  head.writeUInt32LE(patchCount, 64);
  head.writeUInt32LE(textureCount, 68);
  for (const [index, value] of [...ball.centre, ball.radius].entries()) head.writeFloatLE(value, 72 + 4 * index);
}

/** A write may stop early. */
async function writeAll(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
}

async function readAll(file: FileHandle, target: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, target.length - done, offset + done);
    if (bytesRead === 0) throw new Error('The scratch file is shorter than it was.');
    done += bytesRead;
  }
}
