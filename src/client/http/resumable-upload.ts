import { open, stat } from 'node:fs/promises';
import Type from 'typebox';
import { filePieces } from '../../bytes/index.ts';
import { ClientError } from '../client-error.ts';
import { hashFile } from '../files/hash-file.ts';
import { inDataset } from './addresses.ts';
import type { Connection } from './connection.ts';
import { waitBeforeAttempt } from './retries.ts';
import { sentHash, type SentHash } from './sent-hash.ts';
import { ServerError, UnreachableError } from './server-error.ts';
import type { UploadOptions, UploadTarget } from './upload-target.ts';
import { rememberedUpload, type RememberedUpload } from './upload-memory.ts';

/** Attempts without a byte more on the server; with the waits between them about a minute. */
const MAX_ATTEMPTS = 8;
/** 409, 423: another request had the upload a moment ago. 500: the service may have ended while it placed the file. */
const PASSING = new Set([409, 423, 429, 500, 502, 503, 504]);
/** The protocol: https://tus.io/protocols/resumable-upload */
const TUS = { 'tus-resumable': '1.0.0' };

interface Source {
  readonly file: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Announced, so that the server refuses other bytes; undefined: compared when they are there. */
  readonly sha256: string | undefined;
}

/**
 * Sends a file by the tus protocol; see `uploadFile`. What becomes visible at once is hashed before, so that the server
 * places no other bytes; what a share brings is hashed while it is sent, as nothing is visible before its commit.
 */
export async function uploadResumably(
  connection: Connection,
  target: UploadTarget,
  path: string,
  localFile: string,
  options: UploadOptions,
): Promise<string> {
  const { onWait, signal } = options;
  const sha256 = options.sha256 ?? (target.kind === 'object' ? await hashFile(localFile, signal) : undefined);
  const { size, mtimeMs } = await stat(localFile);
  const source = { file: localFile, size, mtimeMs, sha256 };
  // A push takes over what was begun for the one before it, which had another token.
  const batch = target.kind === 'push' ? undefined : tokenOf(target);
  const place = [connection.server.href, target.dataset, target.kind, batch, path, sha256 ?? [size, mtimeMs]];
  const memory = rememberedUpload(options.stateFolder, place);
  const hash = sha256 === undefined ? sentHash() : undefined;

  let counted = 0;
  const settle = (bytes: number): void => {
    options.onBytes(bytes - counted);
    counted = bytes;
  };
  let best = -1;
  for (let attempts = 1; ; attempts++) {
    try {
      const { id, offset } = await findOrBegin(connection, target, path, source, memory, signal);
      if (best === -1 && offset > 0) options.onContinue?.({ what: path, done: offset, size });
      settle(offset);
      if (offset > best) attempts = 1;
      best = Math.max(best, offset);
      const onBytes = (bytes: number): void => settle(counted + bytes);
      if (offset < size) await sendRest(connection, target, id, offset, source, { onBytes, hash, signal });
      settle(size);
      const sent = sha256 ?? (await compared(connection, target, id, source, hash!, signal));
      await memory.forget();
      return sent;
    } catch (cause) {
      signal.throwIfAborted();
      if (isFinal(cause)) await memory.forget();
      if (attempts >= MAX_ATTEMPTS || !mayPass(cause)) throw cause;
      await waitBeforeAttempt({ what: path, done: attempts, most: MAX_ATTEMPTS, fault: cause, onWait }, signal);
    }
  }
}

function tokenOf(target: UploadTarget): string | undefined {
  return target.kind === 'object' ? undefined : target.token;
}

/** Whether the same upload can never be completed. */
function isFinal(cause: unknown): boolean {
  return cause instanceof OtherBytes || (cause instanceof ServerError && cause.status === 400);
}

function mayPass(cause: unknown): boolean {
  if (cause instanceof UnreachableError) return true;
  return cause instanceof ServerError && !cause.noRetry && PASSING.has(cause.status);
}

async function findOrBegin(
  connection: Connection,
  target: UploadTarget,
  path: string,
  source: Source,
  memory: RememberedUpload,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly offset: number }> {
  const id = await memory.read();
  const offset = id === undefined ? undefined : await offsetOf(connection, target, id, signal);
  if (id !== undefined && offset !== undefined) return { id, offset };
  const begun = await begin(connection, target, path, source, signal);
  await memory.write(begun);
  return { id: begun, offset: 0 };
}

