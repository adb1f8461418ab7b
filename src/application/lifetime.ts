/** What one process has begun, and ends in the opposite order. */
export interface Lifetime {
  /** Aborted as soon as the end begins. */
  readonly signal: AbortSignal;
  /** Says how something ends that has begun. */
  ends(step: () => Promise<unknown>): void;
  /** Ends everything. @throws AggregateError of what could not end in order */
  close(): Promise<void>;
}

export function createLifetime(): Lifetime {
  const closing = new AbortController();
  const steps: (() => Promise<unknown>)[] = [];
  return {
    signal: closing.signal,
    ends: (step) => void steps.push(step),
    async close() {
      closing.abort(new Error('The service is stopping'));
      const faults: unknown[] = [];
      // Every step is taken, whatever another one met: children and the database must not stay behind.
      for (const step of steps.splice(0).reverse()) await step().catch((fault: unknown) => faults.push(fault));
      if (faults.length > 0) throw new AggregateError(faults, 'The service could not end in order.');
    },
  };
}
