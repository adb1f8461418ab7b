import { FileError, CUT_OFF, DAMAGED } from '../../../scene/loading/file-error.ts';

/** A page of the hierarchy in the file. */
export type PageAddress = { readonly offset: number; readonly bytes: number };

/** A cell of the octree. Points of its children come in addition to its own. */
export type OctreeNode = {
  readonly key: string;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Where its chunk stands in the file. */
  readonly offset: number;
  readonly bytes: number;
  readonly points: number;
};

/** The nodes that are known so far, and the pages that tell of more. */
export type Octree = {
  readonly root: OctreeNode;
  readonly nodes: ReadonlyMap<string, OctreeNode>;
  /** Pages that are not read yet, by the key of the node they begin with. */
  readonly pages: ReadonlyMap<string, PageAddress>;
  /** Adds the page that begins with a node. @throws FileError */
  readonly addPage: (key: string, page: Uint8Array) => void;
};

const ENTRY_BYTES = 32;
const OTHER_PAGE = -1;
/** Two million entries. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
const MAX_LEVEL = 31;
/** More than a build puts into a node by far; a chunk that claims more is refused before memory is asked for. */
const MAX_NODE_POINTS = 20_000_000;
export const ROOT_KEY = '0-0-0-0';

/** @param fileBytes null where the server does not tell @throws FileError where a page cannot be read */
export function requirePage({ offset, bytes }: PageAddress, fileBytes: number | null): void {
  if (bytes <= 0 || bytes % ENTRY_BYTES !== 0 || bytes > MAX_PAGE_BYTES || offset < 0) throw new FileError(DAMAGED);
  if (fileBytes !== null && offset + bytes > fileBytes) throw new FileError(CUT_OFF);
}

/** @param rootPage bytes of it @throws FileError */
export function createOctree(rootPage: Uint8Array, fileBytes: number | null): Octree {
  const nodes = new Map<string, OctreeNode>();
  const pages = new Map<string, PageAddress>();
  const known = new Set<number>();
  const addPage = (key: string, page: Uint8Array): void => {
    pages.delete(key);
    for (const node of entriesOf(page)) {
      requirePlace(node);
      if (nodes.has(node.key) || pages.has(node.key)) throw new FileError(DAMAGED);
      if (node.points === OTHER_PAGE) {
        requirePage(node, fileBytes);
        // A page that is listed twice leads in circles.
        if (known.has(node.offset)) throw new FileError(DAMAGED);
        known.add(node.offset);
        pages.set(node.key, { offset: node.offset, bytes: node.bytes });
      } else {
        requireChunk(node, fileBytes);
        nodes.set(node.key, node);
      }
    }
  };
  addPage(ROOT_KEY, rootPage);
  const root = nodes.get(ROOT_KEY);
  if (root === undefined) throw new FileError(DAMAGED);
  return { root, nodes, pages, addPage };
}

/** Keys of the eight cells that a cell consists of. */
export const childKeys = ({ level, x, y, z }: OctreeNode): readonly string[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((child) =>
    keyOf(level + 1, 2 * x + (child & 1), 2 * y + ((child >> 1) & 1), 2 * z + (child >> 2)),
  );

const keyOf = (level: number, x: number, y: number, z: number): string => `${level}-${x}-${y}-${z}`;

function entriesOf(page: Uint8Array): readonly OctreeNode[] {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  return Array.from({ length: Math.floor(page.length / ENTRY_BYTES) }, (_, index) => {
    const at = index * ENTRY_BYTES;
    const number = (offset: number): number => view.getInt32(at + offset, true);
    const [level, x, y, z] = [number(0), number(4), number(8), number(12)];
    const offset = Number(view.getBigUint64(at + 16, true));
    return { key: keyOf(level, x, y, z), level, x, y, z, offset, bytes: number(24), points: number(28) };
  });
}

function requirePlace({ level, x, y, z }: OctreeNode): void {
  const isPlace = level >= 0 && level <= MAX_LEVEL && [x, y, z].every((number) => number >= 0 && number < 2 ** level);
  if (!isPlace) throw new FileError(DAMAGED);
}

function requireChunk({ offset, bytes, points }: OctreeNode, fileBytes: number | null): void {
  if (points < 0 || points > MAX_NODE_POINTS || (points > 0 && bytes <= 0)) throw new FileError(DAMAGED);
  if (points > 0 && fileBytes !== null && offset + bytes > fileBytes) throw new FileError(CUT_OFF);
}
