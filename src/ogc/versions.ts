import type { Kvp } from './kvp.ts';
import { failOgc } from './ogc-error.ts';

/** Longest list of versions that is looked at; more is junk. */
const MAX_VERSIONS = 100;

/**
 * The version a document of capabilities has: VERSION as it is, or the highest not above it; else the first of
 * ACCEPTVERSIONS, in the client's order, that is supported; else the highest.
 *
 * @param supported highest first
 * @throws VersionNegotiationFailed
 */
export function negotiateVersion<V extends string>(kvp: Kvp, supported: readonly [V, ...V[]]): V {
  const version = kvp.text('VERSION');
  if (version !== undefined) {
    const found = highestNotAbove(version, supported);
    if (found !== undefined) return found;
  } else {
    const accepted = kvp.text('ACCEPTVERSIONS')?.split(',', MAX_VERSIONS);
    if (accepted === undefined) return supported[0];
    for (const candidate of accepted) {
      const found = supported.find((known) => known === candidate.trim());
      if (found !== undefined) return found;
    }
  }
  throw failOgc('VersionNegotiationFailed', `The versions of this service are ${supported.join(', ')}.`);
}

/** @returns undefined for what is no version, or below all that are supported */
export function highestNotAbove<V extends string>(version: string, supported: readonly V[]): V | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){0,2}$/.test(version)) return undefined;
  // `2.0` stands for any 2.0.x.
  const limit = version.split('.').length < 3 ? `${version}.999` : version;
  return supported.find((known) => compareVersions(known, limit) <= 0);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
