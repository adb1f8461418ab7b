import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Caller } from '../../access/index.ts';
import type { Quota } from '../../accounts/index.ts';
import { limited } from '../../bytes/index.ts';
import type { Database } from '../../database/index.ts';
import type { DatasetRef, Staging, StoredBytes } from '../../datasets/index.ts';
import { admitUpload, requireRoom } from './admission.ts';
import { findBatchTarget, type AnnouncedHash } from './batch-target.ts';
import { CHECKSUM_MISMATCH, type Checksum } from './checksum.ts';
import type { PartFiles } from './part-files.ts';
import { bytesLost, discard, taken } from './placing.ts';
import { findUpload, insertUpload, noteProgress, type UploadConditions, type UploadRow } from './store.ts';
import { readTarget } from './target.ts';

/** What one request may see and do of the uploads. */
export interface RequestScope {
  readonly db: Database;
  readonly parts: PartFiles;
  readonly staging: Staging;
  readonly bytes: StoredBytes;
  readonly announced: AnnouncedHash;
  readonly quota: Quota;
  readonly dataset: DatasetRef;
  readonly caller: Caller;
  readonly where: Pick<UploadRow, 'datasetId' | 'userId'>;
  /** Names the request where it holds an upload. */
  readonly holder: string;
  /** What the request brings of the file; it ends early when another request wants the upload. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly hours: number;
  readonly conditions: UploadConditions;
  readonly checksum: Checksum | undefined;
}

const HOUR_MS = 3_600_000;

/** The store of the protocol's library, for one request: rows in the database, bytes in files of their own. */
export class RequestStore extends DataStore {
  /** Hash of the file, when this request has brought all of it. */
  hash: string | undefined;
  readonly #scope: RequestScope;

  constructor(scope: RequestScope) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'];
    this.#scope = scope;
  }

  override getExpiration(): number {
    return this.#scope.hours * HOUR_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, staging, parts, quota, dataset, caller, where, conditions, holder, hours } = this.#scope;
    const target = readTarget(upload.metadata);
    const batch = target.batch === null ? undefined : await findBatchTarget(db, staging, where, target.batch);
    const sha256 = (batch && (await this.#scope.announced(batch, target.path))) ?? target.sha256;
    const row = {
      ...target,
      ...where,
      sha256,
      conditions,
      id: upload.id,
      size: upload.size!,
      batchId: batch?.id ?? null,
    };
    await parts.create(upload.id);
    const insert = db.transaction().execute(async (transaction) => {
      await admitUpload(transaction, quota, { ...row, dataset, isStaged: batch !== undefined }, caller, conditions);
      // The end of the batch locks the dataset: from here on the upload goes with it.
      if (target.batch !== null) await findBatchTarget(transaction, staging, where, target.batch);
      await insertUpload(transaction, row, holder, hours);
    });
    await insert.catch(async (cause: unknown) => {
      await parts.remove(upload.id);
      throw cause;
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, createdAt } = await this.#find(id);
    return new Upload({
      id,
      size,
      offset: received,
      metadata: { ...metadata },
      creation_date: createdAt.toISOString(),
    });
  }

  /** Writes what the request brings, from where it arrives: on its way through the library it would be copied four times. */
  override async write(_stream: Readable, id: string, offset: number): Promise<number> {
    const { db, parts, quota, dataset, caller, holder, checksum, body } = this.#scope;
    const upload = await this.#find(id);
    const { size, finishedAt } = upload;
    const whole = offset === 0 ? createHash('sha256') : undefined;
    let end = offset;
    let sent = offset;
    const flushed = async (received: number): Promise<void> => {
      end = received;
      // Bytes with a checksum count when all of them are there.
      if (checksum === undefined) await this.#note(id, received);
    };
    const see = (bytes: Uint8Array): void => {
      sent += bytes.length;
      whole?.update(bytes);
      checksum?.digest.update(bytes);
    };
    // A client that did not get the answer to the last piece sends one of no bytes, when the file is elsewhere already.
    if (offset < size && finishedAt === null) {
      const isStaged = upload.batchId !== null;
      await requireRoom(db, quota, { dataset, path: upload.path, size, isStaged }, caller);
      // A body without a length may have any.
      const blocks = limited(body, size - offset, () => ERRORS.ERR_SIZE_EXCEEDED);
      const write = (): Promise<boolean> => parts.append(id, offset, blocks, { see, flushed });
      if (!(await this.#during(upload, write))) {
        await discard(this.#scope, id);
        throw bytesLost();
      }
    }
    if (checksum !== undefined) {
      if (checksum.digest.digest('base64') !== checksum.expected) throw CHECKSUM_MISMATCH;
      if (!(await noteProgress(db, id, holder, { received: end }))) throw taken();
    }
    if (whole && sent === size) this.hash = whole.digest('hex');
    return end;
  }

  override remove(id: string): Promise<void> {
    return this.#find(id).then(() => discard(this.#scope, id));
  }

  /** A batch that bytes arrive for does not expire. */
  #during<T>({ batchId, datasetId }: UploadRow, work: () => Promise<T>): Promise<T> {
    return batchId === null ? work() : this.#scope.staging.files.during({ id: batchId, datasetId }, work);
  }

  async #note(id: string, received: number): Promise<void> {
    const { db, holder } = this.#scope;
    if (!(await noteProgress(db, id, holder, { received }))) throw taken();
  }

  async #find(id: string): Promise<UploadRow> {
    const { db, where } = this.#scope;
    const upload = await findUpload(db, where, id);
    if (upload === undefined) throw ERRORS.FILE_NOT_FOUND;
    return upload;
  }
}
