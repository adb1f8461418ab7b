import * as openid from 'openid-client';
import type { Refusal } from './identity.ts';

/** Why a sign-in at the provider did not end signed in: names the sign-in page has words for. */
export type SignInProblem =
  | Refusal
  /** The person changed his mind at the provider. */
  | 'cancelled'
  /** The cookie of the flow is missing or too old. */
  | 'expired'
  /** The provider does not answer. */
  | 'provider-away'
  /** Code, state, nonce or signature are not good. */
  | 'failed';

/** What an error of the OpenID Connect library means to the person who wants to sign in. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'failed';
  }
  return isAway(error) ? 'provider-away' : 'failed';
}

function isAway(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  // What fetch throws has no code of its own; misuse of the library, a TypeError too, has one.
  if (error instanceof TypeError) return code === undefined;
  const answer = error instanceof openid.ResponseBodyError ? error.response : cause;
  if (answer instanceof Response) return answer.status >= 500 || answer.status === 429;
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
}

/** Words for the log, without anything that opens a door: codes and tokens are in none of them. */
export function describeProblem(error: unknown): { readonly code: unknown; readonly reason: string } {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const below = cause instanceof Error ? `: ${cause.message}` : '';
  return { code, reason: `${String(message)}${below}`.slice(0, 300) };
}
