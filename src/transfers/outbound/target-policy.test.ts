import { expect, it } from 'vitest';
import { checkTarget, createTargetPolicy, type TargetPolicy } from './index.ts';

const closed = createTargetPolicy([], 'maps.example.org');
const refusal = (address: string, policy: TargetPolicy = closed): string | undefined => {
  try {
    checkTarget(new URL(address), policy);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  }
};

it.each([
  'http://127.0.0.1',
  'http://127.255.255.254:8080',
  'http://127.0.0.1./',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:7f00:1]',
  'http://[::ffff:10.0.0.1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[64:ff9b:1::a00:1]',
  'http://[2002:7f00:1::]',
  'http://[2002:a9fe:a9fe::1]',
  'http://[2001:0:53aa:64c::1]',
  'http://2130706433',
  'http://017700000001',
  'http://0x7f.1',
  'http://0x7f000001',
  'http://127.1',
  'http://１２７.０.０.１',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]',
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.1',
  'http://100.64.0.1',
  'http://192.0.0.8',
  'http://198.18.0.1',
  'http://192.0.2.1',
  'http://224.0.0.1',
  'http://240.0.0.1',
  'http://255.255.255.255',
  'http://[fd12:3456::1]',
  'http://[fe80::1]',
  'http://[fec0::1]',
  'http://[ff02::1]',
  'http://[100::1]',
  'http://[2001:db8::1]',
  'http://[3fff::1]',
  'http://[4000::1]',
  'https://10.0.0.1',
  'HTTP://127.0.0.1',
])('D-1 %s is no public address', (address) => {
  expect(refusal(address)).toMatch(/not a public address/);
});

it.each(['http://1.1.1.1', 'https://93.184.216.34:8443', 'http://[2606:4700::1111]', 'http://[::ffff:1.1.1.1]'])(
  '%s is one',
  (address) => {
    expect(refusal(address)).toBeUndefined();
  },
);

it('takes an address of a translating network for the one it stands for', () => {
  expect(refusal('http://[64:ff9b::101:101]')).toBeUndefined();
});

it.each(['https://maps.example.org', 'https://MAPS.example.ORG.:444/', 'http://maps.example.org'])(
  'D-1 %s is the service itself',
  (address) => {
    expect(refusal(address)).toMatch(/this service itself/);
    expect(refusal(address, createTargetPolicy(['maps.example.org'], 'maps.example.org'))).toBeUndefined();
  },
);

it.each(['file:///etc/passwd', 'gopher://1.1.1.1', 'ftp://1.1.1.1', 'data:,x', 'unix:/run/docker.sock'])(
  'D-3 %s is no address of the web',
  (address) => {
    expect(refusal(address)).toMatch(/only http: and https:/);
  },
);

it.each([
  [['127.0.0.1'], 'http://127.0.0.1', true],
  [['127.0.0.1'], 'http://[::ffff:127.0.0.1]', true],
  [['127.0.0.1'], 'http://127.0.0.2', false],
  [['10.0.0.0/8'], 'http://10.255.0.1', true],
  [['10.0.0.0/8'], 'http://11.0.0.1', true],
  [['10.0.0.0/8'], 'http://192.168.0.1', false],
  [['10.0.0.0/8'], 'http://169.254.169.254', false],
  [['fd00::/8'], 'http://[fd12::1]', true],
  [['[fd12::1]'], 'http://[fd12::1]', true],
  [['fd00::/8'], 'http://[fe80::1]', false],
  [['localhost'], 'http://127.0.0.1', false],
] as const)('the list %j and %s: %s', (allowed, address, open) => {
  expect(refusal(address, createTargetPolicy(allowed, undefined)) === undefined).toBe(open);
});

it('opens a listed name whatever its addresses, and no other name with the same address', () => {
  const policy = createTargetPolicy(['Peer.Internal.'], undefined);
  expect(policy.refuseAddress('peer.internal', '10.1.2.3')).toBeUndefined();
  expect(policy.refuseAddress('other.internal', '10.1.2.3')).toBeDefined();
});

it.each(['http://x', '10.0.0.0/99', 'a b', '*', ''])('stops the start for %j in the list', (entry) => {
  expect(() => createTargetPolicy([entry], undefined)).toThrow('import.allowedHosts');
});

it.each(['', 'not an address', '127.0.0.1.nip.io', '999.1.1.1', '0x7f.1'])(
  'D-2 fails closed on the answer %j of a name server',
  (address) => {
    expect(closed.refuseAddress('peer.example.net', address)).toBeDefined();
  },
);
