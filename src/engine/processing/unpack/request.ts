import type { UnpackedFile } from './members.ts';
import type { Packing } from './packing.ts';

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
}

/** What came out. */
export interface UnpackAnswer {
  readonly files: readonly UnpackedFile[];
  /** Links, devices and the like: nothing that a dataset can hold. */
  readonly leftOut: number;
}
