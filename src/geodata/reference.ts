import { plainText } from './plain-text.ts';

/** As long as a path of an entry may be. */
const MAX_PATH = 1024;
/** As long as a URI of a path is looked at: every byte of four may be written by three characters. */
const MAX_URI = 12 * (MAX_PATH + 1);
/** A scheme, or the letter of a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The path that a file names another by, relative to its own folder, in the spelling of neighbours: `textures/wall.jpg`,
 * `../wall.jpg`. Null for what leads out of any dataset: absolute paths, drives, addresses of other hosts.
 */
export function relativeReference(name: string): string | null {
  const clean = plainText(name, MAX_PATH + 1)
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\', '/');
  if (clean === '' || clean.length > MAX_PATH || clean.startsWith('/') || SCHEME.test(clean)) return null;
  const parts: string[] = [];
  for (const part of clean.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 || parts.at(-1) === '..' ? null : parts.join('/');
}

/** A path relative to the folder of `from`, which is itself relative, as one relative to the same folder as `from`. */
export const besides = (from: string, name: string): string | null =>
  relativeReference(`${from.includes('/') ? from.slice(0, from.lastIndexOf('/') + 1) : ''}${name}`);

/** Characters of a name that is told to people. */
const MAX_TOLD = 200;

/**
 * A name that leads out of every dataset, in words for people. Folders of a machine are left out, as nobody needs them and
 * messages do not show them.
 */
export function outsideName(name: string): string {
  const text = plainText(name, MAX_URI)
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\', '/');
  const host = /^(?:[a-z][a-z0-9+.-]+:)?\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(text);
  const [path = ''] = text.slice(host?.[0].length ?? 0).split(/[?#]/, 1);
  const last = plainText(path.split('/').at(-1) ?? '', MAX_TOLD) || 'a folder';
  if (host?.[1] !== undefined) return `${last} of ${plainText(host[1], MAX_TOLD)}`;
  return text.startsWith('/') || SCHEME.test(text) ? `${last} by an absolute path` : plainText(text, MAX_TOLD);
}

/** The path of a glTF URI; null for a remote or absolute one. `data:` must be sorted out before. */
export function uriReference(uri: string): string | null {
  if (SCHEME.test(uri) || uri.startsWith('//')) return null;
  const [path = ''] = uri.slice(0, MAX_URI).split(/[?#]/, 1);
  try {
    return relativeReference(decodeURIComponent(path));
  } catch {
    return relativeReference(path);
  }
}
