/** The decoder of Draco that three brings along. */
declare module 'three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js' {
  const createDraco: (options: { readonly wasmBinary: ArrayBuffer }) => Promise<unknown>;
  export default createDraco;
}
