import { open, type FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { type CopcNode, type NodeKey, OTHER_PAGE } from './copc-layout.ts';
import { type ByteSource, CopcError, type CopcHeader, readCopcHeader, readPage } from './copc-reader.ts';

/** A COPC that lies on the disk and never changes. */
export interface CopcFile {
  readonly header: CopcHeader;
  /** Entries of the page of the hierarchy that begins with a node; undefined where none does. The root's is the first. */
  page(key: NodeKey): Promise<readonly CopcNode[] | undefined>;
  /** A node of the cloud, with points or without; undefined where there is none. */
  node(key: NodeKey): Promise<CopcNode | undefined>;
}

/** Opened clouds, with the parts of them that are asked for again and again. */
export interface CopcFiles {
  /** @param path of a file that never changes. @throws CopcError */
  open(path: string): Promise<CopcFile>;
}

/** Headers that are kept, together: some kilobytes each, but up to 16 MB where others wrote them. */
const KEPT_HEADER_BYTES = 32 * 1024 * 1024;
/** What a header takes beside its bytes. */
const HEADER_OBJECT_BYTES = 4096;
/** Entries of pages that are kept, together: 150 bytes each, so 75 MB at most. */
const KEPT_ENTRIES = 500_000;
const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };

export function openCopcFiles(): CopcFiles {
  const headers = new LRUCache<string, CopcHeader>({
    maxSize: KEPT_HEADER_BYTES,
    sizeCalculation: ({ front }) => front.length + HEADER_OBJECT_BYTES,
  });
  const pages = new LRUCache<string, readonly CopcNode[]>({
    maxSize: KEPT_ENTRIES,
    sizeCalculation: (page) => Math.max(1, page.length),
  });
  const pageAt = async (path: string, offset: number, bytes: number): Promise<readonly CopcNode[]> => {
    const name = `${offset} ${path}`;
    const known = pages.get(name);
    if (known !== undefined) return known;
    const page = await withFile(path, (source) => readPage(source, offset, bytes));
    pages.set(name, page);
    return page;
  };
  /** The pages on the way to a node, from the root's on; each begins with a node below the one before. */
  async function* pagesTo(path: string, { info }: CopcHeader, key: NodeKey): AsyncGenerator<Page> {
    let page = { start: ROOT, entries: await pageAt(path, info.rootOffset, info.rootBytes) };
    for (;;) {
      yield page;
      const { start, entries } = page;
      const lead = entries.find(
        (entry) =>
          entry.points === OTHER_PAGE && isAbove(entry, key) && entry.level >= start.level && !isSame(entry, start),
      );
      if (lead === undefined) return;
      page = { start: lead, entries: await pageAt(path, lead.offset, lead.bytes) };
    }
  }
  return {
    async open(path) {
      const known = headers.get(path);
      const header = known ?? (await withFile(path, readCopcHeader));
      if (known === undefined) headers.set(path, header);
      return {
        header,
        async page(key) {
          for await (const { start, entries } of pagesTo(path, header, key)) if (isSame(start, key)) return entries;
          return undefined;
        },
        async node(key) {
          for await (const { entries } of pagesTo(path, header, key)) {
            const node = entries.find((entry) => entry.points !== OTHER_PAGE && isSame(entry, key));
            if (node !== undefined) return node;
          }
          return undefined;
        },
      };
    },
  };
}

interface Page {
  readonly start: NodeKey;
  readonly entries: readonly CopcNode[];
}

const isSame = (one: NodeKey, other: NodeKey): boolean =>
  one.level === other.level && one.x === other.x && one.y === other.y && one.z === other.z;

/** Whether a node is another one or above it. */
function isAbove(upper: NodeKey, { level, x, y, z }: NodeKey): boolean {
  const levels = level - upper.level;
  if (levels < 0) return false;
  const at = (place: number): number => Math.floor(place / 2 ** levels);
  return at(x) === upper.x && at(y) === upper.y && at(z) === upper.z;
}

async function withFile<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await work(await sourceOf(handle));
  } finally {
    await handle.close();
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    async read(offset, bytes) {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, offset);
      if (bytesRead < bytes) throw new CopcError('The file is cut off.');
      return buffer;
    },
  };
}
