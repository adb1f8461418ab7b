import { baseName, checkEntryPath, type EntryRow } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import type { TaskEntries } from '../../../tasks/index.ts';
import { PHOTOS, type Wish } from './parameters.ts';

/** Without a second photo there is nothing to compare the first with. */
const LEAST_PHOTOS = 2;
/** As many as `images` can name. */
const MOST_PHOTOS = 10_000;

/**
 * The photos that are meant, by path.
 *
 * @param except folder whose pictures are none: results of tasks before this one; null for none
 * @throws `invalid-input` for what is no photo, and for too few or too many
 */
export async function findPhotos(
  { folder, images }: Pick<Wish, 'folder' | 'images'>,
  entries: TaskEntries,
  except: string | null = null,
): Promise<readonly EntryRow[]> {
  const photos: EntryRow[] = [];
  if (images !== null) for (const path of images) photos.push(await entries.require(checkEntryPath(path), PHOTOS));
  else {
    const root = (folder ?? '').replace(/\/$/, '');
    if (root !== '') await entries.require(checkEntryPath(root));
    for await (const entry of entries.below(root === '' ? [] : [root])) {
      if (!PHOTOS.some((type) => type === entry.type)) continue;
      if (except !== null && entry.path.startsWith(`${except}/`)) continue;
      photos.push(entry);
      if (photos.length > MOST_PHOTOS) throw fail('invalid-input', `There are more than ${MOST_PHOTOS} photos.`);
    }
  }
  if (photos.length >= LEAST_PHOTOS) return photos;
  throw fail('invalid-input', `There are ${photos.length} photos; a map is made of ${LEAST_PHOTOS} at least.`);
}

/** Characters that names at a node may have: they stand in headers, and are names of files there. */
const NOT_PLAIN = /[^A-Za-z0-9._-]/g;

/**
 * Names that photos get at a node, each once whatever the letter case: their own, as far as that goes. Names of the same
 * photos are the same ones every time.
 */
export function nodeNames(paths: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const plain = baseName(path).replace(NOT_PLAIN, '_').slice(-150).replace(/^\.+/, '_');
    let name = plain;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${count}_${plain}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
