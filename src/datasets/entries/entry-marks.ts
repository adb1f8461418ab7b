import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryFilter } from './entry-filter.ts';
import { searchColumns, type SearchPage } from './entry-search.ts';
import type { Optics } from './camera-view.ts';

/** What a map needs of an entry to draw it as a point: a tenth of the bytes of the whole entry. */
export interface EntryMark {
  readonly datasetId: string;
  readonly path: string;
  readonly hash: string | null;
  /** Longitude, latitude and often height. */
  readonly position: readonly number[];
  /** Milliseconds since 1970; null while unknown. */
  readonly time: number | null;
  /** Degrees clockwise from north; null where the file does not tell. */
  readonly yaw: number | null;
  /** Degrees above the horizon, -90 straight down; null where the file does not tell. */
  readonly pitch: number | null;
  /** Degrees clockwise; null where the file does not tell. */
  readonly roll: number | null;
  /** `sea` or `ellipsoid`, as the file tells of its altitude; null where it does not. */
  readonly reference: string | null;
  /** What `viewOf` reads; null for what is not known. */
  readonly optics: Optics | null;
  /** Outer ring of the ground it shows; null where that is unknown. */
  readonly ring: readonly (readonly number[])[] | null;
}

/** Entries with a point, by path. */
export async function searchMarks(
  db: Database,
  datasetId: string,
  filter: EntryFilter,
  page: SearchPage,
): Promise<EntryMark[]> {
  return await searchColumns(MARK, db, [datasetId], { ...filter, placed: true }, page);
}

const angle = (of: 'Yaw' | 'Pitch' | 'Roll') =>
  sql`case when entries.properties->'hasCameraOrientation' = 'true'::jsonb then entries.properties->${sql.lit(`camera${of}`)} end`;

const MARK = sql<EntryMark>`entries.dataset_id as "datasetId", entries.path, entries.hash,
  entries.point_geom->'coordinates' as position,
  entries.polygon_geom->'coordinates'->0 as ring,
  entries.properties->'captureTime' as time,
  entries.properties->'altitudeReference' as reference,
  jsonb_build_object('width', entries.properties->'width', 'height', entries.properties->'height',
    'sensorWidth', entries.properties->'sensorWidth', 'sensorHeight', entries.properties->'sensorHeight',
    'focalLength', entries.properties->'focalLength', 'focalLength35', entries.properties->'focalLength35') as optics,
  ${angle('Yaw')} as yaw, ${angle('Pitch')} as pitch, ${angle('Roll')} as roll`;
