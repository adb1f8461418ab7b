/** A file that is made from the code. */
export interface GeneratedFile {
  /** Below the root of the checkout. */
  readonly path: string;
  readonly contents: string;
}

/**
 * Compares the files that the code makes now with the committed ones.
 *
 * @param read undefined: there is no such file
 * @returns complaints
 */
export function compareFiles(
  files: readonly GeneratedFile[],
  read: (path: string) => string | undefined,
): readonly string[] {
  return files.flatMap(({ path, contents }) => {
    const committed = read(path);
    if (committed === contents) return [];
    const before = committed?.split('\n') ?? [];
    const now = contents.split('\n');
    const differing = now.findIndex((line, index) => line !== before[index]);
    const line = differing === -1 ? now.length : differing;
    return [
      `${path} is out of date from line ${line + 1} on. Run: npm run docs`,
      `  committed: ${before[line]?.trim() ?? '(nothing)'}`,
      `  now:       ${now[line]?.trim() ?? '(nothing)'}`,
    ];
  });
}
