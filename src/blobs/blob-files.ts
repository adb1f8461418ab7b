import { dirname, join } from 'node:path';

/**
 * Anyone who runs the server may read it, and nobody may write: the bytes belong to every entry that names them. A second wall
 * behind readers that do not write; it does not hold against root.
 */
export const BLOB_MODE = 0o400;
export const FOLDER_MODE = 0o700;

/** Path of a blob of a store: `<folder>/ab/cd/abcd…`. */
export const locateBlob = (folder: string, hash: string): string =>
  join(folder, hash.slice(0, 2), hash.slice(2, 4), hash);

/**
 * The folders to flush so that the name of a blob is durable, those above it too where they are new. Also of bytes that were
 * there: another upload may have named them and not have come to this yet.
 *
 * @param durable folders whose names are on the disk, as far as is known
 * @returns those to flush, and those whose names are durable then
 */
export function namingFolders(
  path: string,
  durable: ReadonlySet<string>,
): { readonly folders: readonly string[]; readonly added: readonly string[] } {
  const folder = dirname(path);
  const added = [folder, dirname(folder)].filter((child) => !durable.has(child));
  return { folders: [folder, ...added.map(dirname)], added };
}
