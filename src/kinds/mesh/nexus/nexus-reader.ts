import { type FileHandle, open } from 'node:fs/promises';
import type { CortoMesh } from '../corto/corto-decode.ts';
import {
  decodeNode,
  type FileRange,
  NEXUS_HEADER_BYTES,
  NexusError,
  type NexusHead,
  nexusHeadBytes,
  type NexusNode,
  parseNexusHead,
} from './nexus-head.ts';

/** An open Nexus file. */
export interface NexusReader {
  readonly head: NexusHead;
  /** The mesh of a node, with a group for each of its patches. @throws NexusError */
  readNode(number: number): Promise<CortoMesh>;
  /** A picture as it is stored, with zeros behind its end; null where there is none. @throws NexusError */
  readTexture(number: number): Promise<Buffer | null>;
  /** Level of a node: 0 for the finest. */
  levelOf(number: number): number;
  close(): Promise<void>;
}

/** @throws NexusError where the file is no Nexus file, or damaged */
export async function openNexus(path: string): Promise<NexusReader> {
  const file = await open(path);
  try {
    return readerOf(file, await readHead(file));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHead(file: FileHandle): Promise<NexusHead> {
  const { size } = await file.stat();
  const header = await readRange(file, { offset: 0, bytes: Math.min(size, NEXUS_HEADER_BYTES) });
  return parseNexusHead(await readRange(file, { offset: 0, bytes: nexusHeadBytes(header) }), size);
}

async function readRange(file: FileHandle, { offset, bytes }: FileRange): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, offset + done);
    if (bytesRead === 0) throw new NexusError('The Nexus file is cut off.');
    done += bytesRead;
  }
  return buffer;
}

function readerOf(file: FileHandle, head: NexusHead): NexusReader {
  const node = (number: number): NexusNode => {
    const found = head.nodes[number];
    if (found === undefined) throw new NexusError(`The Nexus file has no node ${number}.`);
    return found;
  };
  return {
    head,
    readNode: async (number) => decodeNode(head, node(number), await readRange(file, node(number))),
    async readTexture(number) {
      const range = head.textures[number];
      return range === undefined || range.bytes === 0 ? null : readRange(file, range);
    },
    levelOf: (number) => node(number).level,
    close: () => file.close(),
  };
}
