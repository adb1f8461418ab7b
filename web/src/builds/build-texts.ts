import type { Entry } from '../api/answers.ts';
import type { BuildJob } from '../api/builds.ts';
import { baseName, parentPath } from '../files/entry-path.ts';
import { i18n } from '../languages/i18n.ts';

const STATES: Readonly<Record<string, string>> = {
  Created: i18n.t('Waiting'),
  Enqueued: i18n.t('Waiting'),
  Scheduled: i18n.t('Waiting to be tried again'),
  Processing: i18n.t('Being built'),
  Succeeded: i18n.t('Built'),
  Failed: i18n.t('Failed'),
  Deleted: i18n.t('Cancelled'),
};

/** What happened without an output that is new, by the outcome the service tells. */
const OUTCOMES: Readonly<Record<string, string>> = {
  deferred: i18n.t('Waits for files'),
  complete: i18n.t('Was built already'),
  contended: i18n.t('Was being built already'),
  superseded: i18n.t('The file changed meanwhile'),
};

/** What became of a build, in words. */
export const buildText = ({ currentState, outcome }: Pick<BuildJob, 'currentState' | 'outcome'>): string =>
  (currentState === 'Succeeded' && outcome !== null ? OUTCOMES[outcome] : undefined) ??
  STATES[currentState] ??
  currentState;

/** The name of each missing file, and the folder it has to be uploaded into, from the dataset's top. */
export const missingFiles = ({
  buildMissingDependencies,
}: Entry): readonly { readonly name: string; readonly folder: string }[] =>
  (buildMissingDependencies ?? []).map((path) => ({ name: baseName(path), folder: parentPath(path) }));
