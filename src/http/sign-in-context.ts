import type { IncomingHttpHeaders } from 'node:http';
import type { SignInContext } from '../access/index.ts';

/** Name of the cookie that a browser keeps after a sign-in, so that its user is not taken for a guessing program. */
export const DEVICE_COOKIE = 'alidadeDevice';
/** Header that carries a solved challenge. */
export const PROOF_HEADER = 'sign-in-proof';
/** Longest cookie or proof that is read: both are under 500 characters. */
const MAX_LENGTH = 1024;

export function signInContext(call: {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}): SignInContext {
  const proof = call.headers[PROOF_HEADER];
  return {
    address: call.ip,
    device: withinBounds(call.cookies[DEVICE_COOKIE]),
    proof: typeof proof === 'string' ? withinBounds(proof) : undefined,
  };
}

function withinBounds(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}
