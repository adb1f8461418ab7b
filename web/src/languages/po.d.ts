/** The parts of a catalogue of texts, compiled by tools/vite-texts.mjs: what the first pages need comes first. */
declare module '*/de.po' {
  const catalogue: { readonly slots: number; readonly parts: readonly string[] };
  export default catalogue;
}
/** A catalogue of texts of the service. */
declare module '*.de.po' {
  const address: string;
  export default address;
}
