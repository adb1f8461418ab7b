import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createIgnore, { type Ignore } from 'ignore';

/** Name of the files that say what is left out, in the syntax of `.gitignore`. */
const IGNORE_FILE = '.alidadeignore';

/** Rules of a folder and of those above it. */
export interface IgnoreRules {
  /** The same with those of a folder below, when it has some. @param path of the folder in the copy */
  within(path: string): Promise<IgnoreRules>;
  /** @param path in the copy */
  ignores(path: string, isFolder: boolean): boolean;
}

interface Rules {
  /** Path of the folder they stand in, with a slash at the end; empty at the root. */
  readonly prefix: string;
  readonly rules: Ignore;
}

/** No rules yet; `within('')` reads those of the root. */
export function ignoreRules(root: string): IgnoreRules {
  return withRules(root, []);
}

/** @param all the deepest first: what it says counts, as it does in git */
function withRules(root: string, all: readonly Rules[]): IgnoreRules {
  return {
    async within(path) {
      const text = await readFile(join(root, path, IGNORE_FILE), 'utf8').catch((cause: unknown) => {
        if (['ENOENT', 'EISDIR', 'ELOOP'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
        throw cause;
      });
      if (text === undefined) return this;
      const rules = createIgnore({ ignorecase: false, allowRelativePaths: true }).add(text);
      return withRules(root, [{ prefix: path === '' ? '' : `${path}/`, rules }, ...all]);
    },
    ignores(path, isFolder) {
      for (const { prefix, rules } of all) {
        const { ignored, unignored } = rules.test(path.slice(prefix.length) + (isFolder ? '/' : ''));
        if (ignored || unignored) return ignored;
      }
      return false;
    },
  };
}
