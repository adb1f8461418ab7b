import { datasetParams, EventStream, route, sendEvents, type Route } from '../http/index.ts';
import { followingOf } from './routes-following.ts';
import { presentJob } from './job-body.ts';
import type { JobChange } from './jobs/changed-jobs.ts';
import type { JobEvents } from './jobs/events.ts';
import { secondsLeft } from './jobs/time-left.ts';
import { BUILD_TOOL } from './jobs/job-store.ts';

/** Name of the events. */
const BUILD = 'build';

/** The route that tells of build jobs while they change. */
export function buildEventRoute(events: JobEvents): Route {
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
      const watching = events.watch({ ...followingOf(context), toolId: BUILD_TOOL });
      return sendEvents(context.request, context.reply, () => presented(watching()));
    },
  });
}

async function* presented(changes: AsyncIterable<JobChange | undefined>) {
  for await (const change of changes) yield change && { name: BUILD, id: change.job.changed, data: present(change) };
}

const present = ({ job, missing }: JobChange) => ({
  ...presentJob({ ...job, secondsLeft: secondsLeft(job, Date.now()) }),
  missingDependencies: missing,
  lastLogLine: job.logEnd.slice(job.logEnd.lastIndexOf('\n') + 1),
});
