/** What the page asks the worker, and what that answers. Numbers and buffers alone: they go from one to the other. */

/** Bytes of a buffer view that is compressed by meshopt. */
export type MeshoptRequest = {
  readonly does: 'meshopt';
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly stride: number;
  readonly mode: string;
  readonly filter: string | undefined;
};

/** Arrays of numbers that surfaces have. */
export const ARRAYS = {
  Float32Array,
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
} as const;
export type ArrayName = keyof typeof ARRAYS;

/** A surface or cloud that is compressed by Draco. */
export type DracoRequest = {
  readonly does: 'draco';
  readonly bytes: Uint8Array;
  /** Attributes by their names in the answer: the number that Draco knows them by, and what their numbers become. */
  readonly attributes: Readonly<Record<string, { readonly id: number; readonly array: ArrayName }>>;
};

export type DecodeRequest = { readonly id: number } & (MeshoptRequest | DracoRequest);

export type DracoGeometry = {
  /** Three for each triangle; null of points. */
  readonly index: Uint32Array<ArrayBuffer> | null;
  readonly attributes: Readonly<Record<string, { readonly values: NumberArray; readonly size: number }>>;
};
export type NumberArray = InstanceType<(typeof ARRAYS)[ArrayName]> & { readonly buffer: ArrayBuffer };

export type DecodeAnswer = { readonly id: number } & (
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'geometry'; readonly geometry: DracoGeometry }
  | { readonly kind: 'failed'; readonly message: string }
);
