/** Paths in one value of the address, with commas between them; a comma of a name gets a backslash. */
export const formatItems = (paths: readonly string[]): string =>
  paths.map((path) => path.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',');

/** More would be no scene. */
export const MOST_ITEMS = 20;

/** Each path once. */
export function parseItems(text: string | undefined): readonly string[] {
  const found = (text ?? '').match(/(?:\\.|[^,\\])+/gs) ?? [];
  return [...new Set(found.map((path) => path.replaceAll(/\\(.)/gs, '$1')))].slice(0, MOST_ITEMS);
}
