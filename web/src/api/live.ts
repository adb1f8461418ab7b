import type { DatasetRef } from './types.ts';

/** Datasets whose builds are followed at this moment (builds/use-live-builds.ts). */
const followed = new Set<string>();

const nameOf = ({ org, ds }: DatasetRef): string => `${org}/${ds}`;

/** True while the service tells by itself what happens to the builds of a dataset. */
export const isLive = (ref: DatasetRef): boolean => followed.has(nameOf(ref));

/** Builds move in seconds; more often would cost the service more than it tells the person. */
const POLL_MS = 1500;
/** Where the service tells of builds by itself, what it told may have been lost. */
const LIVE_POLL_MS = 10_000;

/** How often a dataset is asked about its builds while some are under way. */
export const pollMs = (ref: DatasetRef): number => (isLive(ref) ? LIVE_POLL_MS : POLL_MS);

export function setLive(ref: DatasetRef, live: boolean): void {
  if (live) followed.add(nameOf(ref));
  else followed.delete(nameOf(ref));
}
