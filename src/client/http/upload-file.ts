import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import Type from 'typebox';
import Value from 'typebox/value';
import { ClientError } from '../client-error.ts';
import { inDataset } from './addresses.ts';
import type { Connection, TextAnswer } from './connection.ts';
import { multipartBody } from './multipart-body.ts';
import { parsedJson } from './answers.ts';
import { uploadResumably } from './resumable-upload.ts';
import type { AnyRequest } from './request.ts';
import { ServerError } from './server-error.ts';
import type { UploadOptions, UploadTarget } from './upload-target.ts';

export type { UploadOptions, UploadTarget } from './upload-target.ts';

/** From this size on an upload is gone on with where it broke off; a smaller one is sent again as a whole. */
const RESUMABLE_BYTES = 8 * 1024 * 1024;

/**
 * Sends a file; again, or from where it broke off, where the connection breaks. A large file is also gone on with by the
 * next process that sends the same bytes to the same place.
 *
 * @param path in the dataset
 * @returns SHA-256 of the file, which the server has compared
 * @throws ClientError when the file is another one meanwhile, ServerError, errors of the file system
 */
export async function uploadFile(
  connection: Connection,
  target: UploadTarget,
  path: string,
  localFile: string,
  options: UploadOptions,
): Promise<string> {
  const { size } = await stat(localFile);
  const upload = size >= RESUMABLE_BYTES ? uploadResumably : uploadWhole;
  return upload(connection, target, path, localFile, options);
}

const HashBody = Type.Object({ hash: Type.String() });

async function uploadWhole(
  connection: Connection,
  target: UploadTarget,
  path: string,
  localFile: string,
  { onBytes, signal }: UploadOptions,
): Promise<string> {
  const bytes = await readFile(localFile, { signal });
  const hash = createHash('sha256').update(bytes).digest('hex');
  const fields = target.kind === 'push' ? { token: target.token, path } : { path };
  const form = multipartBody(fields, 'file', path.slice(path.lastIndexOf('/') + 1), bytes);
  const headers = { 'x-content-sha256': hash, ...form.headers };
  const sent = { headers, body: () => form.body, signal, repeatable: true, isFile: true };
  try {
    const { body: answer } = await sendTo(connection, target, sent);
    if (target.kind !== 'push') requireHash(parsedJson(answer, connection.server), hash, path);
  } catch (cause) {
    // The answer to the first attempt was lost, and the file is there by it.
    const lost =
      cause instanceof ServerError && cause.status === 412 && (await isThere(connection, target, path, hash, signal));
    if (!lost) throw cause;
  }
  onBytes(bytes.length);
  return hash;
}

function sendTo(
  connection: Connection,
  target: UploadTarget,
  sent: Pick<AnyRequest, 'body' | 'signal' | 'repeatable' | 'isFile'> & {
    readonly headers: Readonly<Record<string, string>>;
  },
): Promise<TextAnswer> {
  const path = inDataset(target.dataset);
  switch (target.kind) {
    case 'object': {
      const headers = { ...sent.headers, ...(target.onlyNew === true ? { 'if-none-match': '*' } : {}) };
      return connection.text({ ...sent, route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/obj', path, headers });
    }
    case 'share':
      return connection.text({ ...sent, route: 'POST /share/upload/{token}', path: { token: target.token } });
    case 'push':
      return connection.text({ ...sent, route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/push/upload', path });
  }
}

function requireHash(body: unknown, hash: string, path: string): void {
  if (Value.Check(HashBody, body) && body.hash === hash) return;
  throw new ClientError(`${path} arrived with other bytes than were sent. Send it again.`);
}

async function isThere(
  connection: Connection,
  { dataset }: UploadTarget,
  path: string,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const request = {
    route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/obj',
    path: inDataset(dataset),
    query: { path },
    signal,
  } as const;
  const entry = await connection.json(request, Type.Object({ hash: Type.Union([Type.String(), Type.Null()]) }));
  return entry.hash === hash;
}
