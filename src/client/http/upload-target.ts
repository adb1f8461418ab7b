import type { DatasetRef } from './addresses.ts';
import type { OnContinue, OnWait } from './retries.ts';

/** What a file becomes part of: a dataset at once, or a share or a push that is committed later. */
export type UploadTarget =
  | {
      readonly kind: 'object';
      readonly dataset: DatasetRef;
      /** Never in place of another. */ readonly onlyNew?: boolean;
    }
  | { readonly kind: 'share' | 'push'; readonly dataset: DatasetRef; readonly token: string };

export interface UploadOptions {
  /** So many more bytes are over; negative when some are sent again. */
  readonly onBytes: (count: number) => void;
  readonly onWait: OnWait;
  /** Told when an earlier process began the upload; absent: nobody is told. */
  readonly onContinue?: OnContinue;
  readonly signal: AbortSignal;
  /** Folder in which uploads are remembered that can be gone on with (`stateFolder`). */
  readonly stateFolder: string;
  /** SHA-256 of the file where it is known already; else a large file is read once more. */
  readonly sha256?: string;
}
