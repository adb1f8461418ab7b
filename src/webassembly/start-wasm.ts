import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Memory of WebAssembly. It has another buffer after each time it grows. */
export type WasmMemory = WebAssemblyMemory;

/** A number that WebAssembly exports. */
export interface WasmNumber {
  readonly value: number;
}

/** Folders that are compiled (`tools/bootstrap/wasm.mjs`). */
export type WasmName = 'laz' | 'octree' | 'records' | 'jpeg' | 'jpeg-encoder' | 'png' | 'sample';

const compiled = new Map<string, object>();

/**
 * A new instance of WebAssembly that the project compiles of an `assembly` folder, with a memory of its own.
 */
export function startWasm<Exports>(name: WasmName): Exports {
  let module = compiled.get(name);
  if (module === undefined) {
    module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, '../../wasm', `${name}.wasm`)));
    compiled.set(name, module);
  }
  return new WebAssembly.Instance(module, {}).exports as Exports;
}
