import type { Command } from 'commander';
import Type from 'typebox';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { askTasks, findTask, hasTaskEnded, ofTask, shownState } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act } from '../command.ts';
import { count } from '../terminal/format.ts';

interface ClearOptions {
  readonly tool?: string;
}

/** `alidade tasks cancel`, `retry`, `undo`, `forget` and `clear`: what is done with tasks that are there. */
export function taskControl(group: Command, act: Act): void {
  cancel(group, act);
  withOne(group, act, 'retry', 'start a task that failed again', {
    ask: (to, dataset, id, signal) => {
      const request = {
        route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/retry',
        path: ofTask(dataset, id),
        signal,
      } as const;
      return askTasks(to, dataset, request, Type.Object({ requeued: Type.Boolean() }));
    },
    told: () => 'The task is started again.',
  });
  withOne(group, act, 'undo', 'remove the files that a task wrote', {
    ask: (to, dataset, id, signal) => {
      const request = {
        route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/undo',
        path: ofTask(dataset, id),
        signal,
      } as const;
      return askTasks(to, dataset, request, Type.Object({ removed: Type.Integer() }));
    },
    more: 'Files that were changed since stay. Files that the task replaced or removed do not come back.',
    told: ({ removed }) => `${count(removed, 'file')} removed. What the task replaced or removed does not come back.`,
  });
  withOne(group, act, 'forget', 'forget a task that has ended', {
    ask: (to, dataset, id, signal) => {
      const request = {
        route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/delete',
        path: ofTask(dataset, id),
        signal,
      } as const;
      return askTasks(to, dataset, request, Deleted);
    },
    more: 'What it made to be downloaded goes, and it cannot be undone any more; files that it wrote into the dataset stay.',
    told: () => 'The task is forgotten. Files that it wrote into the dataset stay.',
  });
  clear(group, act);
}

function cancel(group: Command, act: Act): void {
  group
    .command('cancel')
    .summary('stop a task that waits or runs')
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }, _options, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        const to = await connection(server);
        // The server takes the same request for one that has ended, and throws away what that made.
        const task = await findTask(to, dataset, id, signal);
        if (hasTaskEnded(task)) throw hasEnded(` (${shownState(task.state)})`);
        const asked = {
          route: 'DELETE /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}',
          path: ofTask(dataset, id),
          signal,
        } as const;
        const answer = await askTasks(to, dataset, asked, Deleted);
        if (!answer.deleted) throw hasEnded('');
        out.result(answer, 'The task is stopped.');
      }),
    );
}

const Deleted = Type.Object({ deleted: Type.Boolean() });

function hasEnded(how: string): ClientError {
  return new ClientError(
    `The task has ended already${how}, and stays as it is. "alidade tasks forget" removes it from the list.`,
    EXIT.conflict,
  );
}

interface Control<T> {
  readonly ask: (to: Connection, dataset: DatasetRef, id: string, signal: AbortSignal) => Promise<T>;
  readonly more?: string;
  readonly told: (answer: T) => string;
}

/** A command that posts to a route of one task. */
function withOne<T>(group: Command, act: Act, name: string, summary: string, { ask, more, told }: Control<T>): void {
  const command = group
    .command(name)
    .summary(summary)
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }: CommandContext, _options, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        const answer = await ask(await connection(server), dataset, id, signal);
        out.result(answer, told(answer));
      }),
    );
  if (more !== undefined) command.addHelpText('after', `\n${more}`);
}

function clear(group: Command, act: Act): void {
  group
    .command('clear')
    .summary('forget all tasks that have ended')
    .argument('<dataset>', 'organization/dataset')
    .option('--tool <id>', 'only those of this tool')
    .addHelpText(
      'after',
      '\nWhat they made to be downloaded goes, and none can be undone any more; files that they wrote into the dataset stay.',
    )
    .action(
      act<ClearOptions, [string]>(async ({ connection, out, signal }, { tool }, argument) => {
        const { server, dataset } = parseDataset(argument);
        const query = { toolId: tool };
        const asked = {
          route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/clear',
          path: inDataset(dataset),
          query,
          signal,
        } as const;
        const answer = await askTasks(
          await connection(server),
          dataset,
          asked,
          Type.Object({ cleared: Type.Integer() }),
        );
        out.result(answer, `${count(answer.cleared, 'task')} forgotten.`);
      }),
    );
}
