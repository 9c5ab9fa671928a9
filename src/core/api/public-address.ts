import {BlockList, isIP} from 'node:net';

/** Networks of IPv4 that no public server is in: IANA's special-purpose registry, multicast, reserved. */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of IPv6 only 2000::/3 is given to public servers; in it these are not, or hold an IPv4 address that is judged by no one on the way. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** IPv4 in IPv6, which reaches the IPv4 address: mapped, and through a translator (RFC 6052). */
const EMBEDDING = new BlockList();
EMBEDDING.addSubnet('::ffff:0:0', 96, 'ipv6');
EMBEDDING.addSubnet('64:ff9b::', 96, 'ipv6');

/** Whether an IP address is that of a public server: not loopback, private, link-local, shared, multicast or reserved. False for what is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  if (EMBEDDING.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The last 32 bits of an IPv6 address, as an IPv4 address. */
function lastFourBytes(address: string): string {
  // The URL parser writes every form in the same way: the last two groups in hex.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map(group => Number.parseInt(group === '' ? '0' : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
