import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagMatches } from '../http/index.ts';

/** How long an answer may be kept without being asked about. */
export type Keeping = 'maps' | 'tiles' | 'asked';

/** What an answer is for. */
export interface Answering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether everybody may read the dataset. */
  readonly isPublic: boolean;
}

/** The interface specification gives these ages for maps and coverages, and for tiles. */
const AGES: Readonly<Record<Keeping, string>> = {
  maps: 'max-age=300',
  tiles: 'max-age=86400, immutable',
  asked: 'no-cache',
};

/** What of a private dataset is kept, is kept by its caller alone. */
export const cacheControl = (isPublic: boolean, keeping: Keeping): string =>
  `${isPublic ? 'public' : 'private'}, ${AGES[keeping]}`;

/** A strong validator of an answer: of what it shows, in which version, and how. @param parts plain data */
export const etagOfParts = (parts: unknown): string => etagOfText(JSON.stringify(parts));

function etagOfText(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/**
 * Sends what is made only when the caller has not got it yet. Rights were decided before.
 *
 * @param etag quoted
 * @param isWeak equal ones mean equal contents, but not equal bytes: the answer tells when it was made
 * @param make called unless the caller has it
 */
export async function sendMade(
  { request, reply, isPublic }: Answering,
  {
    etag,
    type,
    keeping,
    isWeak = false,
  }: { readonly etag: string; readonly type: string; readonly keeping: Keeping; readonly isWeak?: boolean },
  make: () => Promise<string | Uint8Array | Readable>,
): Promise<unknown> {
  void reply.headers({ etag: isWeak ? `W/${etag}` : etag, 'cache-control': cacheControl(isPublic, keeping) });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const made = await make();
  void reply.type(type);
  return made instanceof Uint8Array ? sendBytes(reply, made) : reply.send(made);
}

/** Bytes in one write to a connection. The progress of a client shows by writes that it has taken all of. */
const WRITE_BYTES = 64 * 1024;

/** Sends bytes that are in memory already, large ones piece by piece. */
export function sendBytes(reply: FastifyReply, { buffer, byteOffset, byteLength }: Uint8Array): FastifyReply {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (byteLength <= WRITE_BYTES) return reply.send(bytes);
  const count = Math.ceil(byteLength / WRITE_BYTES);
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * WRITE_BYTES, (at + 1) * WRITE_BYTES));
  return reply.header('content-length', byteLength).send(Readable.from(pieces, { objectMode: false }));
}

/** Sends a document whose validator is that of its text. */
export function sendDocument(
  answering: Answering,
  { type, keeping, text }: { readonly type: string; readonly keeping: Keeping; readonly text: string },
): Promise<unknown> {
  return sendMade(answering, { etag: etagOfText(text), type, keeping }, () => Promise.resolve(text));
}
