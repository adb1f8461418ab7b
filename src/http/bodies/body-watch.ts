import type { IncomingMessage } from 'node:http';
import { discard } from '../../bytes/index.ts';
import { fail } from '../../errors/index.ts';

/**
 * Runs the reading of a body. Discards the rest of a refused body, so that the client gets the answer and not a reset
 * connection.
 *
 * @param read gets a signal that fires when the client goes away before the body is complete, when the time is over, and
 *   with `signal`
 * @param limitMs time for the whole body; absent: as long as it keeps coming
 * @throws `invalid-input` for a body that is cut off; `too-slow`; the reason of `signal`; what `read` throws
 */
export async function whileBodyArrives<T>(
  request: IncomingMessage,
  read: (signal: AbortSignal) => Promise<T>,
  { limitMs, signal }: { readonly limitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const ended = new AbortController();
  const cutOff = (): void => {
    if (!request.complete) ended.abort(fail('invalid-input', 'The request was cut off before its end.'));
  };
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(
          () => ended.abort(fail('too-slow', `The request body did not arrive within ${limitMs / 1000} s.`)),
          limitMs,
        );
  // A request that closed before this line does not emit `close` again.
  if (request.destroyed) cutOff();
  request.once('close', cutOff);
  try {
    return await read(signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]));
  } catch (cause) {
    // The error of the connection, such as ECONNRESET, can arrive before its `close`.
    if (request.destroyed && !request.complete)
      throw fail('invalid-input', 'The request was cut off before its end.', cause);
    throw cause;
  } finally {
    clearTimeout(timer);
    request.off('close', cutOff);
    discard(request);
  }
}
