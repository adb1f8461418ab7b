import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../../database/index.ts';
import { expectedHash, type StagedFile, type Staging, type Uploader } from '../../datasets/index.ts';
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
  list(batchId: string, after: string | undefined, limit: number): ReturnType<Staging['read']['list']>;
}

export interface ShareFilesDependencies {
  readonly db: Database;
  readonly staging: Pick<Staging, 'files' | 'read'>;
}

export function createShareFiles({ db, staging: { files, read } }: ShareFilesDependencies): ShareFiles {
  return {
    list: (batchId, after, limit) => read.list(db, batchId, after, limit),

    upload: ({ batch }, uploader, { upload, leastBytes, headers, signal }) => {
      const placeOf = async (fields: Readonly<Record<string, unknown>>) => {
        const { path, sha256 } = fields;
        if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
        return { batch, path, hash: () => expectedHash(headers, sha256) };
      };
      return files.during(batch, async () => {
        expectedHash(headers, undefined); // A wrong header is refused before bytes are transferred.
        return files.take({ upload, leastBytes, uploader, batchFor: async () => batch, placeOf }, signal);
      });
    },
  };
}
