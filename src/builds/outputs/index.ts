import type { EntryType } from '../../formats/index.ts';
import { cogOutput } from './cog.ts';
import type { BuildOutput } from './output.ts';

export { BuildFailure, type BuildFailureReason } from './build-failure.ts';
export type { BuildOutput, OutputRequest } from './output.ts';

/** Every output there is. */
export const outputs: readonly BuildOutput[] = [cogOutput];

/** The outputs an entry of this type has, in the order they are built. */
export const outputsFor = (type: EntryType): readonly BuildOutput[] =>
  outputs.filter(({ appliesTo }) => appliesTo(type));
