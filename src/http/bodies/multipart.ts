import type { IncomingMessage } from 'node:http';
import { readMultipart, type PartHandlers } from '../../forms/index.ts';
import type { BodyClaim } from './body-budget.ts';
import { whileBodyArrives } from './body-watch.ts';
import { BODY_LIMIT_MS, bodyCounter, refuseLength } from './read-body.ts';

/** Fields of a form: a batch delete names each path in one. */
const MAX_PARTS = 100_000;
/** Boundaries and headers of parts take up to three times as many bytes as short values. */
const BODY_PER_FIELDS = 4;

/**
 * Reads the multipart body of a request that has a file of any size.
 *
 * @param fieldBytes bytes that all fields together may have
 * @throws `invalid-input` for a body that is cut off; FormError for one that is no multipart or has fields above the limits;
 *   the reason of the signal; what a handler threw
 */
export async function readUploadForm(
  request: IncomingMessage,
  handlers: PartHandlers,
  { fieldBytes, signal }: { readonly fieldBytes: number; readonly signal?: AbortSignal },
): Promise<void> {
  await read(request, handlers, fieldBytes, signal === undefined ? {} : { signal });
}

/**
 * Reads the fields of a multipart body that is held in memory; files in it are discarded.
 *
 * @throws as `readUploadForm`; `too-large` for a body that is too long; `too-slow`; `busy`
 */
export async function readFieldForm(
  request: IncomingMessage,
  field: PartHandlers['field'],
  { fieldBytes, claim }: { readonly fieldBytes: number; readonly claim: BodyClaim },
): Promise<void> {
  const room = { limit: BODY_PER_FIELDS * fieldBytes, claim };
  refuseLength(request, room.limit);
  const count = bodyCounter(room);
  const full = new AbortController();
  const receive = (piece: Buffer): void => {
    try {
      count(piece);
    } catch (cause) {
      full.abort(cause);
    }
  };
  request.on('data', receive);
  try {
    await read(request, field ? { field } : {}, fieldBytes, { signal: full.signal, limitMs: BODY_LIMIT_MS });
  } finally {
    request.off('data', receive);
  }
}

async function read(
  request: IncomingMessage,
  handlers: PartHandlers,
  fieldBytes: number,
  watch: Parameters<typeof whileBodyArrives>[2],
): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  await whileBodyArrives(
    request,
    (signal) => readMultipart(request, type, handlers, { fieldBytes, maxParts: MAX_PARTS, signal }),
    watch,
  );
}
