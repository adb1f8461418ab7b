import type { Entry } from '../../api/answers.ts';
import { isFolder } from '../../kinds/index.ts';
import { baseName, parentPath, shownName, stemLength } from '../entry-path.ts';
import { i18n } from '../../languages/i18n.ts';

/** Why nothing can be placed there, before the service is asked; null when it can. */
export function placeProblem(entries: readonly Entry[], folder: string): string | null {
  const inside = entries.find((it) => isFolder(it) && `${folder}/`.startsWith(`${it.path}/`));
  if (inside !== undefined)
    return i18n.t('“{path}” cannot go into itself. Choose another folder.', { path: shownName(inside.path) });
  return null;
}

/** All of them are in that folder already: moving them there does nothing. */
export const areThere = (entries: readonly Entry[], folder: string): boolean =>
  entries.every(({ path }) => parentPath(path) === folder);

/** "a.tif" becomes "a (copy).tif". */
export function copyName(entry: Entry): string {
  const name = baseName(entry.path);
  const stem = isFolder(entry) ? name.length : stemLength(name);
  return i18n.t('{name} (copy){name2}', { name: name.slice(0, stem), name2: name.slice(stem) });
}
