import Type from 'typebox';
import type { JobRow } from './jobs/job-store.ts';

/** A build job, or the trace that asking for many builds left. */
type Presented = Pick<
  JobRow,
  Exclude<keyof JobRow, 'path' | 'hash' | 'datasetId' | 'companions' | 'forced' | 'buildClass' | 'updatedAt'>
> & {
  readonly secondsLeft?: number | null;
  readonly path: string | null;
  readonly hash: string | null;
};

const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

/** A build job as callers see it. */
export const BuildJobBody = Type.Object({
  jobId: Type.String(),
  hash: Type.Union([Type.String(), Type.Null()]),
  path: Type.Union([Type.String(), Type.Null()]),
  currentState: Type.String({ description: 'Enqueued, Processing, Succeeded, Failed or Deleted' }),
  progressPercent: Type.Union([Type.Number(), Type.Null()]),
  secondsLeft: Type.Union([Type.Number(), Type.Null()], {
    description: 'Estimate of the seconds until it ends, of one that waits or runs; null where there is none',
  }),
  phaseMessage: Type.Union([Type.String(), Type.Null()]),
  outcome: Type.Union([Type.String(), Type.Null()], {
    description:
      'What became of it: built, complete, deferred (a file it needs is missing), contended, superseded, cleared (of one that was cancelled), or the kind of failure',
  }),
  errorMessage: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
  createdAt: Type.String({ format: 'date-time' }),
  processingAt: time,
  succeededAt: time,
  failedAt: time,
  deletedAt: time,
});

export function presentJob(job: Presented): Type.Static<typeof BuildJobBody> {
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    jobId: job.id,
    hash: job.hash,
    path: job.path,
    currentState: job.state,
    progressPercent: job.progress,
    secondsLeft: job.secondsLeft ?? null,
    phaseMessage: job.phase,
    outcome: job.outcome,
    errorMessage: job.error,
    createdAt: job.createdAt.toISOString(),
    processingAt: iso(job.processingAt),
    succeededAt: iso(job.succeededAt),
    failedAt: iso(job.failedAt),
    deletedAt: iso(job.deletedAt),
  };
}
