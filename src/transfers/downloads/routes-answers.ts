import { Readable } from 'node:stream';
import type { DatasetGrant } from '../../access/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
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
  readonly blobs: BlobStore;
  readonly limits: DownloadLimits;
  /** Folder for files that have no name and end with the request. */
  readonly scratch: string;
}

/** Most bytes of paths that are kept of a selection: 10,000 of the usual length. */
const MAX_SELECTION_BYTES = 1024 * 1024;

export function createDownloads({ db, blobs, limits, scratch }: DownloadDependencies): Downloads {
  const sendOne = async (context: Context, path: string, inline: boolean): Promise<unknown> => {
    const dataset = context.dataset();
    const entry = await entryReading.find(db, dataset.id, path);
    const { hash = null, mtime = 0, size = 0 } = entry ?? {};
    if (hash === null) throw fail('not-found', `There is no file ${path} in the dataset.`);
    const name = baseName(path);
    return limits.admit(context, Math.min(size, FILE_BYTES), () => {
      const { request, reply } = context;
      const contentType = servedType(name);
      void reply.header('content-security-policy', uploadedContentPolicy(contentType));
      return sendFile(request, reply, {
        path: blobs.locate(hash),
        etag: hash,
        contentType,
        cacheControl: dataset.visibility > 0 ? 'public, no-cache' : 'private, no-cache',
        modified: new Date(mtime * 1000),
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

  const sendRoots = (context: Context, roots: readonly Root[], inline: boolean): Promise<unknown> => {
    const [only] = roots;
    if (roots.length === 1 && only!.hash !== null) return sendOne(context, only!.path, inline);
    return sendArchive(context, roots);
  };

  return {
    send: async (context, values, inline) => sendRoots(context, await findRoots(db, context.dataset(), values), inline),

    async sendEntry(context, rawPath, inline) {
      const path = askedPath(rawPath);
      const entry = await entryReading.find(db, context.dataset().id, path);
      if (entry === undefined) throw fail('not-found', `There is no entry ${path} in the dataset.`);
      return sendRoots(context, [{ path, hash: entry.hash }], inline);
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
      return sendRoots(context, await findRoots(db, dataset, paths), false);
    },
  };
}

function addressOf({ organization, slug }: DatasetGrant): string {
  return `/orgs/${organization.slug}/ds/${slug}/download`;
}
