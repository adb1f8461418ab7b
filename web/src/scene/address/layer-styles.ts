/** Stands between the styles of two files. No kind writes it into its own. */
const BETWEEN = '~';

/** Styles of files, in their order. A text for one file alone, as scenes of one file have it, is that of each of them. */
export function parseStyles(text: string | undefined, files: number): readonly string[] {
  const styles = (text ?? '').split(BETWEEN);
  return Array.from({ length: files }, (_, file) => styles[styles.length === 1 ? 0 : file] ?? '');
}

/** "class/3~lit~"; undefined where all are the default. */
export function formatStyles(styles: readonly string[]): string | undefined {
  const [first = ''] = styles;
  if (styles.every((style) => style === first)) return first === '' ? undefined : first;
  const last = styles.findLastIndex((style) => style !== '');
  return styles.slice(0, Math.max(2, last + 1)).join(BETWEEN);
}
