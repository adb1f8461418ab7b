import { OutboundError } from './outbound-error.ts';

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

export function isRedirect(status: number | undefined): boolean {
  return REDIRECTS.includes(status);
}

/**
 * Where a redirect leads. The address itself is checked like every other before it is asked.
 *
 * @throws OutboundError `refused` from https to http; `lasting` when it leads nowhere
 */
export function redirectTarget(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new OutboundError('lasting', `${from.host} redirects to nowhere.`);
  }
  const target = new URL(location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new OutboundError(
      'refused',
      `${from.host} redirects from https to http, which everybody on the way can read.`,
    );
  }
  target.username = '';
  target.password = '';
  return target;
}
