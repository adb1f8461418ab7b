import { mkdir, rm } from 'node:fs/promises';
import {
  applyChanges,
  contentAfter,
  depthOf,
  mergeContents,
  type Conflict,
  type Content,
  type Merge,
  type Preference,
  type PullSource,
  type StampEntry,
} from '../../sync/index.ts';
import { ClientError, EXIT } from '../client-error.ts';
import { checkRelativePath } from '../files/safe-path.ts';
import type { OnContinue, OnWait } from '../http/retries.ts';
import type { Copy } from '../local/copy.ts';
import { fileOf } from '../local/layout.ts';
import type { IndexedEntry } from '../local/local-index.ts';
import { refreshIndex } from '../local/refresh.ts';
import { readSynced, writeSynced } from '../local/sync-state.ts';
import { workingTree, type IncomingFile } from '../local/working-tree.ts';
import type { Progress } from '../terminal/progress.ts';
import { arrived } from './arrived.ts';
import {
  fetchOnce,
  remoteFacts,
  remoteStamp,
  remoteValues,
  type FetchFile,
  type RemoteDataset,
} from './remote-dataset.ts';
import { tellSkipped, type Teller } from './tell-skipped.ts';
import { countAdded, type Changed } from './written.ts';

export interface TransferOptions {
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly progress: () => Progress;
  readonly out: Teller;
  /** Told of waits before something is sent or asked for again. */
  readonly onWait: OnWait;
  /** Told of what an earlier command began. */
  readonly onContinue: OnContinue;
}

export interface PullOptions extends TransferOptions {
  /** Whose side counts where both changed the same; absent: nobody's. */
  readonly prefer?: Preference | undefined;
}

/** What a pull changed here. */
export interface Pulled extends Changed {
  /** What stays as it is until the user decides. */
  readonly conflicts: readonly Conflict[];
}

/** A dataset that changes while it is pulled is looked at again, this often. */
const MAX_LOOKS = 3;

/**
 * Brings the changes of a dataset into its copy. What was changed here only stays; what was changed on both sides is left
 * alone and told, unless `prefer` decides. When it breaks off, the next pull goes on.
 */
export async function pullCopy(copy: Copy, remote: RemoteDataset, options: PullOptions): Promise<Pulled> {
  const { layout, index } = copy;
  const tag = { server: remote.connection.server.href, dataset: remote.dataset };
  const { skipped } = await refreshIndex(layout.root, index, options);
  tellSkipped(options.out, skipped);
  const base = await readSynced(layout, tag);
  for (let looks = 1; ; looks++) {
    const { content } = (await remoteStamp(remote, options.signal))!;
    const merge = mergeContents(base, index.content(), content, options.prefer);
    // What this system would write under another name is found before the first file is written.
    for (const { path } of merge.adds) checkRelativePath(path);
    const facts = await factsOf(remote, merge, content.entries.size, options.signal);
    if (facts === undefined && looks < MAX_LOOKS) continue;
    if (facts === undefined)
      throw new ClientError('The dataset changes again and again while it is pulled. Try again later.', EXIT.conflict);
    index.forgetSetAside((id) => base.meta.has(id) && !content.meta.has(id));
    const values = index.valueIds();
    const leftAlone = await apply(copy, remote, merge, facts, options).catch(async (cause: unknown) => {
      // What came need not be called new by the next command.
      await writeSynced(layout, tag, arrived(base, index.content(), content));
      throw cause;
    });
    index.forgetSetAside((id) => base.meta.has(id) && !content.meta.has(id));
    // What was moved there, or became another kind of entry, took its values along when it was removed here.
    const here = index.content().meta;
    const metaAdds = [...values].filter((id) => content.meta.has(id) && !here.has(id));
    if (metaAdds.length > 0)
      await apply(copy, remote, { ...merge, adds: [], removes: [], metaRemoves: [], metaAdds }, new Map(), options);
    const conflicts = [...merge.conflicts, ...leftAlone.map((path) => conflictAt(path, index.content(), content))];
    await writeSynced(
      layout,
      tag,
      contentAfter(
        base,
        index.content(),
        content,
        conflicts.map(({ path }) => path),
      ),
    );
    const aside = new Set(leftAlone);
    return {
      ...countAdded(merge.adds.filter(({ path }) => !aside.has(path))),
      removed: merge.removes.length,
      metadata: merge.metaAdds.length + merge.metaRemoves.length,
      conflicts,
    };
  }
}

const isFile = ({ hash }: StampEntry): boolean => hash !== '';

function conflictAt(path: string, local: Content, remote: Content): Conflict {
  return { path, local: local.entries.get(path), remote: remote.entries.get(path) };
}

type FactsOf = ReadonlyMap<string, IndexedEntry>;

/** Facts of all that is added. @returns undefined when the dataset is not what its stamp said any more */
async function factsOf(
  remote: RemoteDataset,
  { adds }: Merge,
  total: number,
  signal: AbortSignal,
): Promise<FactsOf | undefined> {
  const files = adds.filter(isFile);
  if (files.length === 0) return new Map();
  const facts = await remoteFacts(remote, files, total, signal);
  return files.every(({ path }) => facts.has(path)) ? facts : undefined;
}

async function apply(
  copy: Copy,
  remote: RemoteDataset,
  merge: Merge,
  facts: FactsOf,
  { parallel, signal, progress, onWait, onContinue }: PullOptions,
): Promise<readonly string[]> {
  const folder = fileOf(copy.layout, 'incoming');
  await mkdir(folder, { recursive: true });
  const files = merge.adds.filter(isFile);
  const shown = progress();
  shown.begin(
    files.length,
    files.reduce((sum, { path }) => sum + facts.get(path)!.size, 0),
  );
  try {
    const source = sourceOf(remote, fetchOnce(remote, folder, { onWait, onContinue }), facts, files, shown);
    const factsAt = (path: string): IndexedEntry => facts.get(path) ?? folderFacts(path);
    const leftAlone = await applyChanges(merge, source, workingTree(copy, factsAt), { parallel, signal });
    await rm(folder, { recursive: true, force: true });
    return leftAlone;
  } finally {
    shown.end();
  }
}

function sourceOf(
  remote: RemoteDataset,
  fetch: FetchFile,
  facts: FactsOf,
  files: readonly StampEntry[],
  shown: Progress,
): PullSource<IncomingFile> {
  const uses = new Map<string, number>();
  for (const { hash } of files) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  return {
    dump: (ids, signal) => remoteValues(remote, ids, signal),
    async fetch(entry, signal) {
      const { size } = facts.get(entry.path)!;
      const display = shown.file(entry.path, size);
      const file = await fetch(entry, size, (count) => display.bytes(count), signal);
      display.end();
      return { file, isOnly: uses.get(entry.hash) === 1 };
    },
  };
}

/** The service tells nothing of folders that their paths do not. */
function folderFacts(path: string): IndexedEntry {
  const nothing = { hash: null, properties: 'null', size: 0, point: null, polygon: null };
  return { path, type: 1, mtime: Math.floor(Date.now() / 1000), depth: depthOf(path), ...nothing };
}
