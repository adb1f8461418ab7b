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

/** Errors of sockets and names, below what fetch throws. */
const NETWORK_ERROR = /^(E[A-Z_]+|UND_ERR_[A-Z_]+)$/;

/** What an error of the OpenID Connect library means to the person who wants to sign in. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'failed';
  }
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 ? 'provider-away' : 'failed';
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const isTimeout = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
  // The library's own misuse errors have codes; a TypeError without one is fetch's.
  const isNetwork = error instanceof TypeError && (code === undefined || NETWORK_ERROR.test(String(cause?.code)));
  return isTimeout || isNetwork ? 'provider-away' : 'failed';
}

/** Words for the log, without anything that opens a door: codes and tokens are in neither of them. */
export function describeProblem(error: unknown): { readonly code: unknown; readonly reason: string } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code, reason: String(message).slice(0, 200) };
}
