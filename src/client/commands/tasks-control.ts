import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { askTasks, hasTaskEnded, TaskStatus } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act } from '../command.ts';
import { count } from '../terminal/format.ts';

interface ClearOptions {
  readonly tool?: string;
}

/** `alidade tasks cancel`, `retry`, `undo`, `forget` and `clear`: what is done with tasks that are there. */
export function taskControl(group: Command, act: Act): void {
  cancel(group, act);
  withOne(group, act, 'retry', 'start a task that failed again', Type.Object({ requeued: Type.Boolean() }), {
    told: () => 'The task is started again.',
  });
  withOne(group, act, 'undo', 'remove the files that a task wrote', Type.Object({ removed: Type.Integer() }), {
    more: 'Files that were changed since stay. Files that the task replaced or removed do not come back.',
    told: ({ removed }) => `${count(removed, 'file')} removed. What the task replaced or removed does not come back.`,
  });
  withOne(group, act, 'forget', 'forget a task that has ended', Type.Object({ deleted: Type.Boolean() }), {
    more: 'What it made to be downloaded goes, and it cannot be undone any more; files that it wrote into the dataset stay.',
    route: 'delete',
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
        const route = encodeURIComponent(id);
        // The server takes the same request for one that has ended, and throws away what that made.
        const task = await askTasks(to, dataset, { method: 'GET', route, signal }, TaskStatus);
        if (hasTaskEnded(task)) throw hasEnded(` (${task.state})`);
        const answer = await askTasks(to, dataset, { method: 'DELETE', route, signal }, Deleted);
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

/** A command that posts to a route of one task. */
function withOne<S extends Type.TSchema>(
  group: Command,
  act: Act,
  name: string,
  summary: string,
  schema: S,
  { route = name, more, told }: { route?: string; more?: string; told: (answer: Static<S>) => string },
): void {
  const command = group
    .command(name)
    .summary(summary)
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }: CommandContext, _options, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        const asked = { method: 'POST', route: `${encodeURIComponent(id)}/${route}`, signal };
        const answer = await askTasks(await connection(server), dataset, asked, schema);
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
        const asked = { method: 'POST', route: 'clear', query: { toolId: tool }, signal };
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
