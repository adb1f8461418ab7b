/** A catalogue of texts, compiled by tools/vite-texts.mjs. */
declare module '*.po' {
  const address: string;
  export default address;
}
