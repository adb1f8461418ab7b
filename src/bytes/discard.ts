import type { Readable } from 'node:stream';

/**
 * Reads the rest of a stream and drops it. Its errors are ignored: an `error` event without a listener would end the
 * process, and nobody waits for these bytes.
 */
export function discard(stream: Readable): void {
  stream.on('error', () => undefined);
  stream.resume();
}
