import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { deltaOf, inParallel, stampOf, type Content, type Stamp } from '../../sync/index.ts';
import { ClientError, EXIT } from '../client-error.ts';
import { inDataset } from '../http/addresses.ts';
import { ServerError } from '../http/server-error.ts';
import { uploadFile } from '../http/upload-file.ts';
import type { Copy } from '../local/copy.ts';
import { valuesById } from '../local/local-metadata.ts';
import { refreshIndex } from '../local/refresh.ts';
import { isSameState, stateOf } from '../local/scan.ts';
import { readSynced, writeSynced, type Tag } from '../local/sync-state.ts';
import { formBody, jsonArray, stampText } from './form-body.ts';
import type { TransferOptions } from './pull.ts';
import { remoteChecksum, type RemoteDataset } from './remote-dataset.ts';
import { tellSkipped } from './tell-skipped.ts';
import { countAdded, type Changed } from './written.ts';

export interface PushOptions extends TransferOptions {
  /** Folder in which uploads are remembered that can be gone on with. */
  readonly stateFolder: string;
}

/** What a push changed there. */
export interface Pushed extends Changed {
  /** Bytes that went over, in files. */
  readonly uploads: number;
  /** Somebody changed the dataset again right behind the push. */
  readonly isBehind: boolean;
}

const InitBody = Type.Object({
  neededFiles: Type.Union([Type.Null(), Type.Array(Type.String())]),
  neededMeta: Type.Union([Type.Null(), Type.Array(Type.String())]),
  pullRequired: Type.Boolean(),
  token: Type.Union([Type.Null(), Type.String()]),
});

/** A file of the copy was changed while the push had begun. */
class ChangedWhileSent extends ClientError {
  override readonly name = 'ChangedWhileSent';
}

/** Pushes that are begun anew because files changed on their way. */
const MAX_BEGINNINGS = 3;

/**
 * Makes the dataset equal to its copy, in one step that is seen whole or not at all. A dataset that does not exist yet is
 * created.
 *
 * @throws ClientError with the code of a conflict when the dataset has changes that the copy has not
 */
export async function pushCopy(copy: Copy, remote: RemoteDataset, options: PushOptions): Promise<Pushed> {
  for (let beginnings = 1; ; beginnings++) {
    try {
      return await pushOnce(copy, remote, options);
    } catch (cause) {
      if (!(cause instanceof ChangedWhileSent) || beginnings === MAX_BEGINNINGS) throw cause;
      options.out.warn(`${cause.message} The push begins anew.`);
    }
  }
}

async function pushOnce(copy: Copy, remote: RemoteDataset, options: PushOptions): Promise<Pushed> {
  const { layout, index } = copy;
  const { signal } = options;
  const tag: Tag = { server: remote.connection.server.href, dataset: remote.dataset };
  const { skipped } = await refreshIndex(layout.root, index, options);
  tellSkipped(options.out, skipped);
  const [base, local] = [await readSynced(layout, tag), index.content()];
  const [known, present] = [stampOf(base), stampOf(local)];
  const changes = deltaOf(present, known);
  const sizes = { ...countAdded(changes.adds), removed: changes.removes.length };
  const metadata = changes.metaAdds.length + changes.metaRemoves.length;
  if (known.checksum === present.checksum && base.entries.size > 0)
    return { ...sizes, metadata, uploads: 0, isBehind: false };

  const { token, neededFiles, neededMeta } = await begin(remote, known.checksum, present, signal);
  const sent = onePerContent(remote, neededFiles, local);
  await sendFiles(copy, remote, token, sent, local, options);
  await sendMetadata(copy, remote, token, neededMeta, signal);
  await commit(remote, token, present.checksum, signal).catch(async (cause: unknown) => {
    signal.throwIfAborted();
    // Refused: a push that begins anew tells whether it is because somebody changed the dataset meanwhile.
    if (cause instanceof ServerError && cause.status === 400) await begin(remote, known.checksum, present, signal);
    throw cause;
  });
  await writeSynced(layout, tag, local);
  index.forgetSetAside();
  const isBehind = (await remoteChecksum(remote, signal)) !== present.checksum;
  return { ...sizes, metadata, uploads: sent.length, isBehind };
}

