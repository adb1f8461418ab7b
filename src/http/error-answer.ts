import { ThreadError } from '../concurrency/index.ts';
import { ERRORS, fail, ServiceError, type Challenge, type Reason } from '../errors/index.ts';
import { FormError } from '../forms/index.ts';
import { MemoryError } from '../memory/index.ts';

/** What is sent for an error: a status and the body of the JSON API. */
export interface ErrorAnswer {
  readonly status: number;
  readonly ogcCode: string;
  readonly body: {
    readonly error: string;
    readonly noRetry?: true;
    readonly pointer?: string;
    readonly challenge?: Challenge;
    readonly reason?: Reason;
  };
}

/** The answer to an error; `undefined` errors and faults of ours become a 500 that names nothing of the inside. */
export function answerFor(error: unknown, requestId: string): ErrorAnswer {
  const known = error instanceof ServiceError ? error : translate(error);
  if (known === undefined) {
    const text = `Something went wrong inside the service. Try again; if it stays, tell the administrator the request id ${requestId}.`;
    return { status: 500, ogcCode: ERRORS.internal.ogc, body: { error: text } };
  }
  const row: { status: number; ogc: string; noRetry?: true } = ERRORS[known.code];
  return {
    status: row.status,
    ogcCode: row.ogc,
    body: {
      error: known.message,
      ...(row.noRetry ? { noRetry: true } : {}),
      ...(known.pointer === undefined ? {} : { pointer: known.pointer }),
      ...(known.proof === undefined ? {} : { challenge: known.proof }),
      ...(known.reason === undefined ? {} : { reason: known.reason }),
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
