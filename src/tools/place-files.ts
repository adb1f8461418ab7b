import type { RunningTask } from '../tasks/index.ts';

/** Files between two words about them: whether they are there is asked one by one. */
const FILES_A_REPORT = 100;

/**
 * Hands files over to the dataset. Those that are there already are replaced or kept.
 *
 * @param from percent of the task at the begin; the end is all of it
 */
export async function placeFiles(
  { entries, write, report, signal }: Pick<RunningTask<unknown>, 'entries' | 'write' | 'report' | 'signal'>,
  files: readonly { readonly path: string; readonly file: string }[],
  { overwrite, from }: { readonly overwrite: boolean; readonly from: number },
): Promise<{ readonly written: number; readonly kept: number }> {
  let [written, kept] = [0, 0];
  for (const [index, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    if (index % FILES_A_REPORT === 0) report(from + ((100 - from) * index) / files.length, 'indexing');
    if (!overwrite && (await entries.find(path)) !== undefined) {
      kept += 1;
      continue;
    }
    await write(path, file, { replace: overwrite });
    written += 1;
  }
  return { written, kept };
}