/** How many bytes of an upload the server has; undefined: it knows it no more. */
async function offsetOf(
  connection: Connection,
  { dataset }: UploadTarget,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const path = { ...inDataset(dataset), id };
    // What stands may be told wrongly by a request that is repeated on the way: the loop above repeats.
    const response = await connection.send({
      route: 'HEAD /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}',
      path,
      headers: TUS,
      signal,
    });
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
    return Number.isSafeInteger(offset) && offset >= 0 ? offset : undefined;
  } catch (cause) {
    if (cause instanceof ServerError && (cause.status === 404 || cause.status === 410)) return undefined;
    throw cause;
  }
}

async function begin(
  connection: Connection,
  target: UploadTarget,
  path: string,
  { size, sha256 }: Source,
  signal: AbortSignal,
): Promise<string> {
  const token = tokenOf(target);
  const metadata = {
    path,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(token === undefined ? {} : { batch: token }),
  };
  const response = await connection.send({
    route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/uploads',
    path: inDataset(target.dataset),
    headers: {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      ...(target.kind === 'object' && target.onlyNew === true ? { 'if-none-match': '*' } : {}),
    },
    signal,
    // An upload that nobody goes on with ends by itself.
    repeatable: true,
  });
  // The id alone: where the address lies is known, and credentials are sent nowhere else.
  const id = /\/([0-9A-Za-z-]{1,64})$/.exec(response.headers.get('location') ?? '')?.[1];
  if (id === undefined) throw new ClientError(`${connection.server.href} began an upload and did not say where it is.`);
  return id;
}

/** What sends bytes tells to. */
interface Watch {
  readonly onBytes: (count: number) => void;
  readonly hash: SentHash | undefined;
  readonly signal: AbortSignal;
}

async function sendRest(
  connection: Connection,
  { dataset }: UploadTarget,
  id: string,
  offset: number,
  { file, size }: Source,
  { onBytes, hash, signal }: Watch,
): Promise<void> {
  let fault: unknown;
  const handle = await open(file);
  const pieces = (start: number, end: number): AsyncIterable<Uint8Array> =>
    filePieces(handle, start, end, () => tooShort(file));
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      let at = offset;
      for await (const piece of pieces(offset, size)) {
        hash?.see(piece, at);
        yield piece;
        at += piece.length;
        onBytes(piece.length);
      }
    } catch (cause) {
      fault = cause;
      throw cause;
    }
  }
  try {
    // What an earlier process sent; before the request, which the server would give up while it brings nothing.
    if (hash && hash.length < offset)
      for await (const piece of pieces(hash.length, offset)) {
        signal.throwIfAborted();
        hash.see(piece, hash.length);
      }
    await connection.send({
      route: 'PATCH /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}',
      path: { ...inDataset(dataset), id },
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(size - offset),
      },
      body: rest,
      isFile: true,
      signal,
    });
  } catch (cause) {
    // What is wrong with the file here is no fault of the connection.
    throw fault ?? cause;
  } finally {
    await handle.close();
  }
}

const tooShort = (file: string): Error =>
  new ClientError(`${file} became shorter while it was sent. Start again when it is finished.`);

/** Other bytes arrived than are here. */
class OtherBytes extends ClientError {
  override readonly name = 'OtherBytes';
}

const HashBody = Type.Object({ hash: Type.Union([Type.String(), Type.Null()]) });

/** Compares the hash of what was sent with that of what arrived. @returns it. @throws OtherBytes */
async function compared(
  connection: Connection,
  { dataset }: UploadTarget,
  id: string,
  { file, size, mtimeMs }: Source,
  hash: SentHash,
  signal: AbortSignal,
): Promise<string> {
  const path = { ...inDataset(dataset), id };
  const { hash: there } = await connection.json(
    { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}', path, signal },
    HashBody,
  );
  const now = await stat(file);
  if (now.size !== size || now.mtimeMs !== mtimeMs)
    throw new OtherBytes(`${file} was changed while it was sent. Start again when it is finished.`);
  // All of it was sent by an earlier process.
  const here = hash.length === size ? hash.digest() : await hashFile(file, signal);
  if (there !== here) throw new OtherBytes(`${file} arrived with other bytes than were sent. Send it again.`);
  return here;
}
