import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

/** Entry paths: relative to the dataset, "/" between segments, no slash at either end. '' is the root. */

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name as it is shown: no character of it moves the others. */
export const shownName = (path: string): string => plain(baseName(path));

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Joins a folder with a relative path; empty parts and stray slashes vanish. */
export const joinPath = (...parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .join('/');

export type Crumb = { readonly name: string; readonly path: string };

/** The folders from the root down to `path`, the root left out. */
export function crumbs(path: string): readonly Crumb[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((name, index) => ({ name, path: segments.slice(0, index + 1).join('/') }));
}

/** Characters before the last extension; all of them when there is none. */
export const stemLength = (name: string): number => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
};

/** Numbers that are tried for a name; somebody with more of them had better look. */
export const MOST_NUMBERED = 50;

/** "x/a (2).tif" of "x/a.tif"; a folder's name has no extension. */
export function numberedPath(path: string, isFolder: boolean, number: number): string {
  const end = isFolder ? path.length : path.length - baseName(path).length + stemLength(baseName(path));
  return `${path.slice(0, end)} (${number})${path.slice(end)}`;
}

/** What is wrong with a name for a file or folder, or null. The rules of the service, said before asking it. */
export function entryNameProblem(name: string): string | null {
  if (name.trim() === '') return i18n.t('Give it a name.');
  if (name === '.' || name === '..' || name === '.ddb') return i18n.t('This name is reserved. Choose another one.');
  if (/[/\\\p{Cc}]/u.test(name)) return i18n.t('A name cannot hold / or \\.');
  // The limit of the service is in bytes of UTF-8, not in characters.
  if (new TextEncoder().encode(name).length > 255) return i18n.t('This name is too long.');
  return null;
}
