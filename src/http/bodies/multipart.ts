import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { fail } from '../errors.ts';

/** Largest body that is held in memory: JSON, forms, and the fields beside a file. Files never are. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Limits of a form's fields; files are limited by the disk and the quota only. */
const LIMITS = {
  /** Field names are words; a path inside one never is. */
  fieldNameSize: 200,
  /** A stamp or a list of paths sent as one field. */
  fieldSize: 4 * 1024 * 1024,
  /** A batch delete names many paths. */
  fields: 100_000,
  headerPairs: 100,
} as const;

export interface MultipartHandlers {
  field(name: string, value: string): void;
  file(name: string, stream: Readable): void;
}

/**
 * Parses a multipart body as it arrives, in whatever order its parts come.
 *
 * @param signal ends the parsing: what still comes is read and dropped
 * @param fieldBytes what all fields together may take
 * @returns when the whole body was read
 * @throws `invalid-input` for a body that is cut off or is no multipart; `too-large` for fields above the limits; the
 *   reason of the signal
 */
export async function parseMultipart(
  request: IncomingMessage,
  handlers: MultipartHandlers,
  { signal, fieldBytes = MAX_BODY_BYTES }: { readonly signal?: AbortSignal; readonly fieldBytes?: number } = {},
): Promise<void> {
  const { 'content-type': contentType = '' } = request.headers;
  const parser = openParser(contentType);
  let taken = 0;
  await new Promise<void>((resolve, reject) => {
    /** What a handler throws ends the parsing, not the process. */
    const guarded = (handle: () => void): void => {
      try {
        handle();
      } catch (cause) {
        reject(cause as Error);
      }
    };
    parser.on('field', (name, value, nameCut, valueCut) => {
      taken += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (nameCut || valueCut) reject(fail('too-large', `The field ${name.slice(0, 40)} is too long.`));
      else if (taken > fieldBytes) reject(fail('too-large', 'The form is larger than this operation takes.'));
      else guarded(() => handlers.field(name, value));
    });
    parser.on('file', (name, stream) => guarded(() => handlers.file(name, stream as unknown as Readable)));
    parser.on('fieldsLimit', () => reject(fail('too-large', `A form may have ${LIMITS.fields} fields.`)));
    parser.on('finish', resolve);
    parser.on('error', (cause) =>
      reject(fail('invalid-input', 'The multipart body cannot be read or ended too early.', cause)),
    );
    // Without these an upload whose client went away would wait for ever.
    const cutOff = (): void => {
      if (!request.complete) reject(fail('invalid-input', 'The upload was cut off before its end.'));
    };
    request.on('aborted', cutOff);
    request.on('error', cutOff);
    request.on('close', cutOff);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    // The client may have gone while its credentials were checked; then none of these is told any more.
    if (request.destroyed) cutOff();
    request.pipe(parser);
  }).finally(() => {
    request.unpipe(parser);
    // What is left of a refused body is read and dropped, so that the client gets the answer and not a reset connection.
    request.resume();
  });
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      highWaterMark: 1024 * 1024,
      fileHwm: 1024 * 1024,
    });
  } catch (cause) {
    throw fail('invalid-input', 'The multipart body has no boundary.', cause);
  }
}
