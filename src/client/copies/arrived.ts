import type { Content } from '../../sync/index.ts';

/**
 * What both sides have the same when a pull broke off, path by path; elsewhere what they had before.
 *
 * @param base what both sides had when they were last equal. @param local the copy as far as the pull came
 */
export function arrived(base: Content, local: Content, remote: Content): Content {
  const entries = new Map<string, string>();
  for (const path of new Set([...base.entries.keys(), ...remote.entries.keys()])) {
    const [here, there] = [local.entries.get(path), remote.entries.get(path)];
    const hash = here === there ? here : base.entries.get(path);
    if (hash !== undefined) entries.set(path, hash);
  }
  const isOnBoth = (id: string): boolean => local.meta.has(id) && remote.meta.has(id);
  const isSomewhere = (id: string): boolean => local.meta.has(id) || remote.meta.has(id);
  return { entries, meta: new Set([...[...base.meta].filter(isSomewhere), ...[...remote.meta].filter(isOnBoth)]) };
}
