import type { CopcHead } from '../copc-build/copc-file.ts';
import type { PointLayout } from '../copc-build/point-layout.ts';

/** A file of points that is written from front to back. */
export interface PointFile {
  /** Adds records in the layout of the file; they are copied. */
  add(records: Uint8Array): Promise<void>;
  /** Writes what is left, and the header. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** What stands in front of the points. */
export type PointFileHead = Omit<CopcHead, 'cube'>;

export const POINT_FORMATS = ['laz', 'las', 'copc.laz', 'ply', 'csv'] as const;
/** Formats by their extensions. */
export type PointFormat = (typeof POINT_FORMATS)[number];

export type { PointLayout };
