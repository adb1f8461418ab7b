import type { Static, TObject } from 'typebox';
import type { Database } from '../database/index.ts';
import type { EntryRow } from '../datasets/index.ts';
import type { Engine } from '../engine/index.ts';
import type { EntryType, Neighbours } from '../inspection/index.ts';

/** A kind of task: what it takes, what it needs, what it does. A kind declares the tools of its files; `src/tools` holds those of all files. */
export interface Tool<Parameters extends TObject = TObject> extends ToolFacts<Parameters> {
  /**
   * Does the work of one attempt. Nothing it leaves is seen unless it resolves: what it writes becomes part of the dataset, and
   * its artifact something to download, in the transaction in which the task succeeds. It must be able to begin anew after an
   * attempt that was cut off anywhere.
   *
   * @throws ServiceError for what the caller can mend, with words for people; EngineError of programs and operations as they
   *   are; anything else is a fault of the service, and is tried again
   */
  run(task: RunningTask<Static<Parameters>>): Promise<TaskEnd | ParkedWork>;
  /** How it goes on with what it gave to another machine; only tools that do that have it. */
  readonly elsewhere?: Elsewhere;
}

/** A tool whose work another module does: jobs of that module are its tasks. */
export interface HandingTool<Parameters extends TObject = TObject> extends ToolFacts<Parameters> {
  /** In the transaction of the submission, which holds the dataset. */
  handOver(request: HandOverRequest<Static<Parameters>>): Promise<HandedOver>;
}

export type AnyTool = Tool | HandingTool;

/** What every tool tells of itself. */
export interface ToolFacts<Parameters extends TObject = TObject> {
  /** Lower-case words joined by `-`. */
  readonly id: string;
  /** A whole number; the highest is taken where a caller names none. */
  readonly version: string;
  readonly title: string;
  /** What it does, for anyone who chooses a tool: a sentence or two. */
  readonly description: string;
  /**
   * JSON Schema (draft 2020-12) of the parameters, without additional properties. Defaults are filled in before anything else
   * sees them. What is `writeOnly` (a password) is sealed in the database and never answered.
   */
  readonly parameters: Parameters;
  /** Right in the dataset that starting it takes. */
  readonly access: 'read' | 'write';
  /** Extension of the file it makes for its caller, without dot; null when it makes none. */
  readonly artifact: string | null;
  /** Where the web application offers it; nowhere but in the list of tools when empty. */
  readonly offers: readonly Offer[];
  /**
   * The dataset that a task with these parameters makes, and writes into instead of its own; null for none. It comes into being
   * when the task succeeds, with all that was written; the user needs the right to make it besides `access`.
   */
  makes?(parameters: Static<Parameters>): NewDataset | null;
  /** Tasks of it that one user may have waiting or running; what all tools together may have unless told. */
  readonly mostPerUser?: number;
  /**
   * Says what a task would do, before it is one: quick, and without reading bytes of files.
   *
   * @throws ServiceError `invalid-input` for parameters that fit the schema and not the dataset
   */
  plan(request: PlanRequest<Static<Parameters>>): Promise<TaskPlan>;
}

/** A selection with which the web application offers a tool. */
export interface Offer {
  readonly on: 'file' | 'files' | 'folder' | 'dataset';
  /** Types of the files; any unless told. */
  readonly types?: readonly EntryType[];
  /** Bands of the files, which so have to be rasters; any unless told. */
  readonly bands?: BandRule;
  /** Extensions of the files, lower-case, without dot; any unless told. */
  readonly extensions?: readonly string[];
  /** Parameter that takes the path or the paths; none for the whole dataset. */
  readonly parameter?: string;
}

/** What the bands of a raster are to be, by its property `bands`. Forms read it as `x-bands` of the parameter, too. */
export interface BandRule {
  /** How many there are, beside one of transparency. */
  readonly count: number;
  /** Types of their numbers, as GDAL calls them. */
  readonly types: readonly string[];
}

/** A dataset that a task is to make. */
export interface NewDataset {
  /** Slug of the organization; null: that of the task's dataset. */
  readonly organization: string | null;
  readonly slug: string;
  /** 0: those of the organization; 1 and 2: everybody. */
  readonly visibility: number;
}

/** The dataset of a task. */
export interface TaskDataset {
  readonly id: string;
  readonly slug: string;
  readonly organization: { readonly id: string; readonly slug: string };
}

/** Entries of the dataset, as they are when they are asked for. */
export interface TaskEntries {
  find(path: string): Promise<EntryRow | undefined>;
  /** @throws `invalid-input` when there is no such entry, or it has none of these types */
  require(path: string, types?: readonly EntryType[]): Promise<EntryRow>;
  /** These entries, and all that lies below folders among them, each once, by path; without any the whole dataset. */
  below(paths: readonly string[]): AsyncIterable<EntryRow>;
}

export interface PlanRequest<Parameters> {
  readonly dataset: TaskDataset;
  readonly parameters: Parameters;
  readonly entries: TaskEntries;
}

export interface HandOverRequest<Parameters> {
  readonly transaction: Database;
  readonly dataset: TaskDataset;
  readonly parameters: Parameters;
  /** Who asks; null for anonymous callers. */
  readonly userId: string | null;
}

export interface HandedOver {
  /** The job that does it; null when there are many, or nothing is to be done: then the task has ended. */
  readonly jobId: string | null;
  /** Whether it came into being now. */
  readonly isNew: boolean;
  /** What came of it, for the log of a task that has ended. */
  readonly result: string;
}

