import type { RouteContext } from '../http/index.ts';
import type { TaskCaller } from './service.ts';

/** Who asks, for what counts tasks. */
export function callerOf({
  caller,
  request,
  readmit,
}: Pick<RouteContext<unknown, unknown, unknown>, 'caller' | 'request' | 'readmit'>): TaskCaller {
  return { user: caller, address: request.ip, readmit };
}
