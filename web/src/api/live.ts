import type { DatasetRef } from './types.ts';

/** Datasets whose builds are followed at this moment (builds/use-live-builds.ts). */
const followed = new Set<string>();

const nameOf = ({ org, ds }: DatasetRef): string => `${org}/${ds}`;

/** True while the service tells by itself what happens to the builds of a dataset. */
export const isLive = (ref: DatasetRef): boolean => followed.has(nameOf(ref));

export function setLive(ref: DatasetRef, live: boolean): void {
  if (live) followed.add(nameOf(ref));
  else followed.delete(nameOf(ref));
}
