import { viewOf } from '../entries/camera-view.ts';
import { type EntryMark, searchMarks } from '../entries/entry-marks.ts';
import type { EntryFilter } from '../entries/entry-filter.ts';
import { askedFolder } from '../entries/entry-path.ts';
import type { ObjectDependencies } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { PAGE_LIMIT, type PageInput } from './listing.ts';

/** Places of many entries: each column has one value for each of them. */
export interface Marks {
  readonly paths: string[];
  readonly versions: string[];
  readonly positions: number[][];
  readonly times: (number | null)[];
  readonly yaws: (number | null)[];
  readonly pitches: (number | null)[];
  readonly rolls: (number | null)[];
  readonly altitudeReferences: ('sea' | 'ellipsoid' | null)[];
  readonly views: (readonly number[] | null)[];
  readonly footprints: (number[] | null)[];
  /** Path to go on behind; undefined on the last page. */
  readonly next: string | undefined;
}

/** Which files are meant: of a type, in a folder, taken then and there. */
type MarksFilter = Pick<EntryFilter, 'from' | 'to' | 'bbox'> & {
  readonly path: string | undefined;
  readonly type: number | undefined;
};

/** Enough of a hash to tell versions of a file apart. */
const VERSION_LETTERS = 12;
/** Places after the point: 1 cm for points, 10 cm for footprints. */
const [POINT_DIGITS, RING_DIGITS] = [7, 6];

/** Entries of a type that have a point, in the order of paths. */
export async function listMarks(
  { db }: Pick<ObjectDependencies, 'db'>,
  dataset: DatasetRef,
  { path, type, ...part }: MarksFilter,
  { after, limit = PAGE_LIMIT }: PageInput,
): Promise<Marks> {
  const found = await searchMarks(
    db,
    dataset.id,
    { folder: askedFolder(path), types: type === undefined ? undefined : [type], ...part },
    { after: after === undefined ? undefined : { datasetId: dataset.id, path: after }, limit: limit + 1 },
  );
  const page = found.slice(0, limit);
  const placed = page.filter(({ position }) => Array.isArray(position));
  return {
    paths: placed.map((mark) => mark.path),
    versions: placed.map(({ hash }) => (hash ?? '').slice(0, VERSION_LETTERS)),
    positions: placed.map(({ position }) => position.map((value, axis) => rounded(value, axis < 2 ? POINT_DIGITS : 2))),
    // Photos without a time have 0.
    times: placed.map(({ time }) => (typeof time === 'number' && time !== 0 ? time : null)),
    yaws: placed.map(({ yaw }) => angleOf(yaw)),
    pitches: placed.map(({ pitch }) => angleOf(pitch)),
    rolls: placed.map(({ roll }) => angleOf(roll)),
    altitudeReferences: placed.map(({ reference }) =>
      reference === 'sea' || reference === 'ellipsoid' ? reference : null,
    ),
    views: placed.map(({ optics }) => viewOf(optics)),
    footprints: placed.map(({ ring }) => cornersOf(ring)),
    next: found.length > limit ? page.at(-1)?.path : undefined,
  };
}

const angleOf = (angle: number | null): number | null => (typeof angle === 'number' ? rounded(angle, 1) : null);

/** The closing position of a ring is its first one, and is left out. */
const cornersOf = (ring: EntryMark['ring']): number[] | null =>
  ring === null
    ? null
    : ring.slice(0, -1).flatMap(([x = 0, y = 0]) => [rounded(x, RING_DIGITS), rounded(y, RING_DIGITS)]);

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
