import type { CleanUpAddress } from '../../api/admin/system.ts';
import type { CleanUpOutcome } from '../../api/answers.ts';
import { formatBytes } from '../../format/bytes.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

export type CleanUp = {
  readonly name: string;
  /** One sentence: what it is good for. */
  readonly purpose: string;
  /** What will happen, for the question before it does. */
  readonly warning: string;
  readonly address: CleanUpAddress;
  /** Id of the jobs it starts, if it starts any. */
  readonly tool?: string;
  /** What came of it, in words: of the answer, or of the result of the job that the answer names. */
  readonly describe: (outcome: CleanUpOutcome) => string;
};

export const CLEAN_UPS: readonly CleanUp[] = [
  {
    name: i18n.t('Unreferenced files'),
    purpose: i18n.t('Frees the space of deleted and replaced files, and of maps that belong to no file any more.'),
    warning: i18n.t(
      'Stored files and built maps that no dataset refers to are deleted from the disk. Files people can see stay. It runs in the background.',
    ),
    address: '/sys/cleanup',
    tool: 'cleanup',
    describe: ({ removedFiles = 0, removedBytes = 0, removedOutputFolders = 0, errors = {} }) =>
      [
        i18n.t(
          '{removedFiles, plural, one {# stored file} other {# stored files}} ({removedBytes}) and {removedOutputFolders, plural, one {# folder} other {# folders}} of built maps removed.',
          { removedFiles, removedBytes: formatBytes(removedBytes), removedOutputFolders },
        ),
        ...Object.entries(errors).map(([dataset, text]) => `${dataset}: ${text}`),
      ].join(' '),
  },
  {
    name: i18n.t('Empty datasets'),
    purpose: i18n.t('Deletes datasets that hold no file and are older than a day.'),
    warning: i18n.t(
      'Every dataset of every organization that holds no file and was not changed for a day is deleted, with its name, description and links. This cannot be undone.',
    ),
    address: '/sys/cleanupdatasets',
    describe: ({ removedDatasets = [] }) =>
      i18n.t('{count, plural, one {# empty dataset} other {# empty datasets}} removed{value}.', {
        count: removedDatasets.length,
        value: removedDatasets.length === 0 ? '' : `: ${removedDatasets.join(', ')}`,
      }),
  },
  {
    name: i18n.t('Abandoned uploads'),
    purpose: i18n.t('For clients that upload in batches. An upload here leaves nothing when it breaks off.'),
    warning: i18n.t('Batches of other clients that were never finished are deleted. Usually there is none.'),
    address: '/sys/cleanupbatches',
    describe: ({ removedBatches = [] }) =>
      i18n.t('{count, plural, one {# abandoned upload} other {# abandoned uploads}} removed.', {
        count: removedBatches.length,
      }),
  },
  {
    name: i18n.t('Old jobs'),
    purpose: i18n.t('Shortens the list of background jobs.'),
    warning: i18n.t(
      'Records of jobs that ended longer ago than the setting says are deleted. What the jobs made stays.',
    ),
    address: '/sys/cleanup-jobindices',
    describe: ({ deletedCount = 0, retentionDays = 0 }) =>
      i18n.t(
        '{deletedCount, plural, one {# record} other {# records}} of jobs that ended more than {retentionDays, plural, one {# day} other {# days}} ago removed.',
        { deletedCount, retentionDays },
      ),
  },
  {
    name: i18n.t('Missing maps'),
    purpose: i18n.t('Looks for files whose maps are missing or incomplete, and builds those again.'),
    warning: i18n.t(
      'Every dataset is looked through in the background. Nothing is deleted; new builds may be started.',
    ),
    address: '/sys/check-artifact-completeness',
    tool: 'artifact-check',
    describe: ({ filesChecked = 0, incomplete = 0, jobsEnqueued = 0, missingFiles = [], filesFailed = 0 }) =>
      [
        i18n.t(
          '{filesChecked, plural, one {# file} other {# files}} checked: {incomplete} incomplete, {jobsEnqueued, plural, one {# build} other {# builds}} started.',
          { filesChecked, incomplete, jobsEnqueued },
        ),
        ...(filesFailed === 0
          ? []
          : [i18n.t('{filesFailed} could not be looked at; see the log of the service.', { filesFailed })]),
        ...(missingFiles.length === 0
          ? []
          : [i18n.t('Lost on the disk: {missingFiles}.', { missingFiles: missingFiles.map(plain).join(', ') })]),
      ].join(' '),
  },
];
