import type { IncomingHttpHeaders } from 'node:http';
import { subjectOf } from '../../accounts/index.ts';
import { LEAST_BUFFER_BYTES } from '../../bytes/index.ts';
import { memoryClient, type Route } from '../../http/index.ts';
import type { MemoryShare } from '../../memory/index.ts';

/**
 * Buffers of a body while many arrive, when each has the smallest: one that fills, three that are written, one for what the
 * connection has read. What few bodies have beyond is not of this share.
 */
const PLAIN_BYTES = 5 * LEAST_BUFFER_BYTES;
/** A form has a buffer in the parser and one in the part as well, two from which its file is copied, and three blocks in place of four. */
const FORM_BYTES = PLAIN_BYTES + 3 * LEAST_BUFFER_BYTES;

/** Puts routes that take files under the limit of memory: an upload waits with its body unread until there are buffers for it. */
export const limitUploads =
  (memory: MemoryShare) =>
  (route: Route): Route => {
    // Routes that only read refuse their bodies.
    if ((route.upload === undefined && route.stream === undefined) || route.reads) return route;
    return {
      ...route,
      handle: (context) => {
        const { request, reply, caller, signal } = context;
        const bytes = bufferBytes(request.headers);
        const client = memoryClient(reply, subjectOf(caller, request.ip));
        return memory.run(bytes, () => route.handle(context), { signal, client });
      },
    };
  };

/** Bytes of buffers that a body needs: never more than it has, as far as its headers tell. */
function bufferBytes(headers: IncomingHttpHeaders): number {
  const most = headers['content-type']?.startsWith('multipart/') ? FORM_BYTES : PLAIN_BYTES;
  if (headers['transfer-encoding'] !== undefined) return most;
  return Math.min(most, Number(headers['content-length'] ?? 0));
}
