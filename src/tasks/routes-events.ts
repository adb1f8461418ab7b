import type { Caller, DatasetGrant } from '../access/index.ts';
import { followingOf, type JobChange, type JobEvents } from '../builds/index.ts';
import { datasetParams, EventStream, route, sendEvents, type Route } from '../http/index.ts';
import { buildErrorType } from './error-type.ts';
import { rightsOver } from './ownership.ts';
import { presentSummary } from './task-body.ts';

/** Name of the events. */
const TASK = 'task';

/** The route that tells of tasks while they change. */
export function taskEventRoute(events: JobEvents): Route {
  return route({
    method: 'GET',
    path: '/orgs/:orgSlug/ds/:dsSlug/tasks/events',
    access: 'dataset:read',
    tag: 'Tasks',
    summary: 'Tasks of the dataset as they change, builds among them',
    description:
      'Events named `task`, first of the active tasks, then of each change, at most twice a second. The data is a task as `GET tasks` tells it, with `logCursor`: there are new lines when it is greater than before. A client that comes back within 15 minutes with `Last-Event-ID` is told what it missed. The stream ends when the right to read does.',
    params: datasetParams,
    response: { 200: EventStream },
    handle: (context) => {
      const { request, reply, dataset, caller } = context;
      const watching = events.watch(followingOf(context));
      return Promise.resolve(sendEvents(request, reply, () => presented(watching(), dataset(), caller)));
    },
  });
}

async function* presented(
  changes: AsyncIterable<JobChange | undefined>,
  dataset: DatasetGrant,
  caller: Caller | undefined,
) {
  for await (const change of changes)
    yield change && { name: TASK, id: change.job.changed, data: present(change, dataset, caller) };
}

function present({ job }: JobChange, dataset: DatasetGrant, caller: Caller | undefined) {
  const row = {
    ...job,
    error: job.state === 'Failed' ? job.error : null,
    errorType: job.state === 'Failed' ? (job.errorType ?? buildErrorType(job.outcome)) : null,
    version: job.version ?? '1',
    startedAt: job.processingAt,
    finishedAt: job.succeededAt ?? job.failedAt ?? job.deletedAt,
    artifact: job.artifactEndsAt && { expiresAt: job.artifactEndsAt },
  };
  return { ...presentSummary(row, rightsOver(job, dataset, caller)), logCursor: job.logCursor };
}
