import type { Entry } from '../../api/answers.ts';
import { firstOf, MOST_STEPS, type Owners, ownersIn } from './fold-companions.ts';

/** What goes along with chosen entries. */
export type Along = {
  /** Files that belong to a chosen one, by its path. */
  readonly of: ReadonlyMap<string, readonly Entry[]>;
  readonly count: number;
  /** Files that belong to a chosen one and to another one that stays: they stay with that. */
  readonly shared: number;
  /** Files that only chosen ones are known to need and that stay all the same, as files elsewhere may need them, too. */
  readonly needed: number;
};

export const NOTHING_ALONG: Along = { of: new Map(), count: 0, shared: 0, needed: 0 };

/**
 * Finds what belongs to chosen files, so that it is moved, renamed, copied or deleted with them. What is chosen itself goes
 * alone: a world file does not take its picture along.
 *
 * @param beside all that is in their folders
 * @param by only what belongs to them by its name, as before they are deleted, or also what they were found to need
 */
export function goingAlong(chosen: readonly Entry[], beside: readonly Entry[], by: 'names' | 'all' = 'all'): Along {
  const owners = ownersIn(beside);
  if (owners.size === 0) return NOTHING_ALONG;
  const paths = new Set(chosen.map(({ path }) => path));
  const going = withTheirs(paths, owners, by === 'all' ? owners : ownersIn(beside, 'names'));
  const of = new Map<string, Entry[]>();
  let shared = 0;
  let needed = 0;
  for (const entry of beside) {
    const { path } = entry;
    if (paths.has(path)) continue;
    const main = going.get(path);
    const others = main === undefined ? undefined : of.get(main);
    if (main === undefined) {
      const some = owners.get(path) ?? [];
      if (!some.some((owner) => going.has(owner))) continue;
      if (some.every((owner) => going.has(owner))) needed += 1;
      else shared += 1;
    } else if (others === undefined) of.set(main, [entry]);
    else others.push(entry);
  }
  return { of, count: going.size - paths.size, shared, needed };
}

/** What goes, with the chosen file that each goes with: it is that itself, or all that it belongs to go. */
function withTheirs(chosen: ReadonlySet<string>, owners: Owners, taking: Owners): ReadonlyMap<string, string> {
  const going = new Map([...chosen].map((path): [string, string] => [path, path]));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const more = new Map<string, string>();
    for (const [path, some] of taking) {
      const main = going.has(path) ? undefined : going.get(firstOf(some));
      if (main !== undefined && (owners.get(path) ?? some).every((owner) => going.has(owner))) more.set(path, main);
    }
    if (more.size === 0) break;
    for (const [path, main] of more) going.set(path, main);
  }
  return going;
}

/** All that goes along, whatever it goes with. */
export const allOf = ({ of }: Along): readonly Entry[] => [...of.values()].flat();
