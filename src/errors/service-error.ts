import { ThreadError } from '../concurrency/index.ts';
import { FormError } from '../forms/index.ts';
import { MemoryError } from '../memory/index.ts';
import type { Challenge } from '../http/sign-in-context.ts';

/**
 * The one table of errors the service answers with: code, HTTP status, code in OGC envelopes.
 *
 * Modules throw `fail('code', 'what happened, why, what to do')`; everything else that reaches the server is a fault of
 * ours, answered 500 with a generic text.
 */
const errorTable = {
  'invalid-input': { status: 400, ogc: 'InvalidParameterValue' },
  unauthorized: { status: 401, ogc: 'AuthenticationFailed', noRetry: true },
  'wrong-credentials': { status: 401, ogc: 'AuthenticationFailed' },
  forbidden: { status: 403, ogc: 'AuthenticationFailed', noRetry: true },
  'not-found': { status: 404, ogc: 'NotFound' },
  'method-not-allowed': { status: 405, ogc: 'OperationNotSupported' },
  'too-slow': { status: 408, ogc: 'NoApplicableCode' },
  conflict: { status: 409, ogc: 'InvalidParameterValue' },
  'precondition-failed': { status: 412, ogc: 'InvalidParameterValue' },
  'too-large': { status: 413, ogc: 'InvalidParameterValue' },
  'unsupported-media-type': { status: 415, ogc: 'InvalidFormat' },
  'range-not-satisfiable': { status: 416, ogc: 'InvalidParameterValue' },
  throttled: { status: 429, ogc: 'NoApplicableCode' },
  'not-implemented': { status: 501, ogc: 'OperationNotSupported', noRetry: true },
  internal: { status: 500, ogc: 'NoApplicableCode' },
  busy: { status: 503, ogc: 'NoApplicableCode' },
  'quota-exceeded': { status: 507, ogc: 'NoApplicableCode', noRetry: true },
  'no-space': { status: 507, ogc: 'NoApplicableCode' },
} as const satisfies Record<string, { status: number; ogc: string; noRetry?: true }>;

export type ErrorCode = keyof typeof errorTable;

interface ErrorFacts {
  readonly retryAfter?: number;
  readonly challenge?: string;
  readonly pointer?: string;
  readonly proof?: Challenge | undefined;
}

/** An error whose text may be shown to the caller. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Seconds after which the same may be asked again. */
  readonly retryAfter: number | undefined;
  /** `WWW-Authenticate` of a 401: what kind of credential is asked for. */
  readonly challenge: string | undefined;
  /** Which value of the body was refused, as a JSON pointer. */
  readonly pointer: string | undefined;
  /** A challenge. Its solution lets the caller in before `retryAfter`. */
  readonly proof: Challenge | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & ErrorFacts) {
    super(message, options);
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.challenge = options?.challenge;
    this.pointer = options?.pointer;
    this.proof = options?.proof;
  }
}

/** Makes a `ServiceError`: `throw fail('not-found', 'There is no dataset …')`. */
export function fail(code: ErrorCode, message: string, cause?: unknown): ServiceError {
  return new ServiceError(code, message, cause === undefined ? undefined : { cause });
}

/**
 * Makes the error for too many requests.
 *
 * @param seconds time to wait before the next one
 * @param proof challenge whose solution lets the caller in at once
 */
export function failThrottled(message: string, seconds: number, proof?: Challenge): ServiceError {
  return new ServiceError('throttled', message, { retryAfter: Math.max(1, Math.ceil(seconds)), proof });
}

/** The text is exactly `Unauthorized`: existing web clients go to their sign-in page on it. */
export function failUnauthorized(challenge: string): ServiceError {
  return new ServiceError('unauthorized', 'Unauthorized', { challenge });
}

/** What is sent for an error: a status and the body of the JSON API. */
export interface ErrorAnswer {
  readonly status: number;
  readonly ogcCode: string;
  readonly body: {
    readonly error: string;
    readonly noRetry?: true;
    readonly pointer?: string;
    readonly challenge?: Challenge;
  };
}

