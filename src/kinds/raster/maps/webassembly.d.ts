/** What is used of the WebAssembly JavaScript interface (W3C), which comes with the types of browsers only. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** @param pages of 64 KiB: what was the buffer before is one no more */
  grow(pages: number): number;
}

declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};
