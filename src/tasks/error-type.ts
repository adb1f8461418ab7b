import { BlobError } from '../blobs/index.ts';
import { toBuildFailure, type BuildFailureReason } from '../builds/index.ts';
import { EngineError, isDiskFull } from '../engine/index.ts';
import { fail, ServiceError, type ErrorCode } from '../errors/index.ts';

/** Why a task failed, for programs. */
export type TaskErrorType =
  | 'InvalidInput'
  | 'NotFound'
  | 'Conflict'
  | 'QuotaExceeded'
  | 'NoSpace'
  | 'Timeout'
  | 'OutOfMemory'
  | 'ToolFailed'
  | 'MissingProgram'
  | 'Forbidden'
  | 'ServiceFault';

/** Why a task failed. */
export interface TaskFailure {
  readonly type: TaskErrorType;
  /** For people. */
  readonly message: string;
}

const BUILD_TYPES: Readonly<Record<BuildFailureReason, TaskErrorType>> = {
  'invalid-input': 'InvalidInput',
  'dependency-outside': 'InvalidInput',
  'low-space': 'NoSpace',
  'no-space': 'NoSpace',
  'idle-timeout': 'Timeout',
  timeout: 'Timeout',
  memory: 'OutOfMemory',
  'tool-failed': 'ToolFailed',
  'missing-tool': 'MissingProgram',
  fault: 'ServiceFault',
  aborted: 'ServiceFault',
};

const SERVICE_TYPES: Partial<Record<ErrorCode, TaskErrorType>> = {
  unauthorized: 'Forbidden',
  forbidden: 'Forbidden',
  'not-found': 'NotFound',
  conflict: 'Conflict',
  'precondition-failed': 'Conflict',
  'quota-exceeded': 'QuotaExceeded',
  'no-space': 'NoSpace',
  'not-implemented': 'MissingProgram',
};

/** What the outcome of a build is as a failure of a task. */
export function buildErrorType(outcome: string | null): TaskErrorType | null {
  if (outcome === null) return null;
  return Object.hasOwn(BUILD_TYPES, outcome) ? BUILD_TYPES[outcome as BuildFailureReason] : 'ServiceFault';
}

/**
 * What a tool threw as the failure of its task; `undefined` for what says nothing about the task: the service was busy, a
 * process was ended from outside, the database or a disk failed.
 */
export function failureOf(cause: unknown): TaskFailure | undefined {
  if (cause instanceof ServiceError) {
    if (cause.code === 'busy' || cause.code === 'internal') return undefined;
    return { type: SERVICE_TYPES[cause.code] ?? 'InvalidInput', message: cause.message };
  }
  if (cause instanceof EngineError && cause.code === 'aborted') return undefined;
  if (cause instanceof BlobError && cause.code === 'no-space') return { type: 'NoSpace', message: 'The disk is full.' };
  try {
    const { reason, message } = toBuildFailure(cause);
    return { type: BUILD_TYPES[reason], message };
  } catch {
    return undefined; // It is no verdict.
  }
}

/**
 * The same cause. Of a program that ended without a reason while the disk was full it is the full disk: not every program says
 * why it could not write.
 *
 * @param folder where it wrote; must still hold that
 */
export async function nameFullDisk(cause: unknown, folder: string): Promise<unknown> {
  if (!(cause instanceof EngineError) || (cause.code !== 'failed' && cause.code !== 'crashed')) return cause;
  if (!(await isDiskFull(folder))) return cause;
  return fail('no-space', `${toBuildFailure(cause).message} The disk is full.`, cause);
}
