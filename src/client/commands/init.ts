import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createCopy } from '../local/copy.ts';
import type { AddCommand } from '../command.ts';

/** `alidade init [folder]`: turns a folder into a copy that can be pushed. */
export const init: AddCommand = (program, act) => {
  program
    .command('init')
    .summary('turn a folder into a copy that can be pushed')
    .argument('[folder]', 'the folder; default: the one you are in')
    .action(
      act(async ({ cwd, out }, _options, folder?: string) => {
        const root = resolve(cwd, folder ?? '.');
        await mkdir(root, { recursive: true });
        using copy = await createCopy(root);
        out.result({ folder: copy.layout.root }, `${root} can be pushed now: alidade push org/dataset`);
      }),
    );
};
