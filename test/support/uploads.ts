import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Upload, type UploadOptions } from 'tus-js-client';
import { addMember, createDataset, createPerson, type Person } from './people.ts';
import { startService, type TestService } from './service.ts';

/** The dataset that all uploads go to. */
export const DATASET = '/orgs/team/ds/files';
export const TUS = { 'tus-resumable': '1.0.0' };

/** A service, and somebody who may write to its one dataset and uploads in pieces. */
export interface Uploads extends AsyncDisposable {
  readonly service: TestService;
  readonly writer: Person;
  /** Names of the files that hold unfinished uploads. */
  parts(): Promise<string[]>;
  call(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: Uint8Array): Promise<Response>;
  /** Sends bytes with the public client. @returns the address of the upload */
  send(bytes: Buffer, path: string, options?: Partial<UploadOptions>): Promise<string>;
  /** Begins an upload. @returns its address */
  begin(path: string, size: number, fields?: Readonly<Record<string, string>>): Promise<string>;
  piece(
    address: string,
    offset: number,
    bytes: Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  offsetOf(address: string): Promise<number>;
  /** The bytes of a file that has come. */
  bytesAt(path: string): Promise<Buffer>;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** `Upload-Metadata` of these fields. */
export const metadataOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export async function startUploads(): Promise<Uploads> {
  const service = await startService({ EnableStorageLimiter: 'true', Uploads__MaxSizeMB: '5000' });
  const writer = await createPerson(service, 'writer');
  await service.call('POST', '/orgs', { json: { slug: 'team' } });
  await createDataset(service, 'team/files', 0);
  await addMember(service, 'team', 'writer', 1);

  const parts: Uploads['parts'] = () => readdir(join(service.dataDir, 'uploads'));
  const call: Uploads['call'] = (method, path, headers = {}, body) =>
    writer.call(method, path, undefined, {
      headers: { ...TUS, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });

  const send: Uploads['send'] = (bytes, path, options = {}) => {
    return new Promise((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${service.url}${DATASET}/uploads`,
        headers: { authorization: `Bearer ${writer.token}` },
        metadata: { path },
        retryDelays: [0, 100, 500],
        onSuccess: () => resolve(new URL(upload.url!).pathname),
        onError: reject,
        ...options,
      });
      upload.start();
    });
  };

  const begin: Uploads['begin'] = async (path, size, fields = {}) => {
    const headers = { 'upload-length': String(size), 'upload-metadata': metadataOf({ path, ...fields }) };
    const answer = await call('POST', `${DATASET}/uploads`, headers);
    expect([answer.status, await answer.text()]).toEqual([201, '']);
    return answer.headers.get('location')!;
  };

  const piece: Uploads['piece'] = (address, offset, bytes, headers = {}) =>
    call(
      'PATCH',
      address,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      bytes,
    );
  const offsetOf: Uploads['offsetOf'] = async (address) =>
    Number((await call('HEAD', address)).headers.get('upload-offset'));
  const bytesAt: Uploads['bytesAt'] = async (path) =>
    Buffer.from(await (await writer.call('GET', `${DATASET}/download/${path}`)).arrayBuffer());

  return {
    service,
    writer,
    parts,
    call,
    send,
    begin,
    piece,
    offsetOf,
    bytesAt,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
