import { createHash } from 'node:crypto';
import { compareBytes, type Stamp } from '../../src/sync/index.ts';
import type { CallOptions } from './service.ts';

/** What a client has: files by path (null: a folder), and values of metadata by id. */
export interface ClientState {
  readonly files: ReadonlyMap<string, string | null>;
  readonly values?: ReadonlyMap<string, ClientValue>;
}

export interface ClientValue {
  readonly path: string;
  readonly key: string;
  readonly data: unknown;
  readonly mtime?: number;
}

/** What the answer that begins a push tells. */
export interface Needed {
  readonly neededFiles: readonly string[] | null;
  readonly neededMeta: readonly string[] | null;
  readonly pullRequired: boolean;
  readonly token: string | null;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The stamp of what a client has; folders above its files are added. */
export function stampOf({ files, values = new Map() }: ClientState): Stamp {
  const hashes = new Map([...files].map(([path, text]) => [path, text === null ? '' : sha256(text)]));
  for (const path of files.keys())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) hashes.set(path.slice(0, at), '');
  const entries = [...hashes].toSorted(([left], [right]) => compareBytes(left, right));
  const meta = [...values.keys()].toSorted(compareBytes);
  const checksum = sha256([...entries.flat(), ...meta].join(''));
  return { checksum, entries: entries.map(([path, hash]) => ({ [path]: hash })), meta };
}

/** Calls the service as somebody. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Response>;

/** A command-line client as there are some: forms, the file part in front, only 200 is good. */
export function pusher(call: Call, dataset: string) {
  const post = (step: string, body: URLSearchParams | FormData): Promise<Response> =>
    call('POST', `${dataset}/push/${step}`, { body });

  const begin = (state: ClientState, checksum?: string): Promise<Response> =>
    post(
      'init',
      new URLSearchParams({ ...(checksum === undefined ? {} : { checksum }), stamp: JSON.stringify(stampOf(state)) }),
    );

  const upload = (token: string, path: string, text: string): Promise<Response> => {
    const body = new FormData();
    body.append('file', new Blob([text]), 'blob');
    body.append('path', path);
    body.append('token', token);
    return post('upload', body);
  };

  const sendValues = (token: string, values: ReadonlyMap<string, ClientValue>): Promise<Response> => {
    const dump = [...values].map(([id, { path, key, data, mtime = 1_700_000_000 }]) => ({
      id,
      data: JSON.stringify(data),
      mtime,
      path,
      key,
    }));
    return post('meta', new URLSearchParams({ meta: JSON.stringify(dump), token }));
  };

  const commit = (token: string): Promise<Response> => post('commit', new URLSearchParams({ token }));

  const stamp = async (): Promise<Stamp> => (await (await call('GET', `${dataset}/stamp`)).json()) as Stamp;

  /** Sends what is needed. */
  const send = async (state: ClientState, needed: Needed): Promise<void> => {
    for (const path of needed.neededFiles!) await good(await upload(needed.token!, path, state.files.get(path)!));
    if (needed.neededMeta!.length > 0) await good(await sendValues(needed.token!, state.values!));
  };

  /** Pushes all of it. @returns what was needed */
  const push = async (state: ClientState, checksum?: string): Promise<Needed> => {
    const needed = (await (await good(await begin(state, checksum))).json()) as Needed;
    if (needed.pullRequired) return needed;
    await send(state, needed);
    await good(await commit(needed.token!));
    return needed;
  };

  return { begin, upload, sendValues, commit, stamp, send, push };
}

/** @throws unless the answer is 200 */
export async function good(answer: Response): Promise<Response> {
  if (answer.status === 200) return answer;
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
}
