import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { ClientError } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import type { DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { askTasks, failureOf, findTask, hasTaskEnded, ofTask, TaskLog, type Task } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act } from '../command.ts';

interface Options {
  readonly follow?: boolean;
}

/** Servers write progress every two seconds at most. */
const EVERY_MS = 2000;

/** `alidade tasks log`: the lines of a task, also those that come yet. */
export function taskLog(group: Command, act: Act): void {
  group
    .command('log')
    .summary('print the log of a task')
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id')
    .option('-f, --follow', 'until the task has ended')
    .action(
      act<Options, [string, string]>(async (context, { follow = false }, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        await followLog(context, await context.connection(server), dataset, id, follow);
      }),
    );
}

/** Prints the log of a task, which it returns. @param follow until it has ended. @throws ClientError when it failed meanwhile */
export async function followLog(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  from: Connection,
  dataset: DatasetRef,
  id: string,
  follow: boolean,
): Promise<Task> {
  for (let since = 0; ;) {
    // Asked for before the log: what is written in between is not missed.
    const task = await findTask(from, dataset, id, signal);
    const path = ofTask(dataset, id);
    const asked = { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/log', path, query: { since }, signal } as const;
    const { cursor, lines } = await askTasks(from, dataset, asked, TaskLog);
    const failure = follow && task.state === 'Failed' ? (failureOf(task) ?? 'its log says why') : undefined;
    // Why it failed is the last word of the log as well, often twice: of the program, and of the service.
    for (const line of lines) if (failure === undefined || !says(line, failure)) out.item({ line }, line);
    since = cursor;
    if (failure !== undefined) throw new ClientError(`The task failed: ${failure}`);
    if (!follow || hasTaskEnded(task)) return task;
    await sleep(EVERY_MS, undefined, { signal });
  }
}

/** Whether a line of a log is its time and the text of a failure, maybe in the words of a program that refuses. */
function says(line: string, failure: string): boolean {
  return line.replace(/^\[[^\]]*\] /, '').replace(/^Refused: /, '') === failure;
}
