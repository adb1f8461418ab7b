import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.ts';

export interface OutputsTable {
  dataset_id: string;
  hash: string;
  kind: string;
  /** Fingerprint of the files beside it that it was made with; empty for none. */
  companions: Generated<string>;
  /** Names the folder that holds the files; a new build gets a new one. */
  version: string;
  size_bytes: number;
  /** What catalogs tell of its first artifact; null of what was built before there were facts. */
  facts: NullableJson<object>;
  created_at: Timestamp;
}

export interface JobsTable {
  id: string;
  /** Null for a job of the whole service. */
  dataset_id: string | null;
  tool_id: string;
  path: string | null;
  hash: string | null;
  /** Builds only: fingerprint of the files beside it; empty for none. */
  companions: Generated<string>;
  /** Builds only: `BuildClass`, which names its queue. */
  build_class: Generated<string>;
  /** Builds only: those of a class start in this order. */
  turn: Generated<number>;
  /** Builds only: whether it was asked for of what is built already. */
  forced: Generated<boolean>;
  user_id: string | null;
  state: string;
  /** What became of a build that has ended. */
  outcome: string | null;
  /** Builds only: attempts that ended by a fault which was no verdict about the file. */
  faults: Generated<number>;
  /** Builds only: whether it was asked for once more while it ran. */
  asked_again: Generated<boolean>;
  progress: number | null;
  phase: string | null;
  error: string | null;
  log: Generated<string>;
  input: NullableJson<object>;
  result: NullableJson<object>;
  created_at: Timestamp;
  scheduled_at: NullableTimestamp;
  /** Time of the last change; kept by a trigger. */
  updated_at: Generated<Date>;
  processing_at: NullableTimestamp;
  succeeded_at: NullableTimestamp;
  failed_at: NullableTimestamp;
  deleted_at: NullableTimestamp;
}

/** Builds that wait: the index of the markers. */
export interface PendingBuildsTable {
  dataset_id: string;
  path: string;
  hash: string;
  /** Paths in the dataset. */
  missing: Json<readonly string[]>;
  last_attempt: ColumnType<Date, Date, Date>;
}

export interface RetryControlsTable {
  dataset_id: string;
  /** Names the chain of runs. */
  coordinator_id: string;
  epoch: Generated<number>;
  /** Runs scheduled in this epoch. */
  attempt: Generated<number>;
  state: 'scheduled' | 'exhausted';
  /** The run that comes next. */
  job_id: string | null;
  next_run_at: NullableTimestamp;
  /** Revision of the dataset when it was looked at last. */
  checksum: string | null;
  last_check: NullableTimestamp;
}

/** What the last sweep found; at most one row. */
export interface PendingSweepsTable {
  one: Generated<boolean>;
  last_run: ColumnType<Date, Date, Date>;
  total_datasets: number;
  datasets_checked: number;
  datasets_skipped: number;
  pending_builds: number;
  jobs_enqueued: number;
  jobs_skipped: number;
  errors: number;
  duration_ms: number;
}

/** When the outputs of all datasets were looked at last; at most one row. */
export interface CompletenessChecksTable {
  one: Generated<boolean>;
  last_run: ColumnType<Date, Date, Date>;
}
