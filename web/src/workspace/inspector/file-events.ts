import type { Entry } from '../../api/answers.ts';
import type { BuildJob } from '../../api/builds.ts';
import type { ListedTask } from '../../api/tasks.ts';

/** What happened to a file; `at` in milliseconds since 1970. */
export type FileEvent =
  | { readonly kind: 'taken' | 'changed'; readonly at: number }
  | { readonly kind: 'build'; readonly at: number; readonly job: BuildJob; readonly isOfOther: boolean }
  | { readonly kind: 'read' | 'written'; readonly at: number; readonly task: ListedTask };

/** Events that a history shows. */
const MOST_EVENTS = 50;

type Sources = {
  readonly builds: readonly BuildJob[];
  readonly tasks: readonly ListedTask[];
  /** Ids of tasks that wrote the file. */
  readonly writers: ReadonlySet<string>;
};

/** What is known of a file's past, the newest first. */
export function fileEvents(entry: Entry, { builds, tasks, writers }: Sources): readonly FileEvent[] {
  const taken = entry.properties?.['captureTime'];
  const events: readonly FileEvent[] = [
    ...(typeof taken === 'number' && taken > 0 ? [{ kind: 'taken', at: taken } as const] : []),
    { kind: 'changed', at: entry.mtime * 1000 },
    ...builds.map((job) => ({
      kind: 'build' as const,
      at: momentOf(job.succeededAt ?? job.failedAt ?? job.deletedAt ?? job.processingAt ?? job.createdAt),
      job,
      isOfOther: job.hash !== null && entry.hash !== null && job.hash !== entry.hash,
    })),
    ...tasks.flatMap((task) => {
      const isWriter = writers.has(task.taskId);
      if (!isWriter && task.path !== entry.path) return [];
      const at = momentOf(task.finishedAt ?? task.startedAt ?? task.createdAt);
      return [{ kind: isWriter ? ('written' as const) : ('read' as const), at, task }];
    }),
  ];
  return events.toSorted((a, b) => b.at - a.at).slice(0, MOST_EVENTS);
}

/** Seconds that a file's time may differ from the end of the task that wrote it. */
const LATER = 60;

/** Tasks worth asking whether they wrote the file: their time is that of the file. */
export const maybeWriters = ({ mtime }: Entry, tasks: readonly ListedTask[]): readonly ListedTask[] =>
  tasks
    .filter(
      ({ state, mayOpen, startedAt, createdAt, finishedAt }) =>
        state === 'Succeeded' &&
        mayOpen &&
        finishedAt !== null &&
        mtime * 1000 >= momentOf(startedAt ?? createdAt) - LATER * 1000 &&
        mtime * 1000 <= momentOf(finishedAt) + LATER * 1000,
    )
    .slice(0, MOST_ASKED);

/** Tasks that are asked; each is a request. */
const MOST_ASKED = 4;

const momentOf = (iso: string): number => Date.parse(iso);
