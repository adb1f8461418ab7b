import { EngineError, type EngineErrorCode } from '../../engine/index.ts';

export type BuildFailureReason =
  | 'invalid-input' // the file cannot be turned into this output, now or later
  | 'no-space' // the disk is full
  | 'timeout' // total time or time without a sign of life was over
  | 'memory' // the tool needed more memory than is allowed
  | 'tool-failed' // a tool ended with an error nobody explained
  | 'missing-tool' // a tool is not installed
  | 'aborted'; // the build was cancelled

/** Why a build ended without an output, in words for the owner of the file: no path, no command line. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure';
  readonly reason: BuildFailureReason;

  constructor(reason: BuildFailureReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

const REASONS: Readonly<Record<EngineErrorCode, BuildFailureReason>> = {
  timeout: 'timeout',
  'idle-timeout': 'timeout',
  memory: 'memory',
  crashed: 'tool-failed',
  aborted: 'aborted',
  refused: 'invalid-input',
  'too-large': 'invalid-input',
  busy: 'tool-failed',
  failed: 'tool-failed',
  'missing-program': 'missing-tool',
  'no-space': 'no-space',
};

/** Anything thrown below a build as a BuildFailure; what is neither of the engine nor of the disk is thrown on. */
export function toBuildFailure(error: unknown): BuildFailure {
  if (error instanceof BuildFailure) return error;
  if (error instanceof EngineError) return new BuildFailure(REASONS[error.code], error.message, error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BuildFailure('no-space', 'The disk is full.', error);
  throw error;
}
