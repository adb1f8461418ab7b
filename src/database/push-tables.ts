import type { ColumnType } from 'kysely';
import type { NullableTimestamp } from './columns.ts';

/** A push whose difference is whole. */
export interface PushesTable {
  batch_id: string;
  /** State of the dataset that the difference is good for, and its checksum. */
  state: string;
  checksum: string;
}

/** An entry that comes or goes. */
export interface PushEntriesTable {
  batch_id: string;
  path: string;
  /** Null for folders. */
  hash: string | null;
}

/** A value of metadata that comes; all but its id is null until it is sent. */
export interface PushValuesTable {
  batch_id: string;
  id: string;
  path: string | null;
  key: string | null;
  data: ColumnType<unknown, string | null, string | null>;
  changed_at: NullableTimestamp;
}
