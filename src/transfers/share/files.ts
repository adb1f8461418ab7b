import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../../database/index.ts';
import {
  expectedHash,
  listBatchFiles,
  type Objects,
  type StagedFile,
  type Staging,
  type Uploader,
} from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import type { OpenShare } from './service.ts';

/** A request that brings a file. */
export interface FileRequest {
  readonly upload: Upload;
  readonly leastBytes: number;
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
}

/** Files of shares. */
export interface ShareFiles {
  upload(share: OpenShare, uploader: Uploader, request: FileRequest): Promise<StagedFile>;
  /** By path, behind one of them. */
  list(batchId: string, after: string | undefined, limit: number): ReturnType<typeof listBatchFiles>;
}

export interface ShareFilesDependencies {
  readonly db: Database;
  readonly staging: Staging;
  readonly objects: Pick<Objects, 'discard'>;
}

export function createShareFiles({ db, staging, objects }: ShareFilesDependencies): ShareFiles {
  return {
    list: (batchId, after, limit) => listBatchFiles(db, batchId, after, limit),

    upload: ({ batch }, uploader, { upload, leastBytes, headers, signal }) =>
      staging.during(batch, async () => {
        expectedHash(headers, undefined); // What is wrong already is not transferred first.
        let stored: Awaited<ReturnType<Staging['store']>> | undefined;
        const stage = async (): Promise<StagedFile> => {
          const { fields, file } = await upload.read(async (source, cutOff) => {
            stored = await staging.store(batch, { source, leastBytes }, uploader, cutOff);
            return stored;
          });
          const path = fields['path'];
          if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
          if (file === undefined) throw fail('invalid-input', 'The file part is required.');
          const hash = expectedHash(headers, fields['sha256']);
          return staging.stage(batch, path, file, uploader, signal, { hash });
        };
        return stage().catch(async (refusal: unknown) => {
          // Also of a body that ended behind the file; what cannot be removed now the clean-up finds.
          if (stored) await objects.discard(stored).catch(() => undefined);
          throw refusal;
        });
      }),
  };
}
