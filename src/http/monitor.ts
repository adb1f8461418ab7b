import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { queryToken, readAuthorization } from './credentials.ts';

/** Whether a call carries the monitor token of the settings, as a bearer token or in the query. */
export function isMonitor(
  { headers, query }: { readonly headers: IncomingHttpHeaders; readonly query: unknown },
  monitorToken: string | undefined,
): boolean {
  if (monitorToken === undefined) return false;
  const { scheme, value } = readAuthorization(headers.authorization ?? '') ?? {};
  const bearer = scheme === 'bearer' ? value : undefined;
  return [bearer, queryToken(query)].some((given) => given !== undefined && isSameSecret(given, monitorToken));
}

/** Compares in a time that tells nothing of where two texts differ, nor how long the secret one is. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
