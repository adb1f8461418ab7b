import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { ClientError, EXIT, usageError } from '../client-error.ts';
import { differences } from '../copies/status.ts';
import { tellSkipped } from '../copies/tell-skipped.ts';
import { openCopy } from '../local/copy.ts';
import { refreshIndex } from '../local/refresh.ts';
import { readBase } from '../local/sync-state.ts';
import type { AddCommand } from '../command.ts';

/** `alidade add [paths]`: enters changes of files into the index of the copy. */
export const add: AddCommand = (program, act) => {
  program
    .command('add')
    .summary('enter changes of files into the index now; push does it by itself')
    .argument('[paths...]', 'files and folders; default: all')
    .action(
      act<object, [given: readonly string[]]>(async ({ cwd, out, signal }, _options, given) => {
        using copy = await openCopy(cwd);
        const { root } = copy.layout;
        const paths = given.map((path) => inCopy(root, resolve(cwd, path)));
        const known = [...copy.index.content().entries.keys()];
        for (const path of paths)
          if (!existsSync(join(root, path)) && !known.some((one) => isWithin(one, path)))
            throw new ClientError(`There is no such file or folder: ${join(root, path)}`, EXIT.notFound);
        const concerns = (path: string): boolean => paths.length === 0 || paths.some((one) => isWithin(path, one));
        const { skipped } = await refreshIndex(root, copy.index, { signal, concerns });
        tellSkipped(out, skipped);
        // Also what other commands have entered before: it is what the next push brings over.
        const all = differences(await readBase(copy.layout), copy.index.content());
        const [added, changed, removed] = [
          all.added.filter(concerns),
          all.changed.filter(concerns),
          all.removed.filter(concerns),
        ];
        const counts = `${added.length} new, ${changed.length} changed, ${removed.length} removed`;
        out.result({ added, changed, removed }, `${counts} since the last pull or push.`);
      }),
    );
};

/** Whether a path is another one, or below it; the empty one is the folder of the copy. */
function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function inCopy(root: string, file: string): string {
  const path = relative(root, file).split(sep).join('/');
  if (path === '..' || path.startsWith('../')) throw usageError(`${file} is not in the copy ${root}.`);
  return path;
}
