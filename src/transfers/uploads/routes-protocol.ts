import { randomUUID } from 'node:crypto';
import { Server } from '@tus/server';
import type { Quota } from '../../accounts/index.ts';
import { bodyBlocks } from '../../bytes/index.ts';
import { etagOf } from '../../datasets/index.ts';
import { fail, ServiceError } from '../../errors/index.ts';
import type { RouteContext } from '../../http/index.ts';
import type { AnnouncedHash } from './batch-target.ts';
import { CHECKSUM_ALGORITHMS, readChecksum } from './checksum.ts';
import { createHolds } from './hold.ts';
import { placeUpload, type PlacingDependencies } from './placing.ts';
import { findUpload, listOpen, type UploadConditions, type UploadRow } from './store.ts';
import { readTarget } from './target.ts';
import { RequestStore } from './tus-store.ts';
import { answerOf, dropBody, webRequest } from './routes-web-request.ts';

type Context = RouteContext<{ readonly id?: string }, unknown, unknown>;

/** Uploads that can be interrupted and resumed. */
export interface Uploads {
  /** Answers a request of the protocol. */
  handle(context: Context): Promise<unknown>;
  /** Open uploads of the caller in the dataset. */
  list(context: Context): Promise<readonly UploadRow[]>;
  find(context: Context): Promise<UploadRow>;
  /** Headers that tell a client what of the protocol is there. */
  readonly abilities: Readonly<Record<string, string>>;
}

export interface UploadDependencies extends PlacingDependencies {
  readonly quota: Quota;
  readonly announced: AnnouncedHash;
  /** Hours an upload is kept after it was begun. */
  readonly resumeHours: number;
  readonly maxBytes: number;
}

export function createUploads(dependencies: UploadDependencies): Uploads {
  const { db, bytes, parts, staging, announced, quota, resumeHours, maxBytes } = dependencies;
  const holds = createHolds(db);

  const handle = async (context: Context): Promise<unknown> => {
    const dataset = context.dataset();
    const caller = context.signedIn();
    const where = { datasetId: dataset.id, userId: caller.id };
    const placer = { ...caller, readmit: context.readmit };
    const { headers } = context.request;
    const conditions = conditionsOf(headers);
    const holder = randomUUID();
    const wanted = new AbortController();
    const store = new RequestStore({
      db,
      bytes,
      parts,
      staging,
      announced,
      quota,
      dataset,
      caller,
      where,
      holder,
      conditions,
      body: bodyBlocks(context.request.raw, { enough: wanted.signal }),
      hours: resumeHours,
      checksum: readChecksum(header(headers['upload-checksum'])),
    });
    let fault: unknown;
    const path = `/orgs/${dataset.organization.slug}/ds/${dataset.slug}`;
    const server = new Server({
      path: `${path}/uploads`,
      datastore: store,
      locker: holds(holder, () => wanted.abort()),
      relativeLocation: true,
      maxSize: maxBytes,
      // What was written is kept, so the one who holds an upload need not be given time.
      lockDrainTimeout: 1,
      namingFunction: () => randomUUID(),
      onUploadFinish: async (_request, { id, metadata }) => {
        const hash = await placeUpload(dependencies, id, where, placer, store.hash);
        const entry = encodeURIComponent(readTarget(metadata).path);
        return { headers: { ETag: etagOf({ hash })!, 'Content-Location': `${path}/obj?path=${entry}` } };
      },
      onResponseError: (_request, cause) => {
        fault = cause;
        return undefined;
      },
    });
    const { id } = context.params;
    const response = await server.handleWeb(webRequest(context.request, `${path}/uploads${id ? `/${id}` : ''}`));
    dropBody(context.request.raw);
    if (fault instanceof ServiceError || (fault !== undefined && !isProtocolError(fault))) throw fault;
    return answerOf(response, context.reply);
  };

  const find = async (context: Context): Promise<UploadRow> => {
    const where = { datasetId: context.dataset().id, userId: context.signedIn().id };
    const upload = await findUpload(db, where, context.params.id!);
    if (upload === undefined) throw fail('not-found', 'There is no such upload (any more).');
    return upload;
  };

  return {
    find,
    list: (context) => listOpen(db, context.dataset().id, context.signedIn().id),
    abilities: {
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
      'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
      'tus-max-size': String(maxBytes),
    },
    async handle(context) {
      if (context.request.method === 'HEAD') {
        // All bytes are there but the file is not at its path, as the answer was lost or the server ended: a client that
        // is told the length would take it for done.
        const { id, received, size, finishedAt, datasetId, userId } = await find(context);
        const placer = { ...context.signedIn(), readmit: context.readmit };
        if (received === size && finishedAt === null)
          await placeUpload(dependencies, id, { datasetId, userId }, placer);
      }
      return handle(context);
    },
  };
}

function conditionsOf(headers: Context['request']['headers']): UploadConditions {
  const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
  return { ...(ifMatch === undefined ? {} : { ifMatch }), ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) };
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Errors the library of the protocol answers itself. */
function isProtocolError(fault: unknown): boolean {
  return typeof (fault as { status_code?: unknown }).status_code === 'number';
}
