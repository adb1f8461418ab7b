import type { DatasetRef } from './types.ts';

/** Addresses of the service. Every name from outside is percent-encoded here and nowhere else. */

export const organizationAddress = (org: string): string => `/orgs/${encodeURIComponent(org)}`;

export const datasetsAddress = (org: string): string => `${organizationAddress(org)}/ds`;

export const datasetAddress = ({ org, ds }: DatasetRef): string => `${datasetsAddress(org)}/${encodeURIComponent(ds)}`;

export const listAddress = (ref: DatasetRef, path: string): string =>
  `${datasetAddress(ref)}/list?path=${encodeURIComponent(path)}`;

export const objectAddress = (ref: DatasetRef, path?: string): string =>
  `${datasetAddress(ref)}/obj${path === undefined ? '' : `?path=${encodeURIComponent(path)}`}`;

export const downloadAddress = (ref: DatasetRef, path: string, inline = false): string =>
  `${datasetAddress(ref)}/download?path=${encodeURIComponent(path)}${inline ? '&inline=1' : ''}`;

export const datasetThumbAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/thumb?size=512`;

/** `version` is the content hash: the address changes with the content, so no stale picture stays in a cache. */
export const thumbAddress = (ref: DatasetRef, path: string, version: string | null): string =>
  `${datasetAddress(ref)}/thumb?path=${encodeURIComponent(path)}&size=256${version === null ? '' : `&v=${version}`}`;

/**
 * Tile address template in MapLibre's notation ({z}, {x}, {y} and {ratio}, which becomes "@2x" on dense screens).
 * Braces of the file name are encoded, so they are never taken for placeholders.
 */
export const tileTemplate = (origin: string, ref: DatasetRef, path: string, version: string | null): string =>
  `${origin}${datasetAddress(ref)}/tiles/{z}/{x}/{y}{ratio}?path=${encodeURIComponent(path)}${version === null ? '' : `&v=${version}`}`;
