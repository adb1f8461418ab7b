import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { watchCopy, type WatchOptions } from '../copies/watch.ts';
import { isUnchanged } from '../copies/written.ts';
import { openCopy } from '../local/copy.ts';
import type { AddCommand } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { hasTaskEnded } from '../http/tasks.ts';
import { preferenceOf, remoteOf, tellPulled, type SideOptions } from './copy-remote.ts';
import { tellPushed } from './push.ts';
import { changeText } from './tasks-watch.ts';

interface Options extends SideOptions {
  readonly every: number;
}

/** Seconds between two questions: a service answers most of them without a look at the dataset. */
const DEFAULT_SECONDS = 30;

/** `alidade watch [folder]`: keeps a copy and its dataset equal. */
export const watch: AddCommand = (program, act) => {
  program
    .command('watch')
    .summary('keep a copy and its dataset equal until you end it')
    .argument('[folder]', 'the copy; default: the folder you are in')
    .option('--every <seconds>', 'how often the server is asked', parseSeconds, DEFAULT_SECONDS)
    .option('--ours', 'where both sides change the same, keep what is here')
    .option('--theirs', 'where both sides change the same, take what is there')
    .action(
      act<Options>(async (context, options, folder?: string) => {
        const start = resolve(context.cwd, folder ?? '.');
        const { root, remote } = await openedBriefly();
        context.out.note(`Watching ${root}. Ctrl+C ends it.`);
        await watchCopy(root, remote, {
          ...context,
          everyMs: options.every * 1000,
          prefer: preferenceOf(options),
          pulled: (pulled) => {
            if (!isUnchanged(pulled) || pulled.conflicts.length > 0) tellPulled(context, pulled);
          },
          task: tellOf(context.out),
          pushed: (pushed) => {
            if (!isUnchanged(pushed)) tellPushed(context, pushed);
          },
        });

        /** Between changes, other commands may work on the copy. */
        async function openedBriefly() {
          using copy = await openCopy(start);
          return { root: copy.layout.root, remote: await remoteOf(context, copy) };
        }
      }),
    );
};

/** Tells of tasks when their state changes, and of builds when they fail, as each file has one. */
function tellOf({ note }: CommandContext['out']): WatchOptions['task'] {
  const told = new Map<string, string>();
  return (change) => {
    const { taskId, state, toolId } = change;
    if (told.get(taskId) === state) return;
    if (hasTaskEnded(change)) told.delete(taskId);
    else told.set(taskId, state);
    if (toolId !== 'build' || state === 'Failed') note(changeText(change));
  };
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 1 && seconds <= 86_400)) throw new InvalidArgumentError('It must be a number from 1 to 86400.');
  return seconds;
}
