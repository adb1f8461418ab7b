import { posix } from 'node:path';
import Type from 'typebox';
import { EntryType } from '../../../inspection/index.ts';
import { pathField } from '../../../tasks/tool-kit/index.ts';
import type { Offer, TaskPlan } from '../../../tasks/index.ts';
import { EPT_NAME } from '../ept/artifacts.ts';
import type { EntryRow } from '../../../datasets/index.ts';
import type { AreaRequest } from './request.ts';

/** Coordinates of any CRS; Earth-centred ones have eight digits. */
export const planeNumber = Type.Number({ minimum: -1e9, maximum: 1e9 });
const MAX_POSITIONS = 10_000;
export const planePositions = (least: number) =>
  Type.Array(Type.Tuple([planeNumber, planeNumber]), { minItems: least, maxItems: MAX_POSITIONS });

/** A line of GeoJSON in the coordinates of a cloud. Forms do not ask for it. */
export const planeLineField = (description: string) =>
  Type.Object(
    { type: Type.Literal('LineString'), coordinates: planePositions(2) },
    { additionalProperties: false, description, 'x-input': 'none' },
  );

export const classesField = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
  minItems: 1,
  maxItems: 256,
  uniqueItems: true,
  description: 'Numbers of the classes to keep, such as 2 for ground. Default: all classes.',
});

export const cloudField = (description: string) => pathField(description, [EntryType.PointCloud]);

/** With a single point cloud chosen a tool is offered. */
export const CLOUD_OFFERS: readonly Offer[] = [{ on: 'file', types: [EntryType.PointCloud], parameter: 'path' }];

/** What a task of these clouds depends on: of an Entwine point tile thousands of files, so the whole dataset. */
export const readsOf = (entries: readonly EntryRow[]): TaskPlan['reads'] =>
  entries.some(({ path }) => posix.basename(path) === EPT_NAME) ? 'dataset' : entries;

/** Points of an entry, by its facts; 0 where they are not known. */
export function pointsOf({ properties }: EntryRow): number {
  const count = properties?.['pointCount'];
  return typeof count === 'number' && Number.isFinite(count) ? count : 0;
}

/** The path without the extension, of which a COPC has two. */
export function stemOf(path: string): string {
  const stem = path.slice(0, path.length - posix.extname(path).length);
  return stem.toLowerCase().endsWith('.copc') ? stem.slice(0, -'.copc'.length) : stem;
}

/** The square of the plane that a cloud covers, by the facts of its entry; null where they are not known. */
export function boundsOf({ properties }: EntryRow): readonly [number, number, number, number] | null {
  const { min, max } = (properties?.['bounds'] ?? {}) as {
    readonly min?: readonly number[];
    readonly max?: readonly number[];
  };
  const box = [min?.[0], min?.[1], max?.[0], max?.[1]];
  return box.every((value) => typeof value === 'number' && Number.isFinite(value)) ? (box as never) : null;
}

/** Share of the square of a cloud that an area covers at most, about; 1 where it is not known. */
export function shareOf(entry: EntryRow, { area, window, areaInCrs, bounds }: AreaRequest): number {
  const inDegrees = window ?? (area === null ? null : boxAround(area.coordinates[0]!));
  const inCrs = bounds ?? (areaInCrs === null ? null : boxAround(areaInCrs.coordinates[0]!));
  const outline = entry.polygonGeometry as { readonly coordinates: readonly (readonly (readonly number[])[])[] } | null;
  const whole = inCrs === null ? outline && boxAround(outline.coordinates[0]!) : boundsOf(entry);
  const part = inCrs ?? inDegrees;
  if (part === null || whole === null) return 1;
  const share = (axis: 0 | 1): number => {
    const [low, high] = [Math.max(part[axis]!, whole[axis]), Math.min(part[axis + 2]!, whole[axis + 2]!)];
    const length = whole[axis + 2]! - whole[axis];
    return length > 0 ? Math.max(0, high - low) / length : 1;
  };
  return share(0) * share(1);
}

function boxAround(ring: readonly (readonly number[])[]): readonly [number, number, number, number] {
  const axis = (index: number): readonly number[] => ring.map((position) => position[index] ?? 0);
  return [Math.min(...axis(0)), Math.min(...axis(1)), Math.max(...axis(0)), Math.max(...axis(1))];
}
