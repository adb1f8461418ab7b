/**
 * What became of a request to another service:
 * - `refused`: this service does not ask such an address; nothing was sent there
 * - `unauthorized`: the other service does not accept the credentials
 * - `passing`: it may go well when tried again (connection lost, overloaded)
 * - `lasting`: trying again cannot help (not found, an answer that makes no sense)
 */
export type OutboundFault = 'refused' | 'unauthorized' | 'passing' | 'lasting';

/** A request to another service that failed. The text is for the administrator who asked for it. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  /** Milliseconds the other service asked to wait before the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: OutboundFault, message: string, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super(message, options);
    this.fault = fault;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Any failure of a connection as an `OutboundError`; the reason of a signal stays what it is. */
export function asOutboundError(cause: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof OutboundError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  // Certificates that are not trusted stay so; everything else on the wire may be better in a moment.
  const fault = code?.startsWith('ERR_TLS') || /certificate|self.signed/i.test(message) ? 'lasting' : 'passing';
  return new OutboundError(fault, `The connection to ${host} failed (${code ?? 'no reason given'}).`, { cause });
}
