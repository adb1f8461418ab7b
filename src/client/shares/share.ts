import Type from 'typebox';
import Value from 'typebox/value';
import { inParallel } from '../../sync/index.ts';
import { ClientError, EXIT } from '../client-error.ts';
import type { TransferOptions } from '../copies/pull.ts';
import { hashFile } from '../files/hash-file.ts';
import type { DatasetRef } from '../http/addresses.ts';
import type { Connection, TextAnswer } from '../http/connection.ts';
import { nextPage, parsedJson } from '../http/answers.ts';
import { ServerError } from '../http/server-error.ts';
import { uploadFile } from '../http/upload-file.ts';
import type { RememberedUpload } from '../http/upload-memory.ts';
import { readVisibility, setVisibility, type Visibility } from '../http/visibility.ts';
import type { SharedFile } from './files.ts';

/** What is shared, and where to. */
export interface Share {
  readonly files: readonly SharedFile[];
  /** Where to, as the service reads it: a dataset, or an organization in which one is made; neither: your own. */
  readonly to: { readonly tag?: string; readonly orgSlug?: string };
  /** Name of the dataset, when it is made. */
  readonly name: string | undefined;
  /**
   * Who may read the dataset, when it is made; undefined is private too. With `private` it must not be there already and be
   * open; else what is there stays as open as it is.
   */
  readonly visibility: 'private' | 'public' | undefined;
}

export interface ShareOptions extends TransferOptions {
  readonly stateFolder: string;
  /** Where the token of the share is kept until it is over. */
  readonly memory: RememberedUpload;
}

/** Where shared files are looked at. */
export interface SharedDataset {
  readonly url: URL;
  readonly tag: string;
  /** Who may read them; undefined: the server does not tell. */
  readonly visibility: Visibility | undefined;
}

const InitBody = Type.Object({ token: Type.String({ minLength: 1 }) });
const CommitBody = Type.Object({ url: Type.String(), tag: Type.String() });
const BatchBody = Type.Object({
  status: Type.Integer(),
  /** `organization/dataset`; services before this one do not tell it. */
  tag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  entries: Type.Array(Type.Object({ path: Type.String(), hash: Type.Union([Type.String(), Type.Null()]) })),
});
/** Only files that are sent by the protocol for large ones need to know; an older service answers that it is not there. */
const NOWHERE: DatasetRef = { organization: 'unknown', dataset: 'unknown' };
/** Files that a share may have beyond twice those that are given: some may be gone here since they were sent. */
const MORE_FILES = 10_000;
/** Follows a token that is remembered: the share made its dataset, and closes it before it sends anything. */
const CLOSES = '-private';
/** Remembered instead of a token while the service may be making a dataset that is to be closed: its answer may be lost. */
const BEGINS = 'begins-private';
/** States of a share. */
const RUNNING = 0;
const COMMITTED = 1;

/** A share as the service has it. */
interface Begun {
  readonly token: string;
  readonly status: number;
  /** Whether its dataset is to be closed before the first file. */
  readonly closes: boolean;
  /** Where to; undefined when the service does not tell. */
  readonly dataset: DatasetRef | undefined;
  /** Hashes by path of what is there already. */
  readonly arrived: ReadonlyMap<string, string>;
}

/**
 * Uploads files that appear in the dataset together, when all are there. A share that was interrupted is gone on with when
 * the same is shared again.
 */
export async function shareFiles(connection: Connection, share: Share, options: ShareOptions): Promise<SharedDataset> {
  const { memory, signal } = options;
  const most = 2 * share.files.length + MORE_FILES;
  const begun =
    (await findBegun(connection, memory, most, signal)) ?? (await begin(connection, share, memory, most, signal));
  if (begun.status === RUNNING) {
    // Before the first file: what appears later appears to those only who may see it.
    if (begun.closes) await makePrivate(connection, share, begun, options);
    await sendFiles(connection, share, begun, options);
  }
  const path = { token: begun.token };
  const request = { route: 'POST /share/commit/{token}', path, repeatable: true, signal } as const;
  const { url, tag } = await connection.json(request, CommitBody);
  await memory.forget();
  const visibility = await visibilityAt(connection, datasetOf(tag), signal);
  return { url: new URL(url.replace(/^\/+/, ''), connection.server), tag, visibility };
}

/** The files are shared: a server that does not tell who may read them makes no failure of it. */
async function visibilityAt(
  connection: Connection,
  dataset: DatasetRef | undefined,
  signal: AbortSignal,
): Promise<Visibility | undefined> {
  if (dataset === undefined) return undefined;
  return readVisibility(connection, dataset, signal).catch((cause: unknown) => {
    if (cause instanceof ClientError && !signal.aborted) return undefined;
    throw cause;
  });
}

