/** Why an engine call or program ended without a result. */
export type EngineErrorCode =
  | 'timeout' // the whole call or program took longer than allowed
  | 'idle-timeout' // a program gave no sign of life for too long
  | 'memory' // resident memory went over the limit
  | 'crashed' // the process ended by a signal or exit that nobody asked for
  | 'ended' // it was ended from outside, or the machine failed it: no word about the input
  | 'aborted' // the caller's AbortSignal fired, or the engine was closed
  | 'refused' // the input is not acceptable: trying again with the same input is useless
  | 'too-large' // the input goes beyond a limit of the operation; it may be sound all the same
  | 'busy' // the queue is full: the input was not looked at
  | 'failed' // the library or program reported an error
  | 'missing-program' // neither the program nor its stand-in is on this machine
  | 'no-space'; // the disk is full

export interface EngineErrorDetails {
  /** For programs: whether every process of the tree was seen to be gone after it was ended. */
  readonly descendantsTerminated?: boolean;
  /** The last lines the program printed. For the server's log: they may hold paths. */
  readonly output?: readonly string[];
  readonly cause?: unknown;
}

/** The only error the engine throws. The message holds no path of the machine. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly descendantsTerminated: boolean | undefined;
  readonly output: readonly string[];

  constructor(code: EngineErrorCode, message: string, details: EngineErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.descendantsTerminated = details.descendantsTerminated;
    this.output = details.output ?? [];
  }
}
