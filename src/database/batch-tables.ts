import type { ColumnType, Generated } from 'kysely';
import type { NullableJson, NullableTimestamp, Timestamp } from './columns.ts';

export interface UploadBatchesTable {
  id: string;
  /** Null once the dataset is gone. */
  dataset_id: string | null;
  /** What names the batch in addresses. */
  token: string;
  user_id: string | null;
  user_name: string;
  /** 0 share, 1 push, 2 task. */
  kind: Generated<number>;
  /** 0 running, 1 committed, 2 rolled back. */
  state: Generated<number>;
  /** Whether the dataset came into being with it. */
  created_dataset: Generated<boolean>;
  /** What its staged files and chunks take; charged to the owner of the organization while it runs. */
  bytes: Generated<number>;
  started_at: Timestamp;
  /** Last use; it expires some time after that. */
  touched_at: Timestamp;
  ended_at: NullableTimestamp;
}

/** A file that is staged: what its row in `entries` will be. */
export interface UploadBatchEntriesTable {
  batch_id: string;
  path: string;
  parent: Generated<string>;
  depth: Generated<number>;
  hash: string;
  companions: Generated<string>;
  type: number;
  properties: NullableJson<Record<string, unknown>>;
  /** Seconds since 1970. */
  mtime: Generated<number>;
  size: number;
  point_geom: NullableJson<object>;
  polygon_geom: NullableJson<object>;
  name: Generated<string>;
  words: string | null;
  taken_at: NullableTimestamp;
  bounds: ColumnType<string | null, string | null | undefined, string | null>;
  /** What its inspection saw beside it: hashes by path, null for what was not there. */
  seen: NullableJson<Record<string, string | null>>;
  added_at: Timestamp;
}

/** A piece of a file of a batch. */
export interface UploadChunksTable {
  batch_id: string;
  /** What the client calls the file. */
  file_id: string;
  index: number;
  path: string;
  total_chunks: number;
  total_size: number;
  size: number;
  /** MD5 of its bytes, lower-case hexadecimal. */
  md5: string;
  /** The file that holds the bytes; null once they are part of the file that was staged. */
  part: string | null;
}
