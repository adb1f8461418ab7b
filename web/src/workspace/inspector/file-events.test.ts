import { describe, expect, test } from 'vitest';
import type { BuildJob } from '../../api/builds.ts';
import type { ListedTask } from '../../api/tasks.ts';
import { entryOf } from '../../files/entry-for-tests.ts';
import { fileEvents, maybeWriters } from './file-events.ts';

const entry = entryOf('dtm.tif', 4, { hash: 'ab', mtime: 1000 });
const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const job = (jobId: string, change: Partial<BuildJob> = {}): BuildJob => ({
  jobId,
  hash: 'ab',
  path: 'dtm.tif',
  currentState: 'Succeeded',
  progressPercent: 100,
  secondsLeft: null,
  phaseMessage: null,
  outcome: 'built',
  errorMessage: null,
  createdAt: at(1001),
  processingAt: at(1002),
  succeededAt: at(1003),
  failedAt: null,
  deletedAt: null,
  ...change,
});
const task = (taskId: string, change: Partial<ListedTask> = {}): ListedTask => ({
  taskId,
  toolId: 'contours',
  version: '1',
  state: 'Succeeded',
  createdAt: at(990),
  startedAt: at(991),
  finishedAt: at(1000),
  path: 'other.tif',
  errorType: null,
  errorText: null,
  progressPercent: 100,
  phaseMessage: null,
  artifactExpiresAt: null,
  mayOpen: true,
  mayControl: true,
  parentJobId: null,
  workflowExecutionId: null,
  undoneAt: null,
  owner: 'ann',
  ...change,
});
const NONE = { builds: [], tasks: [], writers: new Set<string>() };

describe('the history of a file', () => {
  test('of which nothing is known is its last change', () =>
    expect(fileEvents(entry, NONE)).toEqual([{ kind: 'changed', at: 1_000_000 }]));

  test('has the newest first, and when a photo was taken', () => {
    const photo = entryOf('a.jpg', 3, { mtime: 1000, properties: { captureTime: 500_000 } });
    const builds = [job('b', { createdAt: at(2000), succeededAt: null, processingAt: null }), job('a')];
    expect(fileEvents(photo, { ...NONE, builds }).map(({ kind, at: when }) => [kind, when])).toEqual([
      ['build', 2_000_000],
      ['build', 1_003_000],
      ['changed', 1_000_000],
      ['taken', 500_000],
    ]);
  });

  test('tells a build of other bytes from one of these', () =>
    expect(fileEvents(entry, { ...NONE, builds: [job('a'), job('b', { hash: 'cd' })] })).toMatchObject([
      { isOfOther: false },
      { isOfOther: true },
      { kind: 'changed' },
    ]));

  test('has the tasks that read or wrote it, and no others', () => {
    const tasks = [task('1'), task('2', { path: 'dtm.tif' }), task('3')];
    const events = fileEvents(entry, { ...NONE, tasks, writers: new Set(['3']) });
    expect(events.filter((event) => 'task' in event).map((event) => [event.kind, event.task.taskId])).toEqual([
      ['read', '2'],
      ['written', '3'],
    ]);
  });

  test('is bounded', () =>
    expect(fileEvents(entry, { ...NONE, builds: Array.from({ length: 200 }, (_, n) => job(`${n}`)) })).toHaveLength(
      50,
    ));
});

test('only tasks that ended when the file was written are asked, and few of them', () => {
  const all = [
    task('late', { startedAt: at(5000), finishedAt: at(5010) }),
    task('early', { startedAt: at(10), finishedAt: at(20) }),
    task('failed', { state: 'Failed' }),
    task('not mine', { mayOpen: false }),
    ...Array.from({ length: 9 }, (_, n) => task(`near ${n}`)),
  ];
  expect(maybeWriters(entry, all).map(({ taskId }) => taskId)).toEqual(['near 0', 'near 1', 'near 2', 'near 3']);
});