/** What a task would do. */
export interface TaskPlan {
  /** Path that lists show; null for the whole dataset. */
  readonly path: string | null;
  /** What its result depends on beside its parameters: the same task of the same entries is not done twice. */
  readonly reads: readonly EntryRow[] | 'dataset';
  /** Bytes it may write, about. */
  readonly estimatedBytes: number;
  /** Path of a file that is made and replaces nothing: a new task is refused when something is there. */
  readonly creates?: string | undefined;
}

/** A task that is under way, as its tool sees it. */
export interface RunningTask<Parameters> {
  readonly id: string;
  readonly dataset: TaskDataset;
  readonly parameters: Parameters;
  readonly entries: TaskEntries;
  readonly engine: Engine;
  /** An empty folder on the disk of the service, for whatever is needed for a time. */
  readonly folder: string;
  /** Another one, for what the next attempt can go on with: it finds it as it was left, until the task has ended well or for good. */
  keptFolder(): Promise<string>;
  /** What it was parked with at last; null when it never was. */
  readonly parked: ParkedState | null;
  /** Fires when the task is cancelled or the service stops; the work ends within seconds then. */
  readonly signal: AbortSignal;
  /**
   * Whether somebody ended the task. Asked after the signal: what was begun on other machines is to end then too, and goes on
   * where this process stops or another one has the task.
   */
  wasCancelled(): Promise<boolean>;
  /** Absolute path of the bytes of a file. Nobody may write there. */
  locate(entry: EntryRow): string;
  /** What its owners say of an entry: the value of a key of its metadata; undefined where there is none. */
  metadata(path: string, key: string): Promise<unknown>;
  /** The files beside an entry. */
  neighbours(path: string): Neighbours;
  /** @param percent 0 to 100; null while it cannot be known. @param phase a word or two for people */
  report(percent: number | null, phase: string): void;
  /** A line for people. Paths of the machine and control characters are taken out. */
  log(line: string): void;
  /**
   * Takes a file for the dataset, to which it comes when the task succeeds, with all others; for the one that the task makes,
   * where it makes one.
   *
   * @param file absolute path in `folder` or `keptFolder`, which is moved away, or bytes
   * @throws `conflict` when something is at that path and is not to be replaced; `quota-exceeded`
   */
  write(path: string, file: string | AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<void>;
  /**
   * Writes many files, as `write` does; each path may occur once. Without `replace`, existing files stay.
   * After one call fails while it stores files, later calls fail for the same reason.
   *
   * @returns how many stay. @throws `conflict` for a folder to be replaced; `quota-exceeded`
   */
  writeMany(files: readonly MadeFile[], options?: WriteOptions): Promise<{ readonly kept: number }>;
  /**
   * Checks the quota early, as `write` will do, for `bytes` that replace `replacedBytes`.
   *
   * @returns the bytes that fit in all; Infinity without a quota. @throws `quota-exceeded`
   */
  requireRoom(bytes: number, replacedBytes?: number): Promise<number>;
  /** Removes an entry when the task succeeds, if it is the same still. */
  remove(entry: EntryRow): void;
}

/** A finished file for the dataset. Files of equal content may share `file`. */
export interface MadeFile {
  readonly path: string;
  /** Absolute path in `folder` or `keptFolder`; it is moved away. */
  readonly file: string;
  readonly size: number;
  /** SHA-256 of its bytes, lower-case hexadecimal. */
  readonly hash: string;
}

export interface WriteOptions {
  /** Replaces an existing file. Default: false. */
  readonly replace?: boolean;
  /** What the metadata of the file says from then on, by key: its style. Only of one file (`write`). */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A file that a tool made for its caller. */
export interface TaskFile {
  /** Absolute path in `folder`. */
  readonly file: string;
  /** Name it is saved under. */
  readonly name: string;
  /** Lower-case hexadecimal, of a tool that saw all bytes as it wrote them; they are read again without. */
  readonly sha256?: string;
}

/** JSON by which a tool finds again what it gave to another machine. */
export type ParkedState = Readonly<Record<string, unknown>>;

/**
 * Work that another machine does. What an attempt answers so gives its place back: the task is parked, and looked at now and
 * then, until there is something to do here; then it waits for a place, and is run again. What it wrote into the dataset until
 * then is taken back.
 */
export interface ParkedWork {
  readonly parked: ParkedState;
  /** Until it is looked at. */
  readonly seconds: number;
}

/** A task that is parked, as its tool sees it. */
export type ParkedTask = Pick<RunningTask<unknown>, 'id' | 'report' | 'log' | 'signal'> & {
  readonly parked: ParkedState;
};

/** What a tool does for tasks whose work other machines do: without a place, so in seconds. */
export interface Elsewhere {
  /** How far the work is. @returns `seconds` null when the task is to go on here */
  look(task: ParkedTask): Promise<{ readonly parked: ParkedState; readonly seconds: number | null }>;
  /**
   * Ends what is there, as nobody comes back to it: the task succeeded, was cancelled or forgotten, or waited too long. It may
   * be gone already.
   *
   * @throws what is a reason to try again later
   */
  leave(parked: ParkedState, signal: AbortSignal): Promise<void>;
}

/** What a task ends with. */
export interface TaskEnd {
  /** What is there to download, where the tool makes that. */
  readonly artifact?: TaskFile;
  /** What it found out, for people and programs: JSON of some kilobytes. */
  readonly facts?: Readonly<Record<string, unknown>>;
}
