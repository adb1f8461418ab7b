/**
 * The one table of errors the service answers with: code, HTTP status, code in OGC envelopes.
 *
 * Modules throw `fail('code', 'what happened, why, what to do')`. The server answers every other error with status 500 and
 * a generic text.
 */
export const ERRORS = {
  'invalid-input': { status: 400, ogc: 'InvalidParameterValue' },
  unauthorized: { status: 401, ogc: 'AuthenticationFailed', noRetry: true },
  'wrong-credentials': { status: 401, ogc: 'AuthenticationFailed' },
  forbidden: { status: 403, ogc: 'AuthenticationFailed', noRetry: true },
  'not-found': { status: 404, ogc: 'NotFound' },
  'method-not-allowed': { status: 405, ogc: 'OperationNotSupported' },
  'not-acceptable': { status: 406, ogc: 'InvalidParameterValue' },
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

export type ErrorCode = keyof typeof ERRORS;

/** A puzzle that a sign-in has to solve while its name is under attack. docs/identity.md describes it. */
export interface Challenge {
  readonly token: string;
  readonly rounds: number;
  readonly zeroBits: number;
}

/** Why a share link does not open something: pages say and do another thing for each. */
export const REASONS = ['downloads-off', 'link-ended', 'link-removed', 'password-needed', 'wrong-password'] as const;
export type Reason = (typeof REASONS)[number];

interface ErrorFacts {
  readonly retryAfter?: number;
  readonly challenge?: string;
  readonly pointer?: string;
  readonly proof?: Challenge | undefined;
  readonly reason?: Reason;
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
  /** Which of several cases it is, for programs. */
  readonly reason: Reason | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & ErrorFacts) {
    super(message, options);
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.challenge = options?.challenge;
    this.pointer = options?.pointer;
    this.proof = options?.proof;
    this.reason = options?.reason;
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

/** Makes the error of a share link. */
export function failLink(code: ErrorCode, reason: Reason, message: string): ServiceError {
  return new ServiceError(code, message, { reason, ...(ERRORS[code].status === 401 ? { challenge: 'Bearer' } : {}) });
}

/** The text is exactly `Unauthorized`: existing web clients go to their sign-in page on it. */
export function failUnauthorized(challenge: string): ServiceError {
  return new ServiceError('unauthorized', 'Unauthorized', { challenge });
}
