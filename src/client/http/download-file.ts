import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClientError } from '../client-error.ts';
import { partName } from '../files/safe-path.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import { unreachable, type Connection } from './connection.ts';
import { Part } from './part.ts';
import { waitBeforeAttempt, type OnContinue, type OnWait } from './retries.ts';
import { ServerError, UnreachableError } from './server-error.ts';
import { ofTask } from './tasks.ts';

/** A file of a dataset. */
export interface RemoteFile {
  readonly dataset: DatasetRef;
  readonly path: string;
  /** Id of the task whose result it is; absent: it is a file of the dataset. */
  readonly task?: string;
  readonly size: number;
  /** SHA-256 of its bytes, which those that come are compared with. */
  readonly hash: string;
  /** Seconds since 1970 that the local file gets; absent: now. */
  readonly mtime?: number;
}

export interface DownloadOptions {
  /** So many more bytes are there; negative when some must be sent again. */
  readonly onBytes: (count: number) => void;
  readonly onWait: OnWait;
  /** Told when an earlier process began the download; absent: nobody is told. */
  readonly onContinue?: OnContinue;
  readonly signal: AbortSignal;
}

/** Attempts without a byte more here; with the waits between them about a minute. */
const MAX_ATTEMPTS = 8;

/**
 * Brings a file: into a file beside its place (`partName`), going on with what an earlier process left there, then to its place
 * when its bytes have the hash.
 *
 * @throws ClientError when the bytes are others twice, or there are more than announced; ServerError
 */
export async function downloadFile(
  connection: Connection,
  remote: RemoteFile,
  localFile: string,
  options: DownloadOptions,
): Promise<void> {
  const part = partOf(localFile, remote);
  if (!(await fill(connection, remote, part, options)) && !(await fill(connection, remote, part, options)))
    throw new ClientError(
      `${remote.path} came with other bytes than the server has of it. It may have changed meanwhile: try again.`,
    );
  if (remote.mtime !== undefined) await utimes(part, remote.mtime, remote.mtime);
  await rename(part, localFile);
}

/** Beside its place, under a name that is no name of a dataset, and the same in the next process. */
function partOf(localFile: string, { path, hash }: RemoteFile): string {
  return join(dirname(localFile), partName(createHash('sha256').update(`${hash} ${path}`).digest('hex')));
}

/** Fills the file with the bytes that are missing. @returns false: they were others, and the file is gone */
async function fill(
  connection: Connection,
  remote: RemoteFile,
  partFile: string,
  { onBytes, onWait, onContinue, signal }: DownloadOptions,
): Promise<boolean> {
  // A link in the place of the file leads nobody out of the folder.
  const handle = await open(partFile, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o666);
  const part = new Part(handle, remote, onBytes);
  try {
    await part.readBegun(signal);
    let best = part.length;
    if (best > 0) onContinue?.({ what: remote.path, done: best, size: remote.size });
    for (let attempts = 1; part.length < remote.size; attempts++) {
      try {
        await receive(connection, remote, part, signal);
      } catch (cause) {
        signal.throwIfAborted();
        if (part.length > best) attempts = 1;
        best = Math.max(best, part.length);
        if (attempts >= MAX_ATTEMPTS || !mayPass(cause)) throw cause;
        await waitBeforeAttempt(
          { what: remote.path, done: attempts, most: MAX_ATTEMPTS, fault: cause, onWait },
          signal,
        );
      }
    }
    if (await part.isWhole()) return true;
    await part.restart();
  } finally {
    await handle.close();
  }
  await rm(partFile);
  return false;
}

/** 500 is a fault of the service that may be over, as it is for uploads. */
function mayPass(cause: unknown): boolean {
  if (cause instanceof UnreachableError) return true;
  return cause instanceof ServerError && !cause.noRetry && (cause.status >= 500 || cause.status === 429);
}

/** Asks for what is missing and writes it. @throws UnreachableError when the answer breaks off */
async function receive(connection: Connection, remote: RemoteFile, part: Part, signal: AbortSignal): Promise<void> {
  const from = part.length;
  const { dataset, path, task } = remote;
  // What is behind the bytes that are here must be of the same version; else the whole file comes.
  const headers = from === 0 ? {} : { range: `bytes=${from}-`, 'if-range': `"${remote.hash}"` };
  const asked = { headers, isFile: true, signal };
  const response = await (task === undefined
    ? connection.send({
        ...asked,
        route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/download',
        path: inDataset(dataset),
        query: { path: [path] },
      })
    : connection.send({
        ...asked,
        route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/result',
        path: ofTask(dataset, task),
      }));
  if (response.status === 206) await requireStart(response, from, connection.server);
  else if (from > 0) await part.restart();
  const cut = (cause: unknown): unknown => (signal.aborted ? signal.reason : unreachable(connection.server, cause));
  if (response.body !== null) await part.append(received(response.body, cut));
  if (part.length < remote.size) throw cut(new Error('the answer ended too early'));
}

/** The bytes of an answer as they come. @param faultOf what is thrown when they stop coming */
async function* received(
  body: ReadableStream<Uint8Array>,
  faultOf: (cause: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const block of body) yield block;
  } catch (cause) {
    throw faultOf(cause);
  }
}

async function requireStart({ headers, body }: Response, from: number, server: URL): Promise<void> {
  if (headers.get('content-range')?.startsWith(`bytes ${from}-`) === true) return;
  await body?.cancel();
  throw new ClientError(`${server.href} sent another part of the file than was asked for.`);
}
