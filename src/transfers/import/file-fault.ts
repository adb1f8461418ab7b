import { BlobError } from '../../blobs/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { OutboundError, type Retries } from '../outbound/index.ts';

/** One entry could not be imported; others may be. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  override readonly cause: OutboundError | ServiceError;
  /** Tries after the first one. */
  readonly retries: number;

  constructor(cause: OutboundError | ServiceError, retries: number) {
    super(cause.message, { cause });
    this.cause = cause;
    this.retries = retries;
  }
}

/** More bytes than an import may bring: nothing else comes either. */
export class BudgetSpent extends OutboundError {
  constructor() {
    super('lasting', 'The source has more bytes than the setting import.maxSizeMB allows.');
  }
}

/**
 * Does something about one entry within a time.
 *
 * @throws FileFault when others may still come; else what ends the whole import: credentials no longer good, disk or quota
 *   full, a fault of this service
 */
export async function ofOneFile<T>(
  limitMs: number,
  signal: AbortSignal,
  retries: Pick<Retries, 'count'>,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (cause) {
    if (signal.aborted) throw cause;
    if (timeout.aborted) throw new FileFault(tooSlow(limitMs), retries.count);
    throw isOfTheFile(cause) ? new FileFault(cause, retries.count) : cause;
  }
}

const tooSlow = (limitMs: number): OutboundError =>
  new OutboundError('lasting', `The file did not arrive within ${Math.round(limitMs / 1000)} s.`);

function isOfTheFile(cause: unknown): cause is OutboundError | ServiceError {
  if (cause instanceof BlobError || cause instanceof BudgetSpent) return false;
  if (cause instanceof OutboundError) return cause.fault === 'passing' || cause.fault === 'lasting';
  return cause instanceof ServiceError && (cause.code === 'conflict' || cause.code === 'invalid-input');
}
