import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import { namedBySchema } from './field-names.ts';
import { parseMultipart, type MultipartHandlers } from './multipart.ts';

type Fields = Record<string, unknown>;

/** A multipart request with fields and at most one file, in any order. */
export interface Upload {
  /**
   * Reads the request.
   *
   * @param store takes the file's bytes as they arrive, and the fields that came before them, so that what is wrong already
   *   is not transferred first; not called when there is no file part
   * @returns all fields under the names of the schema, and what `store` made of the file
   * @throws what `store` threw, at once; `invalid-input` when the body was cut off, after `store` has ended
   */
  read<T>(
    store: (stream: Readable, signal: AbortSignal, fields: Fields) => Promise<T>,
  ): Promise<{ readonly fields: Fields; readonly file: T | undefined }>;
}

/** Opens the upload of a request whose body nobody has read yet. */
export function openUpload(request: IncomingMessage, schema: TSchema | undefined): Upload {
  return {
    async read<T>(store: (stream: Readable, signal: AbortSignal, fields: Fields) => Promise<T>) {
      const fields: Fields = {};
      const cutOff = new AbortController();
      const storeFailed = Promise.withResolvers<never>();
      storeFailed.promise.catch(() => undefined); // Also awaited below, unless the parsing was faster.
      let stored: Promise<T> | undefined;

      const handlers: MultipartHandlers = {
        field(name, value) {
          fields[name] = value;
        },
        file(_name, stream) {
          if (stored) return void stream.resume();
          stream.on('error', () => undefined); // Whoever reads the stream is told; without a listener it ends the process.
          cutOff.signal.addEventListener('abort', () => stream.destroy(cutOff.signal.reason as Error));
          stored = Promise.resolve().then(() => store(stream, cutOff.signal, namedBySchema(fields, schema)));
          stored.catch((cause: unknown) => {
            stream.resume(); // What still comes is dropped.
            storeFailed.reject(cause);
          });
        },
      };
      const parsed = parseMultipart(request, handlers, { signal: cutOff.signal });
      try {
        await Promise.race([parsed, storeFailed.promise]);
        return { fields: namedBySchema(fields, schema), file: await stored };
      } catch (cause) {
        cutOff.abort(cause);
        parsed.catch(() => undefined); // The first error is the one that tells.
        await stored?.catch(() => undefined);
        throw cause;
      }
    },
  };
}

/** What a multipart body may hold beside the file: the path, and the headers of its parts. */
const FORM_BYTES = 16 * 1024;

/** Bytes the file of an upload has at least, as far as its headers tell beforehand. */
export function leastFileBytes(headers: IncomingHttpHeaders): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES);
}
