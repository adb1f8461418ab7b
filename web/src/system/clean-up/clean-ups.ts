import type { CleanUpAddress } from '../../api/admin/system.ts';
import type { CleanUpOutcome } from '../../api/answers.ts';
import { formatBytes } from '../../format/bytes.ts';
import { formatCount } from '../../format/count.ts';
import { plain } from '../../format/plain.ts';

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
    name: 'Unreferenced files',
    purpose: 'Frees the space of deleted and replaced files, and of maps that belong to no file any more.',
    warning:
      'Stored files and built maps that no dataset refers to are deleted from the disk. Files people can see stay. It runs in the background.',
    address: '/sys/cleanup',
    tool: 'cleanup',
    describe: ({ removedFiles = 0, removedBytes = 0, removedOutputFolders = 0, errors = {} }) =>
      [
        `${formatCount(removedFiles, 'stored file')} (${formatBytes(removedBytes)}) and ${formatCount(removedOutputFolders, 'folder')} of built maps removed.`,
        ...Object.entries(errors).map(([dataset, text]) => `${dataset}: ${text}`),
      ].join(' '),
  },
  {
    name: 'Empty datasets',
    purpose: 'Deletes datasets that hold no file and are older than a day.',
    warning:
      'Every dataset of every organization that holds no file and was not changed for a day is deleted, with its name, description and links. This cannot be undone.',
    address: '/sys/cleanupdatasets',
    describe: ({ removedDatasets = [] }) =>
      `${formatCount(removedDatasets.length, 'empty dataset')} removed${
        removedDatasets.length === 0 ? '' : `: ${removedDatasets.join(', ')}`
      }.`,
  },
  {
    name: 'Abandoned uploads',
    purpose: 'For clients that upload in batches. An upload here leaves nothing when it breaks off.',
    warning: 'Batches of other clients that were never finished are deleted. Usually there is none.',
    address: '/sys/cleanupbatches',
    describe: ({ removedBatches = [] }) => `${formatCount(removedBatches.length, 'abandoned upload')} removed.`,
  },
  {
    name: 'Old jobs',
    purpose: 'Shortens the list of background jobs.',
    warning: 'Records of jobs that ended longer ago than the setting says are deleted. What the jobs made stays.',
    address: '/sys/cleanup-jobindices',
    describe: ({ deletedCount = 0, retentionDays = 0 }) =>
      `${formatCount(deletedCount, 'record')} of jobs that ended more than ${formatCount(retentionDays, 'day')} ago removed.`,
  },
  {
    name: 'Missing maps',
    purpose: 'Looks for files whose maps are missing or incomplete, and builds those again.',
    warning: 'Every dataset is looked through in the background. Nothing is deleted; new builds may be started.',
    address: '/sys/check-artifact-completeness',
    tool: 'artifact-check',
    describe: ({ filesChecked = 0, incomplete = 0, jobsEnqueued = 0, missingFiles = [], filesFailed = 0 }) =>
      [
        `${formatCount(filesChecked, 'file')} checked: ${incomplete} incomplete, ${formatCount(jobsEnqueued, 'build')} started.`,
        ...(filesFailed === 0 ? [] : [`${filesFailed} could not be looked at; see the log of the service.`]),
        ...(missingFiles.length === 0 ? [] : [`Lost on the disk: ${missingFiles.map(plain).join(', ')}.`]),
      ].join(' '),
  },
];
