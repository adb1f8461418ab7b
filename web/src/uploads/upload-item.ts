import type { DatasetRef } from '../api/addresses.ts';

/** What a person chose to put into a dataset: a file, or an empty folder (`file` null). `path` is the full entry path. */
export type UploadRequest = { readonly ref: DatasetRef; readonly path: string; readonly file: File | null };

/** `taken`: there is a file of that name already, and the person has not said yet what is to happen. */
export type UploadState = 'waiting' | 'sending' | 'done' | 'taken' | 'failed' | 'cancelled';

/** What to do when there is a file of that name: ask, keep both with a number behind the name, or replace it. */
export type WhenTaken = 'ask' | 'number' | 'replace';

export type UploadItem = UploadRequest & {
  readonly id: number;
  /** What was chosen at once has one number. */
  readonly batch: number;
  /** When it was chosen: milliseconds since 1970. */
  readonly chosenAt: number;
  readonly whenTaken: WhenTaken;
  readonly state: UploadState;
  readonly size: number;
  /** Bytes handed to the network so far. */
  readonly sent: number;
  /** How often a lost connection has cut it off. */
  readonly cutOff: number;
  /** What holds it up while it is sent, for people; null when nothing does. */
  readonly note: string | null;
  /** Why it failed, for people; null otherwise. */
  readonly problem: string | null;
};

export const isOpen = (item: UploadItem): boolean => item.state === 'waiting' || item.state === 'sending';
