import { e57Facts } from './e57.ts';
import { eptFacts } from './ept.ts';
import type { PointCloudFacts } from './facts.ts';
import { lasFacts } from './las.ts';
import { plyPointsFacts } from './ply-points.ts';
import { textPointsFacts } from './text-points.ts';

export type { PointCloudFacts } from './facts.ts';

const READERS = { las: lasFacts, ept: eptFacts, e57: e57Facts, ply: plyPointsFacts, text: textPointsFacts };

export type PointCloudFormat = keyof typeof READERS;

/** Reads what a point cloud says of itself; header and records alone. */
export default function pointCloudFacts({
  path,
  format,
}: {
  readonly path: string;
  readonly format: PointCloudFormat;
}): PointCloudFacts {
  return READERS[format](path);
}
