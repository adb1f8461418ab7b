import { pullCopy } from '../copies/pull.ts';
import { openCopy } from '../local/copy.ts';
import type { AddCommand } from '../command.ts';
import { preferenceOf, remoteOf, tellPulled, type SideOptions } from './copy-remote.ts';

/** `alidade pull`: brings the changes of the dataset here. */
export const pull: AddCommand = (program, act) => {
  program
    .command('pull')
    .summary('bring the changes of the dataset here')
    .option('--ours', 'where both sides changed the same, keep what is here')
    .option('--theirs', 'where both sides changed the same, take what is there; what is here is lost')
    .action(
      act<SideOptions>(async (context, options) => {
        const prefer = preferenceOf(options);
        using copy = await openCopy(context.cwd);
        const remote = await remoteOf(context, copy);
        tellPulled(context, await pullCopy(copy, remote, { ...context, prefer }));
      }),
    );
};
