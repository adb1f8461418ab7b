import type { Entry } from '../../api/answers.ts';
import { isFolder } from '../../kinds/index.ts';
import { ENDING, isMeasurements } from '../../measuring/keeping/sidecar-paths.ts';
import { baseName, parentPath, stemLength } from '../entry-path.ts';
import { companionEndings, isCompanionExtension, MOST_DOTS } from './usual-companions.ts';

/** The entries of a folder, those that belong to another one apart. */
type Folded = {
  /** In the order that they came in. */
  readonly main: readonly Entry[];
  /** What belongs to a main one, by its path, in the same order. */
  readonly companions: ReadonlyMap<string, readonly Entry[]>;
};

/** The files that each companion belongs to, by paths: mostly one. */
export type Owners = ReadonlyMap<string, readonly string[]>;

/** Companions have companions: a model its textures, and these their world files. No chain is longer than that. */
export const MOST_STEPS = 8;

/**
 * Finds which entries belong to others of their folder. By names, as the service and other programs find what a file is read
 * together with; by what a file was found to need, such as the textures of a model; and measurements by the file they lie beside.
 */
export function foldCompanions(entries: readonly Entry[]): Folded {
  const owners = ownersIn(entries);
  if (owners.size === 0) return { main: entries, companions: new Map() };
  const main: Entry[] = [];
  const companions = new Map<string, Entry[]>();
  for (const entry of entries) {
    const owner = mainOf(entry.path, owners);
    const beside = companions.get(owner);
    if (owner === entry.path) main.push(entry);
    else if (beside === undefined) companions.set(owner, [entry]);
    else beside.push(entry);
  }
  return { main, companions };
}

/** @param by only by their names, or also by what files were found to need */
export function ownersIn(entries: readonly Entry[], by: 'names' | 'all' = 'all'): Owners {
  const files = entries.filter((entry) => !isFolder(entry));
  const owners = new Map<string, string[]>();
  const claim = (companion: string, owner: string): void => {
    const others = owners.get(companion);
    if (companion === owner) return;
    if (others === undefined) owners.set(companion, [owner]);
    // A file may name another one more than once.
    else if (others.at(-1) !== owner) others.push(owner);
  };
  claimByNames(files, claim);
  if (by === 'names') return owners;
  const needing = files.filter(({ properties }) => Array.isArray(properties?.['dependencies']));
  if (needing.length > 0) claimNeeded(needing, new Set(files.map(({ path }) => path)), claim);
  return owners;
}

/** The file that a companion stands with: of several the first one by its path, in whatever order they are listed. */
export const firstOf = (owners: readonly string[]): string =>
  owners.reduce((first, other) => (other < first ? other : first));

type Claim = (companion: string, owner: string) => void;

/** By looking for what could belong to something first: of a folder of photos that is nothing. */
function claimByNames(files: readonly Entry[], claim: Claim): void {
  const measured = new Set<string>();
  // Mostly there is one: half a million sets would take longer than all else.
  const endings = new Map<string, string | Set<string>>();
  for (const { path } of files)
    if (isMeasurements(path)) measured.add(path.slice(0, -ENDING.length));
    else if (isCompanionExtension(extensionOf(path)))
      for (const stem of stemsOf(path)) {
        const ending = path.slice(stem.length);
        const some = endings.get(stem);
        if (some === undefined) endings.set(stem, ending);
        else if (typeof some === 'string') endings.set(stem, new Set([some, ending]));
        else some.add(ending);
      }
  if (measured.size + endings.size === 0) return;
  for (const { path } of files) {
    if (isMeasurements(path)) continue;
    const stem = path.slice(0, path.length - baseName(path).length + stemLength(baseName(path)));
    if (measured.has(stem)) claim(stem + ENDING, path);
    const beside = endings.get(stem);
    if (beside === undefined) continue;
    const own = companionEndings(extensionOf(path));
    if (typeof beside === 'string') {
      if (own.has(beside)) claim(stem + beside, path);
      continue;
    }
    // Whichever are fewer: names are as many as somebody likes.
    const [few, many] = own.size < beside.size ? [own, beside] : [beside, own];
    for (const ending of few) if (many.has(ending)) claim(stem + ending, path);
  }
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** What the path of a main file may be without its extension, if this is a companion. */
function stemsOf(path: string): readonly string[] {
  const start = path.lastIndexOf('/') + 1;
  const stems: string[] = [];
  for (let dot = path.lastIndexOf('.'); dot > start && stems.length < MOST_DOTS; dot = path.lastIndexOf('.', dot - 1))
    stems.push(path.slice(0, dot));
  return stems;
}

function claimNeeded(needing: readonly Entry[], paths: ReadonlySet<string>, claim: Claim): void {
  for (const entry of needing) for (const path of neededBy(entry)) if (paths.has(path)) claim(path, entry.path);
}

/** Paths of files that are named in this one; they may be in other folders, or missing. */
export function neededBy({ path, properties }: Entry): readonly string[] {
  const folder = parentPath(path);
  const names = properties?.['dependencies'];
  return (Array.isArray(names) ? (names as readonly unknown[]) : []).flatMap((name) =>
    typeof name === 'string' ? (pathFrom(folder, name) ?? []) : [],
  );
}

/** `m/wood.jpg` for `../m/wood.jpg` in another folder; null where it leads out of the dataset. */
function pathFrom(folder: string, name: string): string | null {
  const steps: string[] = [];
  for (const step of `${folder}/${name}`.split('/'))
    if (step === '..') {
      if (steps.pop() === undefined) return null;
    } else if (step !== '' && step !== '.') steps.push(step);
  return steps.join('/');
}

/** The file at the end of the chain; of a circle none belongs to another. */
function mainOf(path: string, owners: Owners): string {
  let at = path;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const some = owners.get(at);
    if (some === undefined) return at;
    at = firstOf(some);
  }
  return path;
}