interface Begun {
  readonly token: string;
  readonly neededFiles: readonly string[];
  readonly neededMeta: readonly string[];
}

async function begin(
  { connection, dataset }: RemoteDataset,
  checksum: string,
  stamp: Stamp,
  signal: AbortSignal,
): Promise<Begun> {
  const form = formBody({ checksum, stamp: () => stampText(stamp) });
  const path = inDataset(dataset);
  const request = {
    route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/push/init',
    path,
    ...form,
    repeatable: true,
    signal,
  } as const;
  const answer: Static<typeof InitBody> = await connection.json(request, InitBody);
  if (answer.pullRequired || answer.token === null)
    throw new ClientError(
      'The dataset has changes that are not here. Bring them in with "alidade pull", then push again. ' +
        'Where both sides changed the same, "alidade pull --ours" keeps what is here, and "alidade pull --theirs" takes what is there.',
      EXIT.conflict,
    );
  return { token: answer.token, neededFiles: answer.neededFiles ?? [], neededMeta: answer.neededMeta ?? [] };
}

/** A path for each content that is needed: the commit takes what was sent for one for all of the same bytes. */
function onePerContent({ connection }: RemoteDataset, paths: readonly string[], { entries }: Content): string[] {
  const chosen = new Map<string, string>();
  for (const path of paths) {
    const hash = entries.get(path) ?? '';
    if (hash === '') throw new ClientError(`${connection.server.href} asks for ${path}, which is no file of the copy.`);
    if (!chosen.has(hash)) chosen.set(hash, path);
  }
  return [...chosen.values()];
}

async function sendFiles(
  { layout, index }: Copy,
  { connection, dataset }: RemoteDataset,
  token: string,
  paths: readonly string[],
  { entries }: Content,
  { parallel, signal, progress, stateFolder, onWait, onContinue }: PushOptions,
): Promise<void> {
  const shown = progress();
  shown.begin(
    paths.length,
    paths.reduce((sum, path) => sum + index.sizeOf(path), 0),
  );
  try {
    await inParallel(paths, parallel, signal, async (path, limited) => {
      const file = join(layout.root, path);
      const sha256 = entries.get(path)!;
      const display = shown.file(path, index.sizeOf(path));
      const onBytes = (count: number): void => display.bytes(count);
      try {
        const options = { onBytes, onWait, onContinue, signal: limited, sha256, stateFolder };
        const sent = await uploadFile(connection, { kind: 'push', dataset, token }, path, file, options);
        if (sent !== sha256) throw new ChangedWhileSent(`${path} was changed while it was sent.`);
      } catch (cause) {
        limited.throwIfAborted();
        throw (await isUnchanged(file, index.knownFile(path)))
          ? cause
          : new ChangedWhileSent(`${path} was changed while it was sent.`, EXIT.failed, { cause });
      }
      display.end();
    });
  } finally {
    shown.end();
  }
}

async function isUnchanged(file: string, known: Parameters<typeof isSameState>[0] | undefined): Promise<boolean> {
  const state = await stateOf(file);
  return state !== undefined && known !== undefined && isSameState(state, known);
}

async function sendMetadata(
  { index }: Copy,
  { connection, dataset }: RemoteDataset,
  token: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return;
  const form = formBody({ token, meta: () => jsonArray(valuesById(index, ids)) });
  const path = inDataset(dataset);
  const request = {
    route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/push/meta',
    path,
    ...form,
    repeatable: true,
    signal,
  } as const;
  await (await connection.send(request)).body?.cancel();
}

/** @param checksum of the dataset when the commit is done, by which one is known whose answer was lost */
async function commit(remote: RemoteDataset, token: string, checksum: string, signal: AbortSignal): Promise<void> {
  const { connection, dataset } = remote;
  const asked = { path: inDataset(dataset), ...formBody({ token }), repeatable: true, signal };
  try {
    const answer = await connection.send({ route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/push/commit', ...asked });
    await answer.body?.cancel();
  } catch (cause) {
    signal.throwIfAborted();
    if ((await remoteChecksum(remote, signal).catch(() => undefined)) !== checksum) throw cause;
  }
}
