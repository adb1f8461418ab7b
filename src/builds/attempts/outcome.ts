import type { BuildFailureReason } from '../outputs/index.ts';

/** How an attempt at a build ended. */
export type BuildOutcome =
  /** Outputs were made, or stood already. */
  | { readonly kind: 'built' | 'complete' }
  /** Another has the lock, or the file is another one by now, of which another build was asked for. */
  | { readonly kind: 'contended' | 'superseded' }
  /** Files it needs are not there yet. `missing`: their paths in the dataset, as the entry at `path` needs them. */
  | { readonly kind: 'deferred'; readonly path: string; readonly missing: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: BuildFailureReason; readonly message: string };

/** What an outcome means for the job, the marker of the entry, and retries: the table of docs/builds.md. */
export interface Settlement {
  readonly state: 'Succeeded' | 'Failed';
  /** `write`: made or replaced; `renew`: replaced if there is one. */
  readonly marker: 'write' | 'renew' | 'remove' | 'leave';
  /** Whether retries may begin, provided that a marker is there then. */
  readonly retries: boolean;
}

/** Failures that may pass by themselves. */
const PASSING: readonly BuildFailureReason[] = ['low-space', 'no-space', 'idle-timeout', 'fault'];

export function settlementOf(outcome: BuildOutcome): Settlement {
  switch (outcome.kind) {
    case 'built':
    case 'complete':
      return { state: 'Succeeded', marker: 'remove', retries: false };
    case 'contended':
    case 'superseded':
      return { state: 'Succeeded', marker: 'leave', retries: false };
    case 'deferred':
      return { state: 'Succeeded', marker: 'write', retries: true };
    case 'failed':
      return PASSING.includes(outcome.reason)
        ? { state: 'Failed', marker: 'renew', retries: true }
        : { state: 'Failed', marker: 'remove', retries: false };
  }
}

/** Whether a job with an outcome of this name consumed the marker; null of one that has not ended. */
export const consumesMarker = (name: string | null): boolean =>
  name !== null && !['contended', 'superseded', 'deferred', ...PASSING].includes(name);

/** The name of an outcome in the index of jobs. */
export const outcomeName = (outcome: BuildOutcome): string =>
  outcome.kind === 'failed' ? outcome.reason : outcome.kind;
