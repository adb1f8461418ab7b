import type { Sidecar } from './sidecar.ts';

/** A file of measurements as the service has it. */
export type Stored = {
  readonly sidecar: Sidecar;
  /** Null where there is no file yet. */
  readonly etag: string | null;
};

export type SidecarPort = {
  readonly read: (signal: AbortSignal) => Promise<Stored>;
  /**
   * @param etag what the file must have; null: there must be none
   * @returns that of the file now
   * @throws ApiError 412 when somebody else wrote meanwhile
   */
  readonly write: (sidecar: Sidecar, etag: string | null, signal: AbortSignal) => Promise<string>;
};

/** Changes that are not saved yet, and what they were made to. */
export type Draft = { readonly base: Sidecar; readonly mine: Sidecar };

/** Where unsaved changes outlive the page. */
export type DraftPort = {
  /** Takes over what this person left in this browser. */
  readonly take: () => readonly Draft[];
  /** False when it could not be kept. */
  readonly keep: (draft: Draft) => boolean;
  readonly forget: () => void;
};
