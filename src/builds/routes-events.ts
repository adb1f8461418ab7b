import { networkOf } from '../accounts/index.ts';
import { datasetParams, EventStream, route, sendEvents, type Route, type RouteContext } from '../http/index.ts';
import { presentJob } from './job-body.ts';
import type { JobChange } from './jobs/changed-jobs.ts';
import type { BuildEvents } from './jobs/events.ts';

/** Name of the events. */
const BUILD = 'build';

/** The route that tells of build jobs while they change. */
export function buildEventRoute(events: BuildEvents): Route {
  return route({
    method: 'GET',
    path: '/orgs/:orgSlug/ds/:dsSlug/builds/events',
    access: 'dataset:read',
    tag: 'Builds',
    summary: 'Build jobs of the dataset as they change',
    description:
      'Events named `build`, first of the active jobs, then of each change, at most twice a second. The data is a job as `GET builds` tells it, with `missingDependencies` (paths in the dataset of the files it waits for) and `lastLogLine`. A client that comes back within 15 minutes with `Last-Event-ID` is told what it missed. The stream ends when the right to read does.',
    params: datasetParams,
    response: { 200: EventStream },
    handle: async (context) => {
      const { request, reply, dataset, readmit } = context;
      // When the connection is gone, and not when the answer has ended: what is counted are connections.
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // Gone while the rights were looked up: nobody will be told of it again.
      if (reply.raw.destroyed) gone.abort();
      const since = request.headers['last-event-id'];
      const watching = events.watch({
        datasetId: dataset().id,
        subject: subjectOf(context),
        since: typeof since === 'string' ? since : undefined,
        readmit,
        signal: gone.signal,
      });
      return sendEvents(request, reply, () => presented(watching()));
    },
  });
}

/** A link is used by many, who are not one another. */
function subjectOf({ caller, request }: RouteContext<unknown, unknown, unknown>): string {
  if (caller === undefined) return `address ${networkOf(request.ip)}`;
  return caller.scope ? `token ${caller.scope.tokenId} ${networkOf(request.ip)}` : `user ${caller.id}`;
}

async function* presented(changes: AsyncIterable<JobChange | undefined>) {
  for await (const change of changes) yield change && { name: BUILD, id: change.job.changed, data: present(change) };
}

const present = ({ job, missing }: JobChange) => ({
  ...presentJob(job),
  missingDependencies: missing,
  lastLogLine: job.logEnd.slice(job.logEnd.lastIndexOf('\n') + 1),
});
