import { Readable } from 'node:stream';
import type { DatasetGrant } from '../../access/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import { createLookup, type Changes, type Database } from '../../database/index.ts';
import { baseName, askedPath, entryReading } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { attachment, type RouteContext, sendFile, servedType, uploadedContentPolicy } from '../../http/index.ts';
import { archiveEntries, archiveName } from './archive.ts';
import { findRoots, type Root } from './asked-paths.ts';
import { FILE_BYTES, type DownloadLimits } from './routes-limits.ts';
import { findSelection, hasEntries, keepSelection } from './store.ts';
import { ARCHIVE_BYTES, zipStream } from '../../zip/index.ts';

type Context = RouteContext<unknown, unknown, unknown>;

export interface Downloads {
  /** Sends what the values name (`findRoots`): one file as it is, anything else as an archive. */
  send(context: Context, values: readonly string[], inline: boolean): Promise<unknown>;
  /** Sends the entry of exactly this path. */
  sendEntry(context: Context, path: string, inline: boolean): Promise<unknown>;
  /** Keeps the values for an hour. @returns the address that sends what they name */
  keep(context: Context, values: readonly string[]): Promise<string>;
  /** Sends a selection that was kept. */
  sendKept(context: Context, id: string): Promise<unknown>;
}

export interface DownloadDependencies {
  readonly db: Database;
  readonly changes: Changes;
  readonly blobs: BlobStore;
  readonly limits: DownloadLimits;
  /** Folder for files that have no name and end with the request. */
  readonly scratch: string;
}

/** Most bytes of paths that are kept of a selection: 10,000 of the usual length. */
const MAX_SELECTION_BYTES = 1024 * 1024;

/** A file as it is sent. */
interface KnownFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly modified: Date;
}

/** Datasets, and files of each, that are remembered between the ranges that are read of them: some 300 bytes each. */
const REMEMBERED = { groups: 500, answers: 1000 };

export function createDownloads({ db, changes, blobs, limits, scratch }: DownloadDependencies): Downloads {
  const files = createLookup<KnownFile>(changes, 'files', REMEMBERED);

  const findFile = async (datasetId: string, path: string): Promise<KnownFile> => {
    const { hash = null, mtime = 0, size = 0 } = (await entryReading.find(db, datasetId, path)) ?? {};
    if (hash === null) throw fail('not-found', `There is no file ${path} in the dataset.`);
    return { path, hash, size, modified: new Date(mtime * 1000) };
  };

  /** @param isNoticed whether the address names the file for as long as it is in the dataset */
  const sendOne = (context: Context, file: KnownFile, inline: boolean, isNoticed: boolean): Promise<unknown> => {
    const dataset = context.dataset();
    const { hash, size, modified } = file;
    const name = baseName(file.path);
    return limits.admit(context, Math.min(size, FILE_BYTES), () => {
      const { request, reply } = context;
      const contentType = servedType(name);
      void reply.header('content-security-policy', uploadedContentPolicy(contentType));
      return sendFile(request, reply, {
        path: blobs.locate(hash),
        etag: hash,
        contentType,
        cacheControl: dataset.visibility > 0 ? 'public, no-cache' : 'private, no-cache',
        modified,
        isNoticed,
        attachment: inline ? undefined : name,
      });
    });
  };

  const sendArchive = async (context: Context, roots: readonly Root[]): Promise<unknown> => {
    const dataset = context.dataset();
    limits.requireBulk(context);
    if (roots.length === 0 && !(await hasEntries(db, dataset.id)))
      throw fail('invalid-input', 'The dataset is empty; there is nothing to download.');
    return limits.admit(context, ARCHIVE_BYTES, async () => {
      const { request, reply, signal } = context;
      void reply.headers({
        'content-type': 'application/zip',
        'content-disposition': attachment(archiveName(dataset.organization.slug, dataset.slug)),
        'cache-control': 'private, no-store',
        'accept-ranges': 'none',
      });
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      return reply.send(zipStream(archiveEntries({ db, blobs }, dataset, roots), scratch, signal));
    });
  };

  /**
   * @param key of the question, for one that may be asked for each range of a file
   * @param find answers it
   */
  const sendRoots = async (
    context: Context,
    key: string | undefined,
    find: () => Promise<readonly Root[]>,
    inline: boolean,
  ): Promise<unknown> => {
    let roots: readonly Root[] = [];
    const findOnly = async (): Promise<KnownFile | undefined> => {
      roots = await find();
      const [only] = roots;
      return roots.length === 1 && only!.hash !== null ? findFile(context.dataset().id, only!.path) : undefined;
    };
    const file = key === undefined ? await findOnly() : await files.get(context.dataset().id, key, findOnly);
    return file === undefined ? sendArchive(context, roots) : sendOne(context, file, inline, key !== undefined);
  };

  return {
    send: (context, values, inline) => {
      const [only] = values;
      const key = values.length === 1 ? `value ${only}` : undefined;
      return sendRoots(context, key, () => findRoots(db, context.dataset(), values), inline);
    },

    sendEntry(context, rawPath, inline) {
      const path = askedPath(rawPath);
      const find = async (): Promise<readonly Root[]> => {
        const entry = await entryReading.find(db, context.dataset().id, path);
        if (entry === undefined) throw fail('not-found', `There is no entry ${path} in the dataset.`);
        return [{ path, hash: entry.hash }];
      };
      return sendRoots(context, `entry ${path}`, find, inline);
    },

    async keep(context, values) {
      const dataset = context.dataset();
      const paths = (await findRoots(db, dataset, values)).map(({ path }) => path);
      if (Buffer.byteLength(JSON.stringify(paths)) > MAX_SELECTION_BYTES)
        throw fail('too-large', 'The selection names too much; name the folder, or download it in parts.');
      const address = addressOf(dataset);
      return paths.length === 0 ? address : `${address}?selection=${await keepSelection(db, dataset.id, paths)}`;
    },

    async sendKept(context, id) {
      const dataset = context.dataset();
      const paths = await findSelection(db, dataset.id, id);
      if (paths === undefined) throw fail('not-found', 'There is no such selection (any more); select again.');
      return sendRoots(context, undefined, () => findRoots(db, dataset, paths), false);
    },
  };
}

function addressOf({ organization, slug }: DatasetGrant): string {
  return `/orgs/${organization.slug}/ds/${slug}/download`;
}
