import { baseName } from '../../datasets/index.ts';
import { needsOf } from '../../inspection/index.ts';
import { inParallel } from '../../sync/index.ts';
import type { MadeFile, RunningTask } from '../index.ts';

/**
 * Files of one set. A set costs some 20 ms beside its files. A larger set could need more locks in one transaction than the
 * database has room for.
 */
const SET = 256;
/** While one set is written into the database, the bytes of the next one go to the disk. */
const SETS_AT_ONCE = 2;

/**
 * Hands files over to the dataset. Those that are there already are replaced or kept.
 *
 * @param from percent of the task at the begin; the end is all of it
 */
export async function placeFiles(
  { writeMany, report, signal }: Pick<RunningTask<unknown>, 'writeMany' | 'report' | 'signal'>,
  files: readonly MadeFile[],
  { overwrite, from }: { readonly overwrite: boolean; readonly from: number },
): Promise<{ readonly written: number; readonly kept: number }> {
  // Files that depend on other files come last, so that they need no second inspection.
  const isAlone = ({ path }: MadeFile): boolean => needsOf(baseName(path)).length === 0;
  const ordered = [...files.filter(isAlone), ...files.filter((file) => !isAlone(file))];
  const sets = Array.from({ length: Math.ceil(ordered.length / SET) }, (_, index) => index * SET);
  let kept = 0;
  await inParallel(sets, SETS_AT_ONCE, signal, async (at) => {
    report(from + ((100 - from) * at) / ordered.length, 'indexing');
    const set = await writeMany(ordered.slice(at, at + SET), { replace: overwrite });
    kept += set.kept;
  });
  return { written: files.length - kept, kept };
}
