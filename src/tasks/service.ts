import type { Caller, DatasetGrant } from '../access/index.ts';
import type { Actor } from '../audit/index.ts';
import type { JobStateName } from '../jobs/index.ts';
import type { AnyTool } from './tool.ts';

/** Tasks of datasets. Those of the tool `build` are the build jobs. */
export interface Tasks extends TaskReading, TaskControl {
  /** All tools, by id, the newest version of each first. */
  readonly tools: readonly AnyTool[];
  /**
   * Starts a task, or finds one that is the same.
   *
   * @throws `invalid-input` for an unknown tool, a version it has not, or parameters that are not those of its schema;
   *   `forbidden`; `too-large` for an estimate above the limit; `throttled` when there are too many tasks already
   */
  submit(dataset: DatasetGrant, caller: TaskCaller, request: Submission): Promise<Submitted>;
  readonly administration: TaskAdministration;
}

/** Who asks. */
export interface TaskCaller {
  /** `undefined` for anonymous callers. */
  readonly user: Caller | undefined;
  /** Network address, which tasks of anonymous callers count for. */
  readonly address: string;
  /** Asked right before something changes, as what comes before takes its time. Throws when he may not any more. */
  readmit(): Promise<void>;
}

export interface Submission {
  /** In any letter case. */
  readonly toolId: string;
  /** The newest unless told. */
  readonly version?: string | undefined;
  /** The same as the parameter `path` of a tool that has one. */
  readonly path?: string | undefined;
  readonly params?: object | undefined;
  /** Starts one even if there is one that is the same. */
  readonly force?: boolean | undefined;
}

export interface Submitted {
  readonly task: TaskRow;
  /** Whether it was there before. */
  readonly deduplicated: boolean;
  readonly estimatedBytes: number;
}

/** A task as lists tell of it. */
export interface TaskRow {
  readonly id: string;
  readonly toolId: string;
  readonly version: string;
  readonly state: JobStateName;
  /** 0 to 100; null while it cannot be known. */
  readonly progress: number | null;
  readonly phase: string | null;
  readonly path: string | null;
  /** Null of tasks of anonymous callers, and of builds nobody asked for. */
  readonly userId: string | null;
  readonly userName: string | null;
  /** Why it failed: a word of a closed list, and a text for people. */
  readonly errorType: string | null;
  readonly error: string | null;
  /** What is there to download, as long as that is. */
  readonly artifact: TaskArtifact | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** When what it wrote was taken back; null unless it was. */
  readonly undoneAt: Date | null;
}

export interface TaskArtifact {
  /** Name that it is saved under. */
  readonly name: string;
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly expiresAt: Date;
}

/** All that is told of one task. */
export interface TaskDetails extends TaskRow {
  /** Parameters with defaults, without secrets. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the tool found out; null before its end. */
  readonly facts: Readonly<Record<string, unknown>> | null;
  readonly estimatedBytes: number;
  /** Files that it wrote into the dataset, or removed there. */
  readonly written: number;
  readonly log: TaskLog;
}

/** The end of a task's log. */
export interface TaskLog {
  /** Number of lines there ever were. */
  readonly cursor: number;
  readonly lines: readonly string[];
  /** Whether lines that were asked for are not kept any more. */
  readonly truncatedFromTail: boolean;
}

export interface TaskFilter {
  readonly toolId?: string | undefined;
  readonly state?: string | undefined;
}

/** Filter of the tasks of one dataset. */
export interface DatasetTaskFilter extends TaskFilter {
  /** A tool whose tasks are left out. */
  readonly without?: string | undefined;
  /** Only those that wait or run. */
  readonly active?: boolean | undefined;
}

/** A part of a list, newest first. */
export interface Part {
  /** Tasks left out first. */
  readonly skip: number;
  readonly take: number;
  /** The `next` of the part before: what is in front of it is not read. */
  readonly after?: string | undefined;
}

export interface Listed<R extends TaskRow = TaskRow> {
  readonly rows: readonly R[];
  /** Where the rest begins, whatever comes and goes meanwhile; undefined when there is none. */
  readonly next: string | undefined;
}

/** What is told of the tasks of a dataset; ids of others, and what is no id, are unknown. */
export interface TaskReading {
  /** Newest first. */
  list(dataset: Pick<DatasetGrant, 'id'>, filter: DatasetTaskFilter, part: Part): Promise<Listed>;
  find(dataset: Pick<DatasetGrant, 'id'>, id: string): Promise<TaskDetails | undefined>;
  /** Lines behind the first `since`. */
  log(dataset: Pick<DatasetGrant, 'id'>, id: string, since: number): Promise<TaskLog | undefined>;
  /** The artifact with the absolute path of its file; `undefined` when there is none, or none any more. */
  artifact(
    dataset: Pick<DatasetGrant, 'id'>,
    id: string,
  ): Promise<(TaskArtifact & { readonly file: string }) | undefined>;
}

/** What is done with tasks of a dataset that exist. Each is recorded in the audit log. @throws `not-found` */
export interface TaskControl {
  /** Ends it as Deleted, whatever it did; what it has to download goes. @returns false when it was that already */
  cancel(dataset: DatasetGrant, id: string, actor: Actor): Promise<boolean>;
  /** Puts one that failed back. @throws `conflict` for any other, and for a build while files of the dataset wait for others */
  retry(dataset: DatasetGrant, id: string, actor: Actor): Promise<void>;
  /** Forgets one that has ended. @throws `invalid-input` for any other */
  remove(dataset: DatasetGrant, id: string, actor: Actor): Promise<void>;
  /** Forgets all that have ended and fit. @returns how many */
  clear(dataset: DatasetGrant, filter: Omit<DatasetTaskFilter, 'active'>, actor: Actor): Promise<number>;
  /**
   * Removes the files that a task wrote into the dataset, where they are still what it wrote.
   *
   * @returns how many. @throws `conflict` for one that has not succeeded
   */
  undo(dataset: DatasetGrant, id: string, caller: TaskCaller, actor: Actor): Promise<number>;
}

export interface AnyTaskFilter extends TaskFilter {
  readonly userId?: string | undefined;
}

/** A task of any dataset, or an operation of the whole service, with the names of what it is about. */
export interface AnyTaskRow extends TaskRow {
  readonly organizationSlug: string | null;
  readonly datasetSlug: string | null;
  readonly import: TaskImport | null;
}

/** Where an import comes from and goes to; counts of what came of it are null until it has succeeded. */
export interface TaskImport {
  /** Origin of the other installation, and the slugs there. */
  readonly source: string;
  readonly from: string;
  /** `organization` or `organization/dataset` here. */
  readonly to: string;
  /** Datasets that arrived, and files that arrived or were here already. */
  readonly datasets: number | null;
  readonly files: number | null;
  readonly failures: number | null;
}

/** Tasks of all datasets, and operations of the whole service. @throws `not-found` */
export interface TaskAdministration {
  /** Newest first. */
  list(filter: AnyTaskFilter, part: Part): Promise<Listed<AnyTaskRow>>;
  count(filter: AnyTaskFilter): Promise<number>;
  /** @returns false when it was Deleted already. @throws `conflict` for an operation of the service, which cannot be */
  cancel(id: string, actor: Actor): Promise<boolean>;
  /** @throws `conflict` for one that has not failed, or is an operation of the service */
  retry(id: string, actor: Actor): Promise<void>;
  /** Forgets one that has ended. @throws `not-found` for any other as well */
  remove(id: string, actor: Actor): Promise<void>;
}
