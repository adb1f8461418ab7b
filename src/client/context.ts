import type { Environment } from './folders.ts';
import type { Connection } from './http/connection.ts';
import type { OnContinue, OnWait } from './http/retries.ts';
import type { Output, OutputStream } from './terminal/output.ts';
import type { Progress } from './terminal/progress.ts';

/** The world around the program: the process, or a test. */
export interface ClientIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Folder that relative paths of arguments start from. */
  readonly cwd: string;
  /** Aborted by Ctrl+C, with `Interrupted` as the reason. */
  readonly signal: AbortSignal;
}

/** What a command is given. */
export interface CommandContext extends ClientIo {
  readonly out: Output;
  readonly json: boolean;
  /** Files that are on their way at the same time. */
  readonly parallel: number;
  /** Folder of what may be lost: uploads that can be gone on with. */
  readonly stateFolder: string;
  /** Value of `--server`. */
  readonly server: string | undefined;
  /** File of the servers the user has signed in to. */
  readonly serversFile: string;
  /**
   * @param server address or name, from an argument; undefined: `--server`, `ALIDADE_SERVER`, the one of the last sign-in
   * @throws ClientError when there is none, or none of that name
   */
  connection(server?: string): Promise<Connection>;
  /** Tells the user of a wait before something is tried again. */
  readonly onWait: OnWait;
  /** Tells the user what an earlier command began and this one goes on with. */
  readonly onContinue: OnContinue;
  /** Whether transfers show bars, which lines in between would tear. */
  readonly bars: boolean;
  /** A display of its own for a transfer; `end` it before a result is printed. */
  progress(): Progress;
}
