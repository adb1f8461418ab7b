/** WebAssembly that the project compiles of its `assembly` folders. */
export { startWasm, type WasmMemory, type WasmNumber } from './start-wasm.ts';
