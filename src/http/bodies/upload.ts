import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TSchema } from 'typebox';
import { bodyBlocks, discard } from '../../bytes/index.ts';
import type { PartHandlers, Upload } from '../../forms/index.ts';
import { namedBySchema } from './field-names.ts';
import { readUploadForm } from './multipart.ts';

type Fields = Record<string, unknown>;

/** Opens the upload of a request whose body nobody has read yet. @param fieldBytes bytes of all its fields together */
export function openUpload(request: IncomingMessage, schema: TSchema | undefined, fieldBytes: number): Upload {
  return {
    async read(store) {
      const fields: Fields = {};
      const mostBytes = Number(request.headers['content-length'] ?? Infinity);
      const failed = new AbortController();
      let stored: ReturnType<typeof store> | undefined;
      const handlers: PartHandlers = {
        field(name, value) {
          fields[name] = value;
        },
        file(_name, stream) {
          if (stored) return discard(stream);
          const blocks = bodyBlocks(stream, { mostBytes, goodFor: 1 });
          const running = Promise.resolve().then(() => store(blocks, failed.signal, namedBySchema(fields, schema)));
          stored = running;
          running.catch((cause: unknown) => {
            discard(stream);
            failed.abort(cause);
          });
        },
      };
      try {
        await readUploadForm(request, handlers, { fieldBytes, signal: failed.signal });
        return { fields: namedBySchema(fields, schema), file: await stored };
      } catch (cause) {
        failed.abort(cause);
        await stored?.catch(() => undefined); // The first error is the one that is reported.
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
