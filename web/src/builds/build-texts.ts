import type { Entry } from '../api/answers.ts';
import type { BuildJob } from '../api/builds.ts';
import { baseName, parentPath } from '../files/entry-path.ts';

const STATES: Readonly<Record<string, string>> = {
  Created: 'Waiting',
  Enqueued: 'Waiting',
  Scheduled: 'Waiting to be tried again',
  Processing: 'Building',
  Succeeded: 'Built',
  Failed: 'Failed',
  Deleted: 'Cancelled',
};

/** What happened without an output that is new, by the outcome the service tells. */
const OUTCOMES: Readonly<Record<string, string>> = {
  deferred: 'Waits for files',
  complete: 'Was built already',
  contended: 'Was being built already',
  superseded: 'The file changed meanwhile',
};

/** What became of a build, in words. */
export const buildText = ({ currentState, outcome }: Pick<BuildJob, 'currentState' | 'outcome'>): string =>
  (currentState === 'Succeeded' && outcome !== null ? OUTCOMES[outcome] : undefined) ??
  STATES[currentState] ??
  currentState;

/** Of each missing file its name, and the folder it has to be uploaded into, from the dataset's top. */
export const missingFiles = ({
  buildMissingDependencies,
}: Entry): readonly { readonly name: string; readonly folder: string }[] =>
  (buildMissingDependencies ?? []).map((path) => ({ name: baseName(path), folder: parentPath(path) }));
