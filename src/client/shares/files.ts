import { lstat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathProblem } from '../../sync/index.ts';
import { ClientError, EXIT, usageError } from '../client-error.ts';
import { tellSkipped, type Teller } from '../copies/tell-skipped.ts';
import { ignoreRules } from '../local/ignore-rules.ts';
import { scanTree } from '../local/scan.ts';

/** A file that is shared. */
export interface SharedFile {
  /** Where it lies here. */
  readonly file: string;
  /** Its path in the dataset. */
  readonly path: string;
  readonly size: number;
}

/**
 * The files that arguments name: a file by its name, a folder with all below it under its own name.
 *
 * @throws ClientError when one is not there, or two would have the same path
 */
export async function filesToShare(
  cwd: string,
  given: readonly string[],
  out: Teller,
  signal: AbortSignal,
): Promise<readonly SharedFile[]> {
  const found = new Map<string, SharedFile>();
  const add = (shared: SharedFile): void => {
    const other = found.get(shared.path);
    if (other !== undefined && other.file !== shared.file)
      throw usageError(
        `${other.file} and ${shared.file} would both become ${shared.path}. Share them one after the other.`,
      );
    found.set(shared.path, shared);
  };
  for (const argument of given) {
    const file = resolve(cwd, argument);
    const stats = await lstat(file);
    const name = basename(file);
    const problem = pathProblem(name);
    if (problem !== undefined) throw usageError(`${file} cannot be shared: its name ${problem}.`);
    if (stats.isFile()) add({ file, path: name, size: stats.size });
    else if (stats.isDirectory()) for (const one of await filesBelow(file, name, out, signal)) add(one);
    else throw usageError(`${file} is no file and no folder.`);
  }
  if (found.size === 0) throw new ClientError('There are no files to share in there.', EXIT.notFound);
  return [...found.values()];
}

async function filesBelow(folder: string, name: string, out: Teller, signal: AbortSignal): Promise<SharedFile[]> {
  const scan = await scanTree(folder, { rules: ignoreRules(folder), isKnown: () => false, signal });
  const files: SharedFile[] = [];
  for (const [below, { size }] of scan.files) {
    const path = `${name}/${below}`;
    const problem = pathProblem(path);
    if (problem === undefined) files.push({ file: join(folder, below), path, size });
    else scan.skipped.push({ path, why: `Its path ${problem}.` });
  }
  tellSkipped(out, scan.skipped);
  return files;
}
