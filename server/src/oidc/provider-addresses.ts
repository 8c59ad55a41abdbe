import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isLocalhost } from '../http/localhost.js';

/**
 * What can be reached from here and not from the internet: this machine, its network, and what clouds tell their
 * machines about themselves.
 */
const inside = new BlockList();
const networks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
for (const network of networks) {
  const [address, bits] = network.split('/') as [string, string];
  inside.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const isInside = ({ address, family }: LookupAddress): boolean => inside.check(address, family === 6 ? 'ipv6' : 'ipv4');

/** Browsers know without asking where names below localhost are; Node asks the system, which often does not. */
const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function findAll(hostname: string): Promise<LookupAddress[]> {
  if (isLocalhost(hostname)) return loopback;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? lookup(hostname, { all: true }) : [{ address, family }];
}

/**
 * Finds the addresses of a host, as a URL spells it.
 *
 * @throws {Error} when there is none, and for one inside our own network that the provider has no business to send us
 *   to.
 */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Creates the lookup of a provider's hosts. `known` are the URLs that the operator has configured. URLs from the
 * provider itself may lead into our network only if the provider is there. Otherwise it could make the server reach
 * internal services.
 */
export function createFindAddresses(known: readonly string[]): FindAddresses {
  const hostnames = known.map((url) => new URL(url).hostname);
  return async (hostname) => {
    const found = await findAll(hostname);
    if (hostnames.includes(hostname) || !found.some(isInside)) return found;
    const own = await Promise.all(hostnames.map(findAll));
    if (!own.flat().some(isInside)) throw new Error('The provider names an address inside our network.');
    return found;
  };
}
