import type { Command } from 'commander';
import { followTasks, type TaskChange } from '../http/task-events.ts';
import { explainNotFound, shownState } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act } from '../command.ts';

interface Options {
  readonly tool?: string;
}

/** `alidade tasks watch`: what a server works on for a dataset, as it goes on. */
export function taskWatch(group: Command, act: Act): void {
  group
    .command('watch')
    .summary('tell what happens to tasks and builds, until you end it')
    .argument('<dataset>', 'organization/dataset')
    .option('--tool <id>', 'only those of this tool')
    .action(
      act<Options, [string]>(async ({ connection, out, signal }, { tool }, argument) => {
        const { server, dataset } = parseDataset(argument);
        const from = await connection(server);
        try {
          for await (const change of followTasks(from, dataset, signal))
            if (tool === undefined || change.toolId === tool) out.item(change, changeText(change));
        } catch (cause) {
          signal.throwIfAborted();
          throw await explainNotFound(from, dataset, cause, signal);
        }
      }),
    );
}

/** A change in a line: `contours dtm.tif: Processing, 40 %, tracing`. */
export function changeText({
  toolId,
  taskId,
  path,
  state,
  progressPercent,
  phaseMessage,
  errorText,
  errorType,
}: TaskChange): string {
  const percent = typeof progressPercent === 'number' ? `${Math.round(progressPercent)} %` : undefined;
  const facts =
    state === 'Processing' ? [percent, phaseMessage] : [state === 'Failed' ? (errorText ?? errorType) : undefined];
  return `${toolId} ${path ?? taskId}: ${[shownState(state), ...facts].filter(Boolean).join(', ')}`;
}
