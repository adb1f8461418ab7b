import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a customer: providers give each at least a whole /64 to choose addresses from. */
const IPV6_PREFIX_BITS = 64;

/**
 * What counts as one address when guesses are counted: an IPv4 address, or the /64 network of an IPv6 one.
 *
 * @param address as the socket or a trusted proxy tells it; what is no IP address counts as it is
 */
export function networkOf(address: string | undefined): string {
  // The address of a connection that is gone already.
  if (address === undefined) return '';
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().split('%')[0]}/${IPV6_PREFIX_BITS}`,
  ).toString();
}
