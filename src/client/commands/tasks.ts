import type { Command } from 'commander';
import Type from 'typebox';
import { inDataset } from '../http/addresses.ts';
import { askTasks, failureOf, findTask, shownState, TaskSummary, type Task } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act, AddCommand } from '../command.ts';
import { factLines } from '../terminal/facts.ts';
import { formatBytes, formatTime } from '../terminal/format.ts';
import { taskControl } from './tasks-control.ts';
import { taskLog } from './tasks-log.ts';
import { taskResult } from './tasks-result.ts';
import { taskStart } from './tasks-start.ts';
import { taskTools } from './tasks-tools.ts';
import { taskWatch } from './tasks-watch.ts';

interface ListOptions {
  readonly state?: string;
  readonly tool?: string;
}

/** `alidade tasks`: what the server works on for a dataset. */
export const tasks: AddCommand = (program, act) => {
  const group = program.command('tasks').summary('start, list, follow, cancel and undo the tasks of a dataset');
  taskTools(group, act);
  taskStart(group, act);
  list(group, act);
  show(group, act);
  taskLog(group, act);
  taskWatch(group, act);
  taskControl(group, act);
  taskResult(group, act);
};

/** Most tasks that a server names at once. */
const PAGE_SIZE = 200;

function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list tasks, newest first')
    .argument('<dataset>', 'organization/dataset')
    .option('--state <state>', 'only those of this state, such as Processing')
    .option('--tool <id>', 'only those of this tool')
    .action(
      act<ListOptions, [string]>(async ({ connection, out, signal }, { state, tool }, argument) => {
        const { server, dataset } = parseDataset(argument);
        const query = { state: state === 'Cancelled' ? 'Deleted' : state, toolId: tool, take: PAGE_SIZE };
        const asked = {
          route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks',
          path: inDataset(dataset),
          query,
          signal,
        } as const;
        out.list(await askTasks(await connection(server), dataset, asked, Type.Array(TaskSummary)), [
          { title: 'TASK', text: ({ taskId }) => taskId },
          { title: 'TOOL', text: ({ toolId }) => toolId },
          { title: 'STATE', text: ({ state: now }) => shownState(now) },
          {
            title: 'DONE',
            text: ({ progressPercent: done }) => (typeof done === 'number' ? `${done} %` : ''),
            right: true,
          },
          { title: 'BEGUN', text: ({ createdAt }) => formatTime(new Date(createdAt)) },
          { title: 'PATH', text: ({ path }) => path ?? '' },
        ]);
      }),
    );
}

function show(group: Command, act: Act): void {
  group
    .command('show')
    .summary('tell how far a task is')
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id, as the list shows it')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }, _options, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        const task = await findTask(await connection(server), dataset, id, signal);
        out.result(task, linesOf(task));
      }),
    );
}

function linesOf(task: Task): string[] {
  const { taskId, toolId, state, progress, createdAt, finishedAt, artifact, logTail = [] } = task;
  const percent = typeof progress?.percent === 'number' ? `${progress.percent} %` : undefined;
  const failure = failureOf(task);
  const facts = factLines(task.facts ?? {});
  return [
    `${toolId} ${taskId}`,
    `State:    ${[shownState(state), percent, progress?.phase].filter(Boolean).join(', ')}`,
    `Begun:    ${formatTime(new Date(createdAt))}`,
    ...(!finishedAt ? [] : [`Ended:    ${formatTime(new Date(finishedAt))}`]),
    ...facts.map((line, index) => `${index === 0 ? 'Found:   ' : '         '} ${line}`),
    ...(!artifact ? [] : [`Result:   ${formatBytes(artifact.sizeBytes)}`]),
    ...(failure === undefined ? [] : [`Error:    ${failure}`]),
    ...logTail,
  ];
}
