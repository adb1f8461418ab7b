import { type CopcNode, ENTRY_BYTES, keyText, OTHER_PAGE, parentOf, writeEntry, type NodeKey } from './copc-layout.ts';

/** Up to so many entries a hierarchy is one page (1.6 MB), which a viewer reads before the first point. */
export const MAX_PAGE_ENTRIES = 50_000;
/** A branch with fewer entries than this share of a page gets none of its own. */
const SMALL_BRANCH = 1 / 64;

/**
 * The pages of a hierarchy, one after the other; the first one is the root's. It holds the nodes whose branches are larger than a page, and
 * leads to the pages of the branches below them.
 *
 * @param nodes nodes with points, in any order; where a parent is missing it gets an entry without points
 * @param start where the pages will stand in the file
 */
export function hierarchyPages(
  nodes: readonly CopcNode[],
  start: number,
  most = MAX_PAGE_ENTRIES,
): { readonly bytes: Buffer; readonly rootBytes: number } {
  const tree = treeOf(nodes);
  const first: CopcNode[] = [];
  const pages = [first];
  const open = [tree];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const { node, entries, children } = branch;
    if (entries > most) {
      first.push(node);
      open.push(...children);
    } else if (entries <= most * SMALL_BRANCH || branch === tree) first.push(...nodesOf(branch));
    else {
      // Its place is known when the sizes of all pages are.
      first.push({ ...node, offset: pages.length, bytes: 0, points: OTHER_PAGE });
      pages.push(nodesOf(branch));
    }
  }
  const starts = [start];
  for (const page of pages) starts.push(starts.at(-1)! + page.length * ENTRY_BYTES);
  const bytes = Buffer.alloc(starts.at(-1)! - start);
  pages.flat().forEach((node, index) => {
    const page = node.points === OTHER_PAGE ? node.offset : undefined;
    const entry =
      page === undefined ? node : { ...node, offset: starts[page]!, bytes: pages[page]!.length * ENTRY_BYTES };
    writeEntry(bytes, index * ENTRY_BYTES, entry);
  });
  return { bytes, rootBytes: first.length * ENTRY_BYTES };
}

interface Branch {
  readonly node: CopcNode;
  readonly children: Branch[];
  /** Nodes of the branch. */
  entries: number;
}

function nodesOf(branch: Branch): CopcNode[] {
  const nodes: CopcNode[] = [];
  const open = [branch];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes.push(next.node);
    open.push(...next.children);
  }
  return nodes;
}

const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };
const withoutPoints = (key: NodeKey): CopcNode => ({ ...key, offset: 0, bytes: 0, points: 0 });

function treeOf(nodes: readonly CopcNode[]): Branch {
  const branches = new Map<string, Branch>();
  const branchOf = (key: NodeKey, node: CopcNode | undefined): Branch => {
    const text = keyText(key);
    const branch = branches.get(text) ?? { node: node ?? withoutPoints(key), children: [], entries: 1 };
    branches.set(text, branch);
    return branch;
  };
  const byLevel: Branch[][] = [];
  for (const node of nodes) (byLevel[node.level] ??= []).push(branchOf(node, node));
  branchOf(ROOT, undefined);
  // From the finest level on: parents that are missing are made, and counts are whole when they are added to those of parents.
  for (let level = byLevel.length - 1; level > 0; level -= 1)
    for (const branch of byLevel[level] ?? []) {
      const key = parentOf(branch.node);
      const isKnown = branches.has(keyText(key));
      const parent = branchOf(key, undefined);
      if (!isKnown) (byLevel[level - 1] ??= []).push(parent);
      parent.children.push(branch);
      parent.entries += branch.entries;
    }
  return branches.get(keyText(ROOT))!;
}
