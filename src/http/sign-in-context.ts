import type { IncomingHttpHeaders } from 'node:http';

/** Name of the cookie that a browser keeps after a sign-in, so that its user is not taken for a guessing program. */
export const DEVICE_COOKIE = 'alidadeDevice';
/** Header that carries a solved challenge. */
export const PROOF_HEADER = 'sign-in-proof';
/** Longest cookie or proof that is read: both are under 500 characters. */
const MAX_LENGTH = 1024;

/** Where a password comes from, and what shows that its sender is not a guessing program. Nothing here is verified. */
export interface SignInContext {
  readonly address: string;
  /** Value of the device cookie. */
  readonly device?: string | undefined;
  /** Solution of a challenge. */
  readonly proof?: string | undefined;
}

/** A puzzle that a sign-in has to solve while its name is under attack. docs/identity.md describes it. */
export interface Challenge {
  readonly token: string;
  readonly rounds: number;
  readonly zeroBits: number;
}

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
