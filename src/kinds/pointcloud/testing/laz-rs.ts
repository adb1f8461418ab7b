import { readFileSync } from 'node:fs';

/** What the module offers that is used here; it is not among the exports of its package. */
interface LazRs {
  initSync(module: { readonly module: Uint8Array }): void;
  readonly WasmLasZipDecompressor: new (bytes: Uint8Array) => {
    readonly header: { readonly point_size: number; readonly num_points: bigint };
    decompress_many(out: Uint8Array): void;
    free(): void;
  };
}

const folder = new URL('libs/laz-rs-wasm/', import.meta.resolve('@loaders.gl/las'));
const lazRs = (await import(new URL('laz_rs_wasm.js', folder).href)) as LazRs;
lazRs.initSync({ module: readFileSync(new URL('laz_rs_wasm_bg.wasm', folder)) });

/** Records of all points of a LAZ file with chunks of one size, by laz-rs: a decoder of its own in Rust. */
export function readByLazRs(bytes: Uint8Array): { readonly records: Buffer; readonly recordBytes: number } {
  const decoder = new lazRs.WasmLasZipDecompressor(bytes);
  try {
    const { point_size: recordBytes, num_points: points } = decoder.header;
    const records = Buffer.alloc(recordBytes * Number(points));
    decoder.decompress_many(records);
    return { records, recordBytes };
  } finally {
    decoder.free();
  }
}
