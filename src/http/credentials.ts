import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './access.ts';

/** Name of the cookie that carries an access token; existing clients of this interface send it by this name. */
export const TOKEN_COOKIE = 'jwtToken';
/** Longest header or cookie looked at: a token of ours is under 1 kB; a 2 MB one is not worth parsing. */
const MAX_LENGTH = 8192;

/**
 * The credentials of a request: the `Authorization` header (Bearer or Basic), else the cookie. An empty cookie, which
 * signed-out clients send, counts as none.
 */
export function readCredentials(
  headers: IncomingHttpHeaders,
  cookies: Readonly<Record<string, string | undefined>>,
): Credentials | undefined {
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== '') return fromHeader(authorization);
  const token = cookies[TOKEN_COOKIE];
  return token ? { kind: 'token', carrier: 'cookie', token: token.slice(0, MAX_LENGTH) } : undefined;
}

function fromHeader(header: string): Credentials {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)\s*$/.exec(header.slice(0, MAX_LENGTH)) ?? [];
  if (scheme.toLowerCase() !== 'basic') return { kind: 'token', carrier: 'bearer', token: value };
  const bytes = Buffer.from(value, 'base64');
  // Clients differ in what they send for non-ASCII letters: UTF-8 when it is valid, else Latin-1.
  const utf8 = bytes.toString('utf8');
  // NUL is in nobody's name; dropped, so that the pair is compared and found wrong like any other.
  const pair = (utf8.includes('\uFFFD') ? bytes.toString('latin1') : utf8).replaceAll('\0', '');
  const colon = pair.indexOf(':');
  // Without a colon there is no password: nobody has the empty one, so this is refused like any wrong credential.
  const userName = colon < 0 ? pair : pair.slice(0, colon);
  return { kind: 'password', carrier: 'basic', userName, password: colon < 0 ? '' : pair.slice(colon + 1) };
}
