import { ServiceError } from '../errors/index.ts';

/** Files that could not be drawn, so that they are not tried again for everybody who asks, in every size. */
export interface Failures {
  /** @throws what it failed with last, for some minutes */
  throwKnown(version: string): void;
  /** Remembers it in any case. @returns it */
  add(version: string, failure: ServiceError): ServiceError;
  /** Remembers it if it is for the file: not that the service is busy, or that nobody waits any more. */
  remember(version: string, cause: unknown): void;
}

/** Some minutes: a program that was missing may be installed, a disk may be there again. */
const REMEMBERED_MS = 5 * 60_000;
/** Some hundred bytes each. */
const MOST = 10_000;

export function createFailures(now: () => number = Date.now): Failures {
  const known = new Map<string, { readonly cause: ServiceError; readonly until: number }>();
  const add = (version: string, cause: ServiceError): ServiceError => {
    known.delete(version);
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
    known.set(version, { cause, until: now() + REMEMBERED_MS });
    return cause;
  };
  return {
    throwKnown(version) {
      const failure = known.get(version);
      if (failure === undefined) return;
      if (failure.until > now()) throw failure.cause;
      known.delete(version);
    },
    add,
    remember(version, cause) {
      if (cause instanceof ServiceError && cause.code !== 'busy' && !isReplaced(cause)) add(version, cause);
    },
  };
}

/** Whether the bytes were gone: the entry has others by now. */
const isReplaced = ({ cause }: ServiceError): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
