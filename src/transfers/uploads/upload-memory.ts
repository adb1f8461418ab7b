import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from '../../http/index.ts';
import type { MemoryShare } from '../../memory/index.ts';

/**
 * Buffers of a body while it is written: a megabyte each in the parser and in the part, and groups of a megabyte of which
 * three are written while another one is gathered. A plain body has four blocks of half a megabyte.
 */
const FORM_BYTES = 6 * 2 ** 20;
const PLAIN_BYTES = 2 * 2 ** 20;

/** Puts routes that take files under the limit of memory: an upload waits with its body unread until there are buffers for it. */
export const limitUploads =
  (memory: MemoryShare) =>
  (route: Route): Route => {
    // Routes that only read refuse their bodies.
    if ((route.upload === undefined && route.stream === undefined) || route.reads) return route;
    return {
      ...route,
      handle: (context) => {
        const bytes = bufferBytes(context.request.headers);
        return bytes === 0 ? route.handle(context) : memory.run(bytes, () => route.handle(context), context.signal);
      },
    };
  };

/** Bytes of buffers that a body needs: never more than it has, as far as its headers tell. */
function bufferBytes(headers: IncomingHttpHeaders): number {
  const most = headers['content-type']?.startsWith('multipart/') ? FORM_BYTES : PLAIN_BYTES;
  if (headers['transfer-encoding'] !== undefined) return most;
  return Math.min(most, Number(headers['content-length'] ?? 0));
}