/** Whether a share will make its dataset. @throws ClientError when one is there that is open, and must be private */
async function makesDataset(connection: Connection, { to, visibility }: Share, signal: AbortSignal): Promise<boolean> {
  const dataset = datasetOf(to.tag);
  if (dataset === undefined) return true;
  const present = await readVisibility(connection, dataset, signal).catch((cause: unknown) => {
    if (cause instanceof ServerError && cause.status === 404) return 'none';
    throw cause;
  });
  if (present === 'none') return true;
  if (visibility !== 'private' || present === 'private') return false;
  throw new ClientError(
    `${to.tag} is there already, and is ${present ?? 'of unknown visibility'}: --private is for a dataset that the share makes. ` +
      'Share into another one, or close this one first.',
    EXIT.conflict,
  );
}

/** Closes the dataset that the share has made; where that cannot be done there is no share. */
async function makePrivate(
  connection: Connection,
  { to }: Share,
  { token, dataset = datasetOf(to.tag) }: Begun,
  { memory, signal }: ShareOptions,
): Promise<void> {
  try {
    if (dataset === undefined)
      throw new ClientError(
        'This server does not tell which dataset it made, so that it cannot be made private. Use --public.',
      );
    await setVisibility(connection, dataset, 'private', signal);
  } catch (cause) {
    signal.throwIfAborted();
    await connection.send({ route: 'POST /share/rollback/{token}', path: { token }, signal });
    await memory.forget();
    throw cause;
  }
}

async function begin(
  connection: Connection,
  share: Share,
  memory: RememberedUpload,
  most: number,
  signal: AbortSignal,
): Promise<Begun> {
  const closes =
    share.visibility !== 'public' &&
    ((await memory.read()) === BEGINS || (await makesDataset(connection, share, signal)));
  if (closes) await memory.write(BEGINS);
  const { to, name } = share;
  const fields = { ...to, ...(name === undefined ? {} : { datasetName: name }) };
  const body = (): URLSearchParams => new URLSearchParams(fields);
  const { token } = await connection
    .json({ route: 'POST /share/init', body, signal }, InitBody)
    .catch(async (cause: unknown) => {
      // What the service refused, it has not made.
      if (cause instanceof ServerError && cause.status < 500) await memory.forget();
      throw cause;
    });
  const remembered = closes ? `${token}${CLOSES}` : token;
  await memory.write(remembered);
  return readBatch(connection, remembered, most, signal);
}

/** The share of an earlier command that was ended. @returns undefined: there is none, or it is over */
async function findBegun(
  connection: Connection,
  memory: RememberedUpload,
  most: number,
  signal: AbortSignal,
): Promise<Begun | undefined> {
  const remembered = await memory.read();
  if (remembered === undefined || remembered === BEGINS) return undefined;
  try {
    const begun = await readBatch(connection, remembered, most, signal);
    return begun.status === RUNNING || begun.status === COMMITTED ? begun : undefined;
  } catch (cause) {
    if (cause instanceof ServerError && [400, 403, 404].includes(cause.status)) return undefined;
    throw cause;
  }
}

/** @param most how many files a share of ours can have; what a service lists beyond is not read */
async function readBatch(
  connection: Connection,
  remembered: string,
  most: number,
  signal: AbortSignal,
): Promise<Begun> {
  const closes = remembered.endsWith(CLOSES);
  const token = closes ? remembered.slice(0, -CLOSES.length) : remembered;
  const arrived = new Map<string, string>();
  for (let query: string | undefined = ''; ;) {
    const answer: TextAnswer = await connection.text({
      route: 'GET /share/info/{token}',
      path: { token },
      query: new URLSearchParams(query),
      signal,
    });
    const batch: unknown = parsedJson(answer.body, connection.server);
    if (!Value.Check(BatchBody, batch))
      throw new ClientError(`${connection.server.href} tells of the share in a form that is not known here.`);
    const before = arrived.size;
    for (const entry of batch.entries) arrived.set(entry.path, entry.hash ?? '');
    query = arrived.size > before && arrived.size <= most ? nextPage(answer) : undefined;
    if (query === undefined) return { token, status: batch.status, closes, dataset: datasetOf(batch.tag), arrived };
  }
}

function datasetOf(tag: string | null | undefined): DatasetRef | undefined {
  const [organization, dataset] = (tag ?? '').split('/');
  return organization && dataset ? { organization, dataset } : undefined;
}

async function sendFiles(
  connection: Connection,
  { files, to }: Share,
  { token, arrived, dataset = datasetOf(to.tag) }: Begun,
  { parallel, signal, progress, stateFolder, onWait, onContinue }: ShareOptions,
): Promise<void> {
  const shown = progress();
  shown.begin(
    files.length,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  try {
    await inParallel(files, parallel, signal, async ({ file, path, size }, limited) => {
      const display = shown.file(path, size);
      const onBytes = (count: number): void => display.bytes(count);
      const target = { kind: 'share', dataset: dataset ?? NOWHERE, token } as const;
      const before = arrived.get(path);
      if (before !== undefined && before === (await hashFile(file, limited))) onBytes(size);
      else {
        const told = { onBytes, onWait, onContinue };
        await uploadFile(connection, target, path, file, { ...told, signal: limited, stateFolder });
      }
      display.end();
    });
  } finally {
    shown.end();
  }
}
