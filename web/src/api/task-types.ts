import type { Schema } from './parameter-schema.ts';

/** Where a tool is offered. */
export type Offer = {
  readonly on: string;
  /** Types and extensions of the files; null for all. */
  readonly types: readonly number[] | null;
  readonly extensions: readonly string[] | null;
  /** Takes the path or the paths; null for the whole dataset. */
  readonly parameter: string | null;
};

/** Something that can be started. */
export type Tool = {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Read or Write. */
  readonly requiredAccess: string;
  readonly producesArtifact: boolean;
  readonly disabled: boolean;
  readonly disabledMessage: string | null;
  readonly inputSchema: Schema;
  readonly offers: readonly Offer[];
};

/** What lists, events and the task itself have in common. Dates are ISO 8601. */
type TaskFacts = {
  readonly taskId: string;
  readonly toolId: string;
  readonly state: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Null: the whole dataset. */
  readonly path: string | null;
  readonly errorType: string | null;
  /** Null for those who may not open it. */
  readonly errorText: string | null;
  readonly mayOpen: boolean;
  readonly mayControl: boolean;
};

/** A task as its events tell of it. */
export type TaskChange = TaskFacts & {
  readonly progressPercent: number | null;
  readonly phaseMessage: string | null;
  readonly artifactExpiresAt: string | null;
  readonly logCursor: number;
};

/** Told of tasks, and not by their events. */
type Undone = {
  /** When what it wrote was taken back; null unless it was. */
  readonly undoneAt: string | null;
};

/** A task of a list. `owner` is null for nobody. */
export type ListedTask = Omit<TaskChange, 'logCursor'> & Undone & { readonly owner: string | null };

export type TaskArtifact = { readonly name: string; readonly sizeBytes: number; readonly expiresAt: string };

/** All that is told of one. */
export type TaskDetails = TaskFacts &
  Undone & {
    readonly owner: string | null;
    readonly progress: { readonly percent: number | null; readonly phase: string | null };
    readonly artifact: TaskArtifact | null;
    readonly params: Readonly<Record<string, unknown>>;
    readonly facts: Readonly<Record<string, unknown>> | null;
    /** Files it wrote into the dataset, or removed there. */
    readonly changedEntries: number;
  };

/** Lines of a log; `cursor` counts those there ever were. */
export type TaskLog = {
  readonly cursor: number;
  readonly lines: readonly string[];
  /** The first ones are not kept any more. */
  readonly truncatedFromTail: boolean;
};

export type Submitted = {
  readonly taskId: string;
  /** An equal task was there already. */
  readonly deduplicated: boolean;
};
