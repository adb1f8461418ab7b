import type { Entry } from '../../api/answers.ts';
import { ApiError, errorText } from '../../api/api-error.ts';

/** Why one of many was left as it is. */
export type Failure = { readonly path: string; readonly reason: string };

export type Parts = {
  /** Entries of one call. */
  readonly size: number;
  /** Does it to a part and tells which of it failed; throws when nothing of it was done. */
  readonly run: (part: readonly Entry[]) => Promise<readonly Failure[]>;
  /** Ends it before the next part. */
  readonly signal: AbortSignal;
  /** How many have had their turn. */
  readonly onProgress: (count: number) => void;
};

/**
 * Does something to one part of the entries after another, as the service takes them, and goes on after those it refuses.
 * A lost connection ends it: all that is left fails for the same reason. A single entry's error is thrown, as its form has
 * a better place for it, and so is the end of the session.
 */
export async function inParts(entries: readonly Entry[], { size, run, signal, onProgress }: Parts): Promise<Failure[]> {
  let failures: Failure[] = [];
  for (let start = 0; start < entries.length && !signal.aborted; start += size) {
    const part = entries.slice(start, start + size);
    try {
      failures = failures.concat(await run(part));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined;
      if (entries.length === 1 || status === 401) throw error;
      const reason = errorText(error);
      const failed = status === 0 ? entries.slice(start) : part;
      failures = failures.concat(failed.map(({ path }) => ({ path, reason })));
      if (status === 0) break;
    }
    onProgress(start + part.length);
  }
  return failures;
}
