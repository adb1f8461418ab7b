import type { CommandContext } from '../context.ts';
import { pushCopy, type Pushed } from '../copies/push.ts';
import { isUnchanged } from '../copies/written.ts';
import { openCopy } from '../local/copy.ts';
import { writeTag } from '../local/sync-state.ts';
import type { AddCommand } from '../command.ts';
import { count } from '../terminal/format.ts';
import { remoteOf, writtenText } from './copy-remote.ts';

/** `alidade push [org/dataset]`: makes the dataset equal to the copy. */
export const push: AddCommand = (program, act) => {
  program
    .command('push')
    .summary('make the dataset equal to the copy, in one step')
    .argument('[dataset]', 'the dataset; only needed at the first push, which creates it when it does not exist')
    .action(
      act(async (context, _options, place?: string) => {
        using copy = await openCopy(context.cwd);
        const remote = await remoteOf(context, copy, place);
        const pushed = await pushCopy(copy, remote, context);
        // Not before: a name that was mistyped, or is refused, must not become that of the copy.
        if (place !== undefined)
          await writeTag(copy.layout, { server: remote.connection.server.href, dataset: remote.dataset });
        tellPushed(context, pushed);
      }),
    );
};

/** Tells what a push did. */
export function tellPushed({ out }: Pick<CommandContext, 'out'>, pushed: Pushed): void {
  const { removed, metadata, uploads, isBehind } = pushed;
  const parts = [
    `${writtenText(pushed)} written (${uploads} sent)`,
    `${removed} removed`,
    `${count(metadata, 'change')} of metadata`,
  ];
  out.result(pushed, isUnchanged(pushed) ? 'Nothing to push.' : `Pushed: ${parts.join(', ')}.`);
  if (isBehind) out.warn('The dataset was changed again right behind the push. Bring that here with "alidade pull".');
}
