import { fail } from '../../errors/index.ts';

/** A longer one would not fit a cookie. */
const MAX_LENGTH = 1500;

/**
 * The path of this service to go to after signing in, as it goes into a header. Too long a one becomes `/`.
 *
 * @throws `invalid-input` for an address that a browser could take for another site's
 */
export function localPath(wanted: string): string {
  const base = 'http://localhost';
  const isLocal = /^\/(?![/\\])/.test(wanted) && !/\p{Cc}/u.test(wanted) && URL.canParse(wanted, base);
  if (!isLocal) throw fail('invalid-input', 'return must be a path of this service, such as /r/survey.');
  const { origin, pathname, search, hash } = new URL(wanted, base);
  const path = pathname + search + hash;
  // Dots are resolved by now: what they left may begin like another host.
  if (origin !== base || pathname.startsWith('//')) {
    throw fail('invalid-input', 'return must be a path of this service, such as /r/survey.');
  }
  return path.length > MAX_LENGTH ? '/' : path;
}
