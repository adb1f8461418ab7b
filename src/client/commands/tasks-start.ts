import { InvalidArgumentError, type Command } from 'commander';
import Type from 'typebox';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import { explainRefusedStart } from '../http/refused-start.ts';
import { askTasks, shownState, type Task } from '../http/tasks.ts';
import { parsePlace, placeText } from '../places.ts';
import type { Act } from '../command.ts';
import { formatBytes } from '../terminal/format.ts';
import { factLines } from '../terminal/facts.ts';
import { followLog } from './tasks-log.ts';

interface Options {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly force?: boolean;
  readonly wait?: boolean;
}

const Submitted = Type.Object({ taskId: Type.String(), toolId: Type.String(), deduplicated: Type.Boolean() });

/** `alidade tasks start`: has a tool work on a dataset. */
export function taskStart(group: Command, act: Act): void {
  group
    .command('start')
    .summary('start a task')
    .argument('<place>', 'organization/dataset, or organization/dataset:path of a file')
    .argument('<tool>', 'id of the tool, as `tasks tools` shows it')
    .option('--params <json>', 'its parameters, as a JSON object', parseObject)
    .option('--force', 'also when the same was done already')
    .option('-w, --wait', 'print its log until it has ended')
    .action(
      act<Options, [string, string]>(async (context, { params = {}, force = false, wait = false }, argument, tool) => {
        const { server, dataset, path } = parsePlace(argument);
        const to = await context.connection(server);
        const asked = {
          route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks',
          path: inDataset(dataset),
          json: { toolId: tool, params, force, ...(path === '' ? {} : { path }) },
          signal: context.signal,
        } as const;
        const task = await askTasks(to, dataset, asked, Submitted).catch(async (cause: unknown) => {
          throw await explainRefusedStart({ to, dataset, path, tool, signal: context.signal }, cause);
        });
        const state = task.deduplicated ? 'was there already' : 'is started';
        const told = `${task.toolId} ${task.taskId} ${state}.`;
        if (!wait) return context.out.result(task, told);
        context.out.item(task, told);
        const ended = await followLog(context, to, dataset, task.taskId, true);
        context.out.item(ended, endLines(dataset, ended));
      }),
    );
}

/** What came out of it, and how one gets it. */
function endLines(dataset: DatasetRef, task: Task): string[] {
  const facts = factLines(task.facts ?? {}).map((line) => `  ${line}`);
  const lines = [`${shownState(task.state)}${facts.length === 0 ? '.' : ':'}`, ...facts];
  if (!task.artifact) return lines;
  const result = `alidade tasks result ${placeText(dataset)} ${task.taskId}`;
  return [...lines, `Its result has ${formatBytes(task.artifact.sizeBytes)}: ${result}`];
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new InvalidArgumentError('It must be a JSON object, such as \'{"interval": 2}\'.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Told with every other thing that is no object.
  }
}