/** The answer to an error; `undefined` errors and faults of ours become a 500 that names nothing of the inside. */
export function answerFor(error: unknown, requestId: string): ErrorAnswer {
  const known = error instanceof ServiceError ? error : translate(error);
  if (known === undefined) {
    const text = `Something went wrong inside the service. Try again; if it stays, tell the administrator the request id ${requestId}.`;
    return { status: 500, ogcCode: errorTable.internal.ogc, body: { error: text } };
  }
  const row: { status: number; ogc: string; noRetry?: true } = errorTable[known.code];
  return {
    status: row.status,
    ogcCode: row.ogc,
    body: {
      error: known.message,
      ...(row.noRetry ? { noRetry: true } : {}),
      ...(known.pointer === undefined ? {} : { pointer: known.pointer }),
      ...(known.proof === undefined ? {} : { challenge: known.proof }),
    },
  };
}

/** Errors of lower layers and of the HTTP framework, by their codes. */
function translate(error: unknown): ServiceError | undefined {
  const { code, statusCode, validation, message } = (error ?? {}) as {
    code?: string;
    statusCode?: number;
    validation?: readonly { instancePath: string; message?: string; params?: Record<string, unknown> }[];
    message?: string;
  };
  if (validation) return fail('invalid-input', validationTexts(validation));
  // 53100 is PostgreSQL's disk_full.
  if (code === 'no-space' || code === 'ENOSPC' || code === '53100') {
    return fail(
      'no-space',
      'The disk of the service is full. Nothing was changed; free some space or ask the administrator.',
    );
  }
  // Threads that draw and search have more to do than can wait.
  if (error instanceof ThreadError && error.code === 'busy')
    return fail(
      'busy',
      'The service has too much to draw and to search at this moment. Ask again in some seconds.',
      error,
    );
  if (error instanceof ThreadError && error.code === 'timeout')
    return fail('busy', 'This took too long. Ask for less at once, or again when the service has less to do.', error);
  if (error instanceof FormError)
    return fail(error.fault === 'too-large' ? 'too-large' : 'invalid-input', error.message, error);
  if (error instanceof MemoryError) return fail(error.code === 'busy' ? 'busy' : 'invalid-input', error.message, error);
  // PostgreSQL's foreign_key_violation: what a row names was deleted between being looked up and being named.
  if (code === '23503')
    return fail('conflict', 'Something this needs was deleted meanwhile. Nothing was changed; look again.', error);
  // PostgreSQL's deadlock_detected: two changes waited for each other, and this one was given up.
  if (code === '40P01') return fail('busy', 'Another change was in the way. Nothing was changed; try again.', error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return fail('too-large', 'The request body is larger than this operation takes.');
  if (statusCode === 415)
    return fail('unsupported-media-type', 'Send the body as JSON, as a form or as multipart/form-data.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return fail(statusCode === 413 ? 'too-large' : 'invalid-input', message ?? 'The request cannot be read.');
  }
  return undefined;
}

/** Problems that one answer lists: a list of 100,000 wrong items has as many. */
const MAX_PROBLEMS = 20;

function validationTexts(problems: readonly Parameters<typeof validationText>[0][]): string {
  const more = problems.length > MAX_PROBLEMS ? [`${problems.length - MAX_PROBLEMS} more problems`] : [];
  return [...problems.slice(0, MAX_PROBLEMS).map(validationText), ...more].join('|');
}

function validationText(problem: { instancePath: string; message?: string; params?: Record<string, unknown> }): string {
  const missing = problem.params?.['missingProperty'];
  if (typeof missing === 'string') return `The ${missing} field is required.`;
  const field = problem.instancePath.slice(1).replaceAll('/', '.');
  const choices = problem.params?.['allowedValues'];
  const detail = Array.isArray(choices) ? `must be one of ${choices.join(', ')}` : (problem.message ?? 'is not valid');
  return field === '' ? detail : `${field} ${detail}`;
}
