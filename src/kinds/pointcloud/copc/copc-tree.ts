import { type CopcInfo, type CopcNode, childOf, keyText, type NodeKey, OTHER_PAGE } from './copc-layout.ts';
import { type ByteSource, CopcError, readPage } from './copc-reader.ts';

/** The hierarchy of a COPC, of which only the pages that somebody looks at are read. One walk at a time. */
export interface CopcTree {
  /** Where each walk begins; undefined without any node. @throws CopcError */
  root(): Promise<CopcNode | undefined>;
  /** Children of a node, up to eight. @throws CopcError */
  children(node: NodeKey): Promise<readonly CopcNode[]>;
}

/** Entries that are kept from one walk to the next: some 200 bytes each. */
const MOST_KEPT = 200_000;
/** Entries that one walk may read: those of a page of the largest size, which has no use for a picture. */
const MOST_ENTRIES = 2_000_000;
const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };

/** @param mostKept entries; with more of them the next walk reads its pages anew */
export function createCopcTree(source: ByteSource, info: CopcInfo, mostKept = MOST_KEPT): CopcTree {
  const entries = new Map<string, CopcNode>();

  async function load(page: { readonly offset: number; readonly bytes: number }): Promise<readonly CopcNode[]> {
    const nodes = await readPage(source, page.offset, page.bytes);
    if (entries.size + nodes.length > MOST_ENTRIES)
      throw new CopcError('Its hierarchy has too many nodes in one place.');
    for (const node of nodes) entries.set(keyText(node), node);
    return nodes;
  }

  /** The node of an entry, which may stand in a page of its own. */
  async function resolved(entry: CopcNode): Promise<CopcNode> {
    if (entry.points !== OTHER_PAGE) return entry;
    const key = keyText(entry);
    const node = (await load(entry)).find((found) => keyText(found) === key);
    // A page begins with the node that leads to it: one that leads on would be a circle, or a way without end.
    if (node === undefined || node.points === OTHER_PAGE)
      throw new CopcError(`The page of node ${key} of its hierarchy does not have it.`);
    return node;
  }

  return {
    async root() {
      if (entries.size > mostKept) entries.clear();
      if (!entries.has(keyText(ROOT))) await load({ offset: info.rootOffset, bytes: info.rootBytes });
      const entry = entries.get(keyText(ROOT));
      return entry && resolved(entry);
    },
    async children(node) {
      const found = Array.from({ length: 8 }, (_, child) => entries.get(keyText(childOf(node, child))));
      const children: CopcNode[] = [];
      for (const entry of found) if (entry !== undefined) children.push(await resolved(entry));
      return children;
    },
  };
}
