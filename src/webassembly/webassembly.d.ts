/** What is used of the WebAssembly JavaScript interface (W3C), which comes with the types of browsers only. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  /** @param pages of 64 KiB: what was the buffer before is one no more */
  grow(pages: number): number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};
