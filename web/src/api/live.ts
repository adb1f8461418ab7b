/** Addresses of the streams of events that are open at this moment (parts/follow-events.ts). */
const open = new Set<string>();

/** True while the service tells by itself what happens, by the stream at this address. */
export const isLive = (stream: string): boolean => open.has(stream);

/** Builds and tasks move in seconds; more often would cost the service more than it tells the person. */
const POLL_MS = 1500;
/** Where the service tells by itself, what it told may have been lost. */
const LIVE_POLL_MS = 10_000;

/** How often the service is asked about what is under way, and a stream at this address tells of, too. */
export const pollMs = (stream: string): number => (isLive(stream) ? LIVE_POLL_MS : POLL_MS);

export function setLive(stream: string, live: boolean): void {
  if (live) open.add(stream);
  else open.delete(stream);
}
