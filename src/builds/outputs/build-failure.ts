import { EngineError, type EngineErrorCode, isDiskFull, withoutPaths } from '../../engine/index.ts';
import { fileSize } from '../folder-access.ts';

export type BuildFailureReason =
  | 'invalid-input' // the file cannot be turned into this output, now or later
  | 'dependency-outside' // it names a file outside of its dataset
  | 'low-space' // too little space is left to begin
  | 'no-space' // the disk was full while it was written
  | 'idle-timeout' // a program gave no sign of life any more
  | 'timeout' // the total time was over
  | 'memory' // the tool needed more memory than is allowed
  | 'tool-failed' // a tool ended with an error nobody explained
  | 'missing-tool' // a tool is not installed
  | 'fault' // the service could not do its part: the database away, a disk that fails
  | 'aborted'; // the build was cancelled

/** Why a build ended without an output, in words for the owner of the file: no path of the machine, no command line. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure';
  readonly reason: BuildFailureReason;

  constructor(reason: BuildFailureReason, message: string, cause?: unknown) {
    super(plainLine(message), cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** One line of text as everybody who may read the dataset may see it, and as the database can hold it: no paths, no controls. */
export const plainLine = (text: string): string => withoutPaths(text).replaceAll(/\p{Cc}+/gu, ' ');

/** Nobody could run the program or make the call, or it was ended from outside: the file was not looked at. */
type NoVerdict = 'busy' | 'ended';

const REASONS: Readonly<Record<Exclude<EngineErrorCode, NoVerdict>, BuildFailureReason>> = {
  timeout: 'timeout',
  'idle-timeout': 'idle-timeout',
  memory: 'memory',
  crashed: 'tool-failed',
  aborted: 'aborted',
  refused: 'invalid-input',
  'too-large': 'invalid-input',
  failed: 'tool-failed',
  'missing-program': 'missing-tool',
  'no-space': 'no-space',
};

/** Errors of the file system that mean a full disk, or the end of what this user may have of it. */
const FULL_DISK = ['ENOSPC', 'EDQUOT'];

/** Anything thrown below a build as a BuildFailure; what says nothing about the file, nor of a full disk, is thrown on. */
export function toBuildFailure(error: unknown): BuildFailure {
  if (error instanceof BuildFailure) return error;
  if (error instanceof EngineError) {
    if (error.code === 'busy' || error.code === 'ended') throw error;
    return new BuildFailure(REASONS[error.code], withReason(error), error);
  }
  if (isFullDisk(error)) return new BuildFailure('no-space', 'The disk is full.', error);
  throw error;
}

/** GDAL's programs say the first reason first; what follows comes of it. The other lines are in the log. */
function withReason({ code, message, output }: EngineError): string {
  const reason = code === 'failed' ? output.find((line) => GDAL_ERROR.test(line)) : undefined;
  if (reason === undefined) return message;
  return `${message.replace(/\.$/, '')}: ${reason.replace(GDAL_ERROR, '').slice(0, LONGEST_REASON).toWellFormed()}`;
}

/** How GDAL begins the line of an error, with its number. */
const GDAL_ERROR = /^ERROR \d+: /;
/** Characters: names of a file's own can be of any length. */
const LONGEST_REASON = 300;

const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL_DISK.includes(String(error.code));

/**
 * The same for what was thrown while a folder was written to. Not every program says why it could not write (libpng's "Write
 * Error"), so an unexplained end on a disk that is full is one by the full disk.
 *
 * @param folder must still hold what was written
 */
export async function toWriteFailure(error: unknown, folder: string): Promise<BuildFailure> {
  const failure = toBuildFailure(error);
  if (failure.reason !== 'tool-failed') return failure;
  if (!(await isDiskFull(folder))) return failure;
  return new BuildFailure('no-space', `${failure.message} The disk is full.`, error);
}

/** Exit code 0 does not say that there is an output. @throws BuildFailure `tool-failed` when the file is not there or empty */
export async function requireWritten(path: string, program: string): Promise<void> {
  if ((await fileSize(path)) === 0)
    throw new BuildFailure('tool-failed', `${program} ended without an error, but wrote no output.`);
}
