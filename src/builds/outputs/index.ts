import { EntryType } from '../../inspection/index.ts';
import type { BuildOutput } from './output.ts';

export { BuildFailure, plainLine, toBuildFailure, type BuildFailureReason } from './build-failure.ts';
export type { BuildOutput, OutputRequest } from './output.ts';

/** The outputs that are made. */
export interface Outputs {
  readonly all: readonly BuildOutput[];
  /** Types of entries that have any. */
  readonly types: readonly EntryType[];
  /** Those an entry of this type has, in the order they are built. */
  of(type: EntryType): readonly BuildOutput[];
}

export function outputsOf(all: readonly BuildOutput[]): Outputs {
  const of = (type: EntryType): BuildOutput[] => all.filter(({ appliesTo }) => appliesTo(type));
  return { all, of, types: Object.values(EntryType).filter((type) => of(type).length > 0) };
}
