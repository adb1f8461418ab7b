import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { OutboundError } from './outbound-error.ts';
import { bareHost, type TargetPolicy } from './target-policy.ts';

/** All addresses of a name. @throws when there are none */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * The lookup of every connection. What it checks is what is connected to: a name that answers differently the second time
 * gains nothing. One address that is refused refuses the name.
 */
export function guardedLookup(policy: TargetPolicy, resolve: Resolve): LookupFunction {
  const find = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw new OutboundError('passing', `${hostname} has no address.`);
    for (const address of addresses) refuse(policy.refuseAddress(hostname, address));
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const findBack = callbackify(find);
  return (hostname, options, callback) =>
    findBack(hostname, (cause, found) => {
      if (cause) callback(cause, '');
      else if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
}

/** Checks what can be told from an address before anything is connected. @throws OutboundError `refused` */
export function checkTarget(url: URL, policy: TargetPolicy): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('refused', `Addresses of the kind ${url.protocol} are not asked, only http: and https:.`);
  }
  refuse(policy.refuseHost(url.hostname));
  // A host that is an address already is connected to without a lookup.
  const host = bareHost(url.hostname);
  if (isIP(host) !== 0) refuse(policy.refuseAddress(url.hostname, host));
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new OutboundError('refused', reason);
}
