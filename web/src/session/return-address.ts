/**
 * The address to go to after signing in. Only a path of this site: a link must not be able to send a person who
 * has just signed in to another one ("//host" and "/\host" are other sites to a browser).
 */
export function returnAddress(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted) || /[\p{Cc}]/u.test(wanted)) return '/';
  return /^\/login(?:[/?#]|$)/.test(wanted) ? '/' : wanted;
}

/** Adds the hash that a browser took along from the page which sent it here; the service never sees it. */
export const withHash = (address: string, hash: string): string =>
  address.includes('#') ? address : `${address}${hash}`;
