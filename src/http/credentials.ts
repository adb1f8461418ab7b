import type { IncomingHttpHeaders } from 'node:http';
import { isAccessToken, type Credentials } from '../access/index.ts';

/** Name of the cookie that carries a session token; existing clients of this interface send it by this name. */
export const TOKEN_COOKIE = 'jwtToken';
/** Query field that carries an access token, for programs that can only be given an address. */
export const TOKEN_QUERY = 'token';
/** Longest header or cookie looked at: a token of ours is under 1 kB; a 2 MB one is not worth parsing. */
const MAX_LENGTH = 8192;

/** What of a request may carry credentials. */
export interface Envelope {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly query: unknown;
}

/**
 * The credentials of a request, the first that is good counts. An `Authorization` header (Bearer or Basic) stands alone.
 * Without one: on GET and HEAD an access token in the query, then the cookie. An empty cookie, which signed-out clients
 * send, is none; so is a session token in a query, where it would end up in histories and logs.
 */
export function readCredentials({ method, headers, cookies, query }: Envelope): readonly Credentials[] {
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== '') return [fromHeader(authorization)];
  const credentials: Credentials[] = [];
  const asked = method === 'GET' || method === 'HEAD' ? queryToken(query) : undefined;
  if (asked !== undefined && isAccessToken(asked)) credentials.push({ kind: 'token', carrier: 'query', token: asked });
  const token = cookies[TOKEN_COOKIE];
  if (token) credentials.push({ kind: 'token', carrier: 'cookie', token: token.slice(0, MAX_LENGTH) });
  return credentials;
}

/** The query field `token`, in any letter case (GIS programs change it); `undefined` when absent or given twice. */
export function queryToken(query: unknown): string | undefined {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (name.length === TOKEN_QUERY.length && name.toLowerCase() === TOKEN_QUERY)
      return typeof value === 'string' ? value : undefined;
  }
  return undefined;
}

/** Presented, and never good. */
const REFUSED: Credentials = { kind: 'token', carrier: 'bearer', token: '' };

/**
 * Scheme and value of an `Authorization` header, as RFC 9110 writes it: a word in any letter case, one or more spaces, the
 * value. `undefined` for anything else.
 */
export function readAuthorization(header: string): { readonly scheme: string; readonly value: string } | undefined {
  const [, scheme, value] = /^([A-Za-z]+) +([^\s,]+) *$/.exec(header.slice(0, MAX_LENGTH)) ?? [];
  return scheme === undefined || value === undefined ? undefined : { scheme: scheme.toLowerCase(), value };
}

function fromHeader(header: string): Credentials {
  const { scheme, value = '' } = readAuthorization(header) ?? {};
  if (scheme === 'bearer') return { kind: 'token', carrier: 'bearer', token: value };
  return scheme === 'basic' ? fromBasic(value) : REFUSED;
}

function fromBasic(value: string): Credentials {
  const bytes = Buffer.from(value, 'base64');
  // Clients differ in what they send for non-ASCII letters: UTF-8 when it is valid, else Latin-1.
  const utf8 = bytes.toString('utf8');
  const pair = utf8.includes('\uFFFD') ? bytes.toString('latin1') : utf8;
  const colon = pair.indexOf(':');
  // Without a colon there is no password: nobody has the empty one, so this is refused like any wrong credential.
  const userName = colon < 0 ? pair : pair.slice(0, colon);
  const password = colon < 0 ? '' : pair.slice(colon + 1);
  // RFC 7617 forbids both; the database cannot store NUL.
  if (/\p{Cc}/u.test(userName) || password.includes('\0')) return REFUSED;
  // GIS programs ask for a name and a password; with an access token every name will do.
  if (isAccessToken(password)) return { kind: 'token', carrier: 'basic', token: password };
  return { kind: 'password', carrier: 'basic', userName, password };
}
