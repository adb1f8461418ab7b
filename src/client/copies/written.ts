import type { StampEntry } from '../../sync/index.ts';

/** How much was written on the other side. */
export interface Written {
  /** Files that are new or have other bytes. */
  readonly written: number;
  /** Folders that are new. */
  readonly folders: number;
}

/** What a pull or push changed on the other side. */
export interface Changed extends Written {
  readonly removed: number;
  /** Values. */
  readonly metadata: number;
}

export const isUnchanged = ({ written, folders, removed, metadata }: Changed): boolean =>
  written + folders + removed + metadata === 0;

export function countAdded(entries: readonly StampEntry[]): Written {
  const written = entries.filter(({ hash }) => hash !== '').length;
  return { written, folders: entries.length - written };
}
