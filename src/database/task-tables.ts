import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.ts';

/** Bytes that tasks of an organization made within an hour: artifacts, and what they wrote. They count also when the tasks are forgotten. */
export interface TaskBytesTable {
  organization_id: string;
  hour: Timestamp;
  bytes: number;
}

/** A task whose work another machine does, or did: what that knows of it ends with the task. */
export interface ParkedTasksTable {
  /** Job of a task that may be gone. */
  job_id: string;
  tool_id: string;
  version: string;
  /** When it was parked first. */
  since: ColumnType<Date, Date | undefined, Date>;
  /** When it is looked at next; null while an attempt has it, or it waits for one. */
  until: NullableTimestamp;
  /** What its tool finds it by. */
  state: Json<Record<string, unknown>>;
}

/** What a task is beside its row in `jobs`. */
export interface TasksTable {
  job_id: string;
  /** Version of its tool. */
  version: string;
  /** Equal of tasks that are the same, see docs/tasks.md. */
  key: string;
  /** Whom it counts for. */
  subject: string;
  /** The access token it was asked for with, which may be gone; null of a session, and of nobody. */
  token_id: string | null;
  /** The job of the queue that runs it; null while it waits for its turn. */
  queue_id: string | null;
  /** With defaults; secrets among them sealed. */
  parameters: Json<Record<string, unknown>>;
  estimated_bytes: number;
  error_type: string | null;
  /** The last lines. */
  log: ColumnType<readonly string[], string | undefined, string>;
  /** Number of lines there ever were. */
  log_cursor: Generated<number>;
  facts: NullableJson<Record<string, unknown>>;
  /** What it writes, or wrote, into the dataset. */
  batch_id: string | null;
  /** Files that it removed from the dataset. */
  removed: Generated<number>;
  /** Name of its artifact in the folder of the task; null when there is none, or none any more. */
  artifact_file: string | null;
  /** Name that it is saved under. */
  artifact_name: string | null;
  artifact_size: number | null;
  artifact_sha256: string | null;
  artifact_ends_at: NullableTimestamp;
  /** When what it wrote was taken back; null unless it was. */
  undone_at: NullableTimestamp;
}
