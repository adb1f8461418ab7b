import type { Engine } from '../../engine/index.ts';
import type { EntryType, Neighbours } from '../../inspection/index.ts';

/** One kind of derived output: a folder of files made from one entry. To add one: a file beside this, a line in `index.ts`. */
export interface BuildOutput {
  readonly kind: string;
  /** Folder of the output below the build of an entry. */
  readonly folder: string;
  /** Files without which the output is not complete, relative to the folder. */
  readonly files: readonly string[];
  /** Whether the build counts as done without it: its failure is a line in the log. */
  readonly optional?: true;
  appliesTo(type: EntryType): boolean;
  /** Fills `scratch`. Throws BuildFailure when it cannot; what lies in `scratch` then is nothing to anybody. */
  build(request: OutputRequest): Promise<void>;
}

export interface OutputRequest {
  /** Absolute path of the blob. */
  readonly source: string;
  /** Base name of the entry. */
  readonly name: string;
  /** Bytes of the source. */
  readonly size: number;
  /**
   * The files beside it. What is asked for here makes the build count as made of it: of those that are there they must be the
   * ones that inspection asks for, whose fingerprint names the output.
   */
  readonly neighbours: Neighbours;
  /** Folder of an output of this build that was made before, by its kind. @throws when there is none */
  made(kind: string): string;
  /** Empty folder; when `build` is done it holds the output's files and nothing else. */
  readonly scratch: string;
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** `percent` is 0..100 of the whole build, null while it cannot be told. */
  report(progress: { readonly percent: number | null; readonly phase: string }): void;
  /** A line for the build's log. No path is written to it. */
  log(line: string): void;
}
