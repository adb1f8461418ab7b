import { lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ClientError, EXIT } from '../client-error.ts';

/** A folder that is a copy of a dataset, and where what the client knows of it lies. */
export interface Layout {
  /** The folder itself. */
  readonly root: string;
  /** Folder of the client's files within it. */
  readonly folder: string;
  /** `ddb`: the layout of existing clients, which go on working in it. */
  readonly kind: 'alidade' | 'ddb';
}

/** Files in the folder of the client. */
export const FILES = {
  index: 'dbase.sqlite',
  sync: 'sync.json',
  tag: 'tag.json',
  /** The tag in the layout of existing clients. */
  tags: 'tags.json',
  lock: 'lock',
  /** Files that are on their way, by their hashes. */
  incoming: 'incoming',
} as const;

const FOLDERS = { alidade: '.alidade', ddb: '.ddb' } as const;

export const fileOf = ({ folder }: Layout, name: keyof typeof FILES): string => join(folder, FILES[name]);

/** Where the files of a new copy come. */
export function newLayout(root: string): Layout {
  return { root, folder: join(root, FOLDERS.alidade), kind: 'alidade' };
}

/** The copy whose root this folder is. */
export async function layoutAt(root: string): Promise<Layout | undefined> {
  for (const kind of ['alidade', 'ddb'] as const) {
    const folder = join(root, FOLDERS[kind]);
    const index = await lstat(join(folder, FILES.index)).catch(() => undefined);
    if (index?.isFile() === true) return { root, folder, kind };
  }
  return undefined;
}

/** The copy that a folder is in. @throws ClientError when it is in none, or in one that somebody else made around it */
export async function findLayout(start: string): Promise<Layout> {
  for (let root = resolve(start); ; root = dirname(root)) {
    const layout = await layoutAt(root);
    if (layout !== undefined) {
      await requireTrusted(layout, resolve(start));
      return layout;
    }
    if (dirname(root) === root) break;
  }
  throw new ClientError(
    `${resolve(start)} is in no copy of a dataset. Make one with "alidade clone org/dataset", or turn this folder into one with "alidade init".`,
    EXIT.notFound,
  );
}

/**
 * Refuses a copy that belongs neither to the user nor to who owns the folder the user stands in: anyone who may write to a
 * folder above, as everybody may to `/tmp`, could make it a copy of a dataset of theirs, and see all that is below pushed.
 */
async function requireTrusted({ folder, root }: Layout, start: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return; // Windows keeps the folders of users apart.
  const [{ uid: owner }, { uid: host }] = [await stat(folder), await stat(start)];
  if (owner === user || owner === host) return;
  throw new ClientError(
    `${folder}, which would make ${start} part of a copy, belongs to another user. Leave ${root}, or have it given to you (chown).`,
    EXIT.notAllowed,
  );
}
