/** States of a job. */
export type JobStateName = (typeof ACTIVE_STATES)[number] | (typeof FINAL_STATES)[number];

export const ACTIVE_STATES = ['Created', 'Enqueued', 'Scheduled', 'Processing'] as const;
export const FINAL_STATES = ['Succeeded', 'Failed', 'Deleted'] as const;

export const isFinal = (state: JobStateName): boolean => FINAL_STATES.some((final) => final === state);

/** Column of the time at which a state was entered. */
const TIMES = {
  Scheduled: 'scheduled_at',
  Processing: 'processing_at',
  Succeeded: 'succeeded_at',
  Failed: 'failed_at',
  Deleted: 'deleted_at',
} as const;

/** What a row of `jobs` gets with a state: its time, and what an attempt that starts anew forgets. */
export function stateColumns(state: Exclude<JobStateName, 'Created'>, at = new Date()) {
  if (state === 'Enqueued') return { state, progress: null, phase: null };
  return { state, [TIMES[state]]: at, ...(state === 'Succeeded' ? { progress: 100 } : {}) };
}
