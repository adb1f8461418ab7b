import type { IncomingMessage } from 'node:http';
import { MultipartError, readMultipart, type PartHandlers } from '../../multipart/index.ts';
import { fail } from '../errors.ts';
import { whileBodyArrives } from './body-watch.ts';

/** Fields of a form: a batch delete names each path in one. */
const MAX_PARTS = 100_000;

export interface FormOptions {
  /** Bytes that all fields together may have. */
  readonly fieldBytes: number;
  /** Time for the whole body. Absent: as long as it keeps coming, for forms with a file. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads the multipart body of a request.
 *
 * @throws `invalid-input` for a body that is cut off or is no multipart; `too-large` for fields above the limits; `too-slow`;
 *   the reason of the signal; what a handler threw
 */
export async function readRequestForm(
  request: IncomingMessage,
  handlers: PartHandlers,
  { fieldBytes, ...watch }: FormOptions,
): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  const read = (signal: AbortSignal): Promise<void> =>
    readMultipart(request, type, handlers, { fieldBytes, maxParts: MAX_PARTS, signal });
  try {
    await whileBodyArrives(request, read, watch);
  } catch (cause) {
    if (!(cause instanceof MultipartError)) throw cause;
    throw fail(cause.fault === 'too-large' ? 'too-large' : 'invalid-input', cause.message, cause);
  }
}
