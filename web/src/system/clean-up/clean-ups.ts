import { formatCount } from '../../format/count.ts';

export type CleanUp = {
  readonly name: string;
  /** One sentence: what it is good for. */
  readonly purpose: string;
  /** What will happen, for the question before it does. */
  readonly warning: string;
  readonly address: string;
  /** The answer in words. */
  readonly describe: (answer: Answer) => string;
};

/** Members of the answers; each clean-up has some of them. */
type Answer = {
  readonly jobId?: string | null;
  readonly jobIds?: readonly string[];
  readonly async?: boolean;
  readonly removedDatasets?: readonly string[];
  readonly removeDatasetErrors?: readonly { readonly dataset: string; readonly message: string }[];
  readonly removedBatches?: readonly unknown[];
  readonly removeBatchErrors?: readonly unknown[];
  readonly deletedCount?: number;
  readonly retentionDays?: number;
};

const failures = (errors: readonly unknown[] | undefined): string =>
  errors === undefined || errors.length === 0 ? '' : ` ${formatCount(errors.length, 'failure')}.`;

export const CLEAN_UPS: readonly CleanUp[] = [
  {
    name: 'Unreferenced files',
    purpose: 'Frees the space of deleted and replaced files, and of maps that belong to no file any more.',
    warning:
      'Contents and built maps that no dataset refers to are deleted from the disk. Files people can see stay. It runs in the background, dataset by dataset.',
    address: '/sys/cleanup',
    describe: ({ jobIds, jobId }) => {
      const count = jobIds?.length ?? (typeof jobId === 'string' ? 1 : 0);
      return count === 0
        ? 'There was nothing to clean up.'
        : `${formatCount(count, 'job was', 'jobs were')} started; the list of jobs shows how far they are.`;
    },
  },
  {
    name: 'Empty datasets',
    purpose: 'Removes datasets without a single file.',
    warning: 'Every dataset without files is deleted, also one that somebody has just made and not yet filled.',
    address: '/sys/cleanupdatasets',
    describe: ({ removedDatasets = [], removeDatasetErrors }) =>
      `${formatCount(removedDatasets.length, 'empty dataset')} removed${
        removedDatasets.length === 0 ? '' : `: ${removedDatasets.join(', ')}`
      }.${failures(removeDatasetErrors)}`,
  },
  {
    name: 'Abandoned uploads',
    purpose: 'Frees the space of uploads that were begun and never finished.',
    warning: 'Unfinished uploads that nobody has added to for a while are deleted, with what had arrived of them.',
    address: '/sys/cleanupbatches',
    describe: ({ removedBatches = [], removeBatchErrors }) =>
      `${formatCount(removedBatches.length, 'abandoned upload')} removed.${failures(removeBatchErrors)}`,
  },
  {
    name: 'Old jobs',
    purpose: 'Shortens the list of background jobs.',
    warning: 'Entries of jobs that ended long ago are deleted. What the jobs made stays.',
    address: '/sys/cleanup-jobindices',
    describe: ({ deletedCount = 0, retentionDays }) =>
      `${formatCount(deletedCount, 'job entry', 'job entries')} removed${
        retentionDays === undefined ? '' : ` that ended more than ${formatCount(retentionDays, 'day')} ago`
      }.`,
  },
  {
    name: 'Missing maps',
    purpose: 'Looks for files whose maps are missing or incomplete, and builds those again.',
    warning: 'Every dataset is looked through in the background. Nothing is deleted; new builds may be started.',
    address: '/sys/check-artifact-completeness',
    describe: () => 'The check was started; the list of jobs shows how far it is.',
  },
];
