import { networkOf, subjectName } from '../accounts/index.ts';
import type { RouteContext } from '../http/index.ts';
import type { WatchRequest } from './jobs/events.ts';

type Context = RouteContext<unknown, unknown, unknown>;

/** How the caller of a stream of events follows the jobs of the dataset. */
export function followingOf(context: Context): WatchRequest {
  const { request, reply, dataset, readmit } = context;
  // When the connection is gone, and not when the answer has ended: what is counted are connections.
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // Gone while the rights were looked up: nobody will be told of it again.
  if (reply.raw.destroyed) gone.abort();
  const since = request.headers['last-event-id'];
  return {
    datasetId: dataset().id,
    subject: subjectOf(context),
    since: typeof since === 'string' ? since : undefined,
    readmit,
    signal: gone.signal,
  };
}

/** A link is used by many, who are not one another. */
function subjectOf({ caller, request }: Context): string {
  if (caller?.scope) return `token ${caller.scope.tokenId} ${networkOf(request.ip)}`;
  return subjectName(caller?.id, request.ip);
}
