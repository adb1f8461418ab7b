import { needsOf } from '../../../../src/inspection/companions.ts';
import type { Entry } from '../../api/answers.ts';
import { isFolder } from '../../kinds/index.ts';
import { ENDING, isMeasurements } from '../../measuring/keeping/sidecar-paths.ts';
import { baseName, stemLength } from '../entry-path.ts';

/** The entries of a folder, those that belong to another one apart. */
type Folded = {
  /** In the order that they came in. */
  readonly main: readonly Entry[];
  /** What belongs to a main one, by its path, in the same order. */
  readonly companions: ReadonlyMap<string, readonly Entry[]>;
};

/** Companions have companions: a model its textures, and these their world files. No chain is longer than that. */
const MOST_STEPS = 8;

/**
 * Finds which entries of one folder belong to others. By names, as the service finds what a file is read together with; by what a file
 * was found to need, such as the textures of a model; and measurements by the file they lie beside.
 */
export function foldCompanions(entries: readonly Entry[]): Folded {
  const owners = ownersIn(entries.filter((entry) => !isFolder(entry)));
  if (owners.size === 0) return { main: entries, companions: new Map() };
  const main: Entry[] = [];
  const companions = new Map<string, Entry[]>();
  for (const entry of entries) {
    const owner = mainOf(entry.path, owners);
    if (owner === entry.path) main.push(entry);
    else companions.set(owner, [...(companions.get(owner) ?? []), entry]);
  }
  return { main, companions };
}

/** The file that each companion belongs to, by paths. Of several it is the first one by its path, in whatever order they are listed. */
function ownersIn(files: readonly Entry[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const claim = (companion: string, owner: string): void => {
    const other = owners.get(companion);
    if (companion !== owner && (other === undefined || owner < other)) owners.set(companion, owner);
  };
  // Most photos have nothing of a similar name beside them: only the others are looked at closely.
  for (const alike of Map.groupBy(files, ({ path }) => beginningOf(path)).values())
    if (alike.length > 1) claimByNames(alike, claim);
  const needing = files.filter(({ properties }) => Array.isArray(properties?.['dependencies']));
  if (needing.length > 0) claimNeeded(needing, new Set(files.map(({ path }) => path)), claim);
  return owners;
}

type Claim = (companion: string, owner: string) => void;

function claimByNames(alike: readonly Entry[], claim: Claim): void {
  const paths = new Set(alike.map(({ path }) => path));
  for (const { path } of alike) {
    if (isMeasurements(path)) continue;
    const folder = path.slice(0, path.length - baseName(path).length);
    const stem = baseName(path).slice(0, stemLength(baseName(path)));
    // What has a name of its own, such as `georef.json`, belongs to no file alone.
    const names = needsOf(baseName(path)).filter((name) => name.startsWith(`${stem}.`));
    for (const name of [...names, `${stem}${ENDING}`]) if (paths.has(folder + name)) claim(folder + name, path);
  }
}

function claimNeeded(needing: readonly Entry[], paths: ReadonlySet<string>, claim: Claim): void {
  for (const { path, properties } of needing) {
    const folder = path.slice(0, path.length - baseName(path).length);
    const names = properties?.['dependencies'];
    for (const name of Array.isArray(names) ? (names as readonly unknown[]) : [])
      if (typeof name === 'string' && paths.has(folder + name)) claim(folder + name, path);
  }
}

/** What the names of a file and of its companions have in common. */
function beginningOf(path: string): string {
  const name = baseName(isMeasurements(path) ? path.slice(0, -ENDING.length) : path);
  const dot = name.indexOf('.', 1);
  return dot === -1 ? name : name.slice(0, dot);
}

/** The file at the end of the chain; of a circle none belongs to another. */
function mainOf(path: string, owners: ReadonlyMap<string, string>): string {
  let at = path;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const owner = owners.get(at);
    if (owner === undefined) return at;
    at = owner;
  }
  return path;
}
