import type { Entry } from '../../api/answers.ts';
import { ENDING } from '../../measuring/keeping/sidecar-paths.ts';
import { baseName, joinPath, parentPath, stemLength } from '../entry-path.ts';
import { neededBy } from './fold-companions.ts';

/** The file itself names these in its text: under another name it would not find them. */
const NAMED_INSIDE = /\.(mtl|bin)$/i;

/** Where a companion goes as its main file goes to `to`: beside it, and of the same name where it had that. */
export function companionPath(companion: Entry, main: Entry, to: string): string {
  const name = baseName(companion.path);
  return joinPath(parentPath(to), keepsName(companion, main) ? name : alike(name, baseName(main.path), baseName(to)));
}

const keepsName = ({ path }: Entry, main: Entry): boolean => NAMED_INSIDE.test(path) || neededBy(main).includes(path);

function alike(name: string, from: string, to: string): string {
  if (name.startsWith(`${from}.`)) return to + name.slice(from.length);
  const stem = from.slice(0, stemLength(from));
  const isOwn = name.startsWith(`${stem}.`) || name === stem + ENDING;
  return isOwn ? to.slice(0, stemLength(to)) + name.slice(stem.length) : name;
}
