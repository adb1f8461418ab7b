import { send } from '../api/http.ts';

/** Pictures of which the service has said that there are none; until the page is loaded anew. */
const absent = new Set<string>();

export const isAbsent = (address: string): boolean => absent.has(pictureAt(address));

/** The browser tells with which status each picture was answered, as all current ones do. */
const TELLS_STATUS =
  typeof PerformanceResourceTiming !== 'undefined' && 'responseStatus' in PerformanceResourceTiming.prototype;

/** Follows the answers from now on. Its own list of answers a browser ends after some hundreds. */
export function followAbsence(): void {
  if (!TELLS_STATUS) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.initiatorType === 'img' && entry.responseStatus === 404) absent.add(pictureAt(entry.name));
  }).observe({ type: 'resource', buffered: true });
}

/**
 * Remembers that there is no picture, so that it is not asked for at each visit of the folder. A picture itself does not tell why it
 * did not come, and a lost connection is no reason: where the browser does not tell either, it is asked for once more.
 */
export async function noteAbsence(address: string): Promise<void> {
  if (TELLS_STATUS) return;
  const answer = await send(address, { method: 'HEAD' }).catch(() => null);
  if (answer?.status === 404) absent.add(pictureAt(address));
}

/** What is there in no size is not asked for in another one. */
function pictureAt(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.delete('size');
  return `${pathname}?${searchParams.toString()}`;
}
