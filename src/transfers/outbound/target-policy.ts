import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Which addresses this service may ask. Everything that is not public is closed unless the settings open it. */
export interface TargetPolicy {
  /** Why no name of this host may be asked, whatever its addresses; `undefined`: its addresses decide. */
  refuseHost(host: string): string | undefined;
  /** Why this address of a host may not be asked; `undefined`: it may. */
  refuseAddress(host: string, address: string): string | undefined;
}

/** Addresses that networks with translation give to IPv4 hosts: the last 32 bits are the address that is reached. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** The only part of IPv6 that is handed out for the public network. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * @param allowedHosts names, addresses and ranges of the setting `import.allowedHosts`
 * @param ownHost public name of this service: what it would ask there, it asks itself
 * @throws Error that names an entry of the list that is neither
 */
export function createTargetPolicy(allowedHosts: readonly string[], ownHost: string | undefined): TargetPolicy {
  const names = new Set<string>();
  const ranges: [Address, number][] = [];
  for (const entry of allowedHosts) {
    const range = parseRange(entry);
    if (range) ranges.push(range);
    else if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/i.test(entry)) names.add(bareHost(entry));
    else throw new Error(`import.allowedHosts: ${entry} is no host name, address or range such as 10.0.0.0/8.`);
  }
  const own = ownHost === undefined ? undefined : bareHost(ownHost);

  return {
    refuseHost(host) {
      const name = bareHost(host);
      if (name !== own || names.has(name)) return undefined;
      return `${host} is this service itself; its datasets can be moved, not imported.`;
    },

    refuseAddress(host, address) {
      if (names.has(bareHost(host))) return undefined;
      const reached = parseAddress(address);
      if (reached === undefined) return `${host} has no address that can be understood.`;
      if (ranges.some(([network, bits]) => network.kind() === reached.kind() && reached.match(network, bits))) {
        return undefined;
      }
      if (isPublic(reached)) return undefined;
      return `${host} is not a public address; an administrator may open it by the setting import.allowedHosts.`;
    },
  };
}

/** A host as it is compared: without the brackets of an IPv6 address and the dot of an absolute name. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/** An address as it is reached: IPv4 in IPv6 clothes is IPv4. */
function parseAddress(text: string): Address | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4' || !address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function parseRange(entry: string): [Address, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const bare = bareHost(entry);
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Tunnels (6to4, Teredo) are closed: where they end is not what they say. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
