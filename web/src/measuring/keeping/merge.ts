import type { Feature } from '../model/measurement.ts';
import { sameJson } from './same-json.ts';
import type { Sidecar } from './sidecar.ts';

/** A feature that both changed, each in another way. Null: deleted. */
export type Conflict = {
  readonly id: string;
  /** As it was before both. */
  readonly was: Feature | null;
  readonly mine: Feature | null;
  readonly theirs: Feature | null;
};

export type Merged = {
  readonly sidecar: Sidecar;
  /** Features of which the merged file has mine until somebody decides. */
  readonly conflicts: readonly Conflict[];
  /** Features that came, changed or went by the other writer. */
  readonly taken: number;
};

/**
 * Puts what two writers made of the same file together, feature by feature.
 *
 * @param base what both began with
 */
export function merge(base: Sidecar, mine: Sidecar, theirs: Sidecar): Merged {
  const [before, own, other] = [base, mine, theirs].map(byId) as [ById, ById, ById];
  const conflicts: Conflict[] = [];
  let taken = 0;
  const chosen = new Map<string, Feature>();
  // Theirs come first, in their order: it is the order of the file.
  for (const id of new Set([...other.keys(), ...own.keys()])) {
    const [was, is, would] = [before.get(id) ?? null, own.get(id) ?? null, other.get(id) ?? null];
    const isMine = !sameJson(was, is);
    const isTheirs = !sameJson(was, would) && !sameJson(is, would);
    if (isMine && isTheirs) conflicts.push({ id, was, mine: is, theirs: would });
    if (isTheirs && !isMine) taken += 1;
    const result = isTheirs && !isMine ? would : is;
    if (result !== null) chosen.set(id, result);
  }
  return { sidecar: { features: [...chosen.values()], rest: theirs.rest }, conflicts, taken };
}

/** A file in which what is not decided is as it was before: merged with it again, the conflicts are there again. */
export function beforeConflicts({ features, rest }: Sidecar, conflicts: readonly Conflict[]): Sidecar {
  const open = new Set(conflicts.map(({ id }) => id));
  const before = conflicts.flatMap(({ was }) => was ?? []);
  return { features: [...features.filter(({ id }) => !open.has(id)), ...before], rest };
}

type ById = ReadonlyMap<string, Feature>;
const byId = ({ features }: Sidecar): ById => new Map(features.map((feature) => [feature.id, feature]));
