import type { Packing } from './packing.ts';
import type { UnpackedFile } from './unpacked-files.ts';

/** What is asked of the program `unpack`. */
export interface UnpackRequest {
  readonly path: string;
  /** What is in it: many files as ZIP or tar keeps them, or one, with the name it gets. */
  readonly holds: 'zip' | 'tar' | { readonly name: string };
  readonly packing: Packing;
  /** An empty folder for what comes out. */
  readonly folder: string;
  /** Folder of the dataset that paths are below; empty for its root. */
  readonly destination: string;
  readonly maxBytes: number;
  /** Bytes that the quota leaves for the files; null: no quota binds. */
  readonly quotaBytes: number | null;
  /** Bytes that must stay free on the disk of the folder. */
  readonly leastFreeBytes: number;
  /** Files of the dataset, where the quota binds: a file with a line `[path, size]` of JSON for each. */
  readonly present: string | null;
  /** True: files of `present` are replaced, so their bytes become free. False: they are kept, so nothing is written. */
  readonly overwrite: boolean;
}

/** What came out, or which limit the files exceed. */
export type UnpackAnswer = Unpacked | { readonly overrun: Overrun };

export interface Unpacked {
  /** Files of the same content share one file on the disk. */
  readonly files: readonly UnpackedFile[];
  /** Links, devices and the like: nothing that a dataset can hold. */
  readonly leftOut: number;
  /** Files of `present` that stay as they are. */
  readonly kept: number;
}

/** A limit that is not the archive's fault: the files would fit elsewhere. */
export interface Overrun {
  readonly limit: 'quota' | 'disk';
  /** Bytes that the files need, as far as they were declared or came out. */
  readonly bytes: number;
  /** Bytes that are left. */
  readonly room: number;
}
