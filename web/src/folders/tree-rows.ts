import { parentPath } from '../files/entry-path.ts';

/** A folder in the tree as it is drawn. */
export type TreeRow = {
  /** '' is the dataset itself. */
  readonly path: string;
  /** From 1 on. */
  readonly level: number;
  /** Null for a folder that has no folders. One that nobody has looked into may have some. */
  readonly isOpen: boolean | null;
  /** Open, and what is in it is not there yet. */
  readonly isLoading: boolean;
  /** Its place among the folders beside it, from 1 on, and how many they are. */
  readonly position: number;
  readonly siblings: number;
};

/** The folders in a folder in order; undefined while that is not known. */
type ChildrenOf = (path: string) => readonly string[] | undefined;

/** Folders from the top down as a list: those in open ones below them. */
export function treeRows(root: string, opened: ReadonlySet<string>, childrenOf: ChildrenOf): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (path: string, level: number, position: number, siblings: number): void => {
    const children = childrenOf(path);
    const isOpen = opened.has(path);
    const isLeaf = children?.length === 0;
    rows.push({
      path,
      level,
      isOpen: isLeaf ? null : isOpen,
      isLoading: isOpen && children === undefined,
      position,
      siblings,
    });
    if (isOpen) children?.forEach((child, index) => add(child, level + 1, index + 1, children.length));
  };
  add(root, 1, 1, 1);
  return rows;
}

/** A folder and all that it is in, from the root on; a folder beside the root has only the root. */
export function pathsTo(root: string, path: string): readonly string[] {
  const isInside = root === '' || path.startsWith(`${root}/`);
  if (path === root || !isInside) return [root];
  return [...pathsTo(root, parentPath(path)), path];
}
