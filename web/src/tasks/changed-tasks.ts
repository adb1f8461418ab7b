import type { ListedTask, TaskChange } from '../api/tasks.ts';

/** A list with a task as it is now; undefined where the list has to be asked for again, because the task is not in it. */
export function changedTasks(tasks: readonly ListedTask[], change: TaskChange): readonly ListedTask[] | undefined {
  const index = tasks.findIndex(({ taskId }) => taskId === change.taskId);
  const old = tasks[index];
  return old === undefined ? undefined : tasks.with(index, { ...old, ...change });
}
