import type { Log } from '../log.js';
import { BlockList, isIP, SocketAddress, type IPVersion } from 'node:net';

/** An address in the one spelling that the platform has for it. IPv4 mapped into IPv6 is IPv4. */
interface Address {
  text: string;
  family: IPVersion;
}

/**
 * Reads an IP address in any of the spellings that proxies and sockets use: IPv4, IPv6 long or short, IPv4 mapped into
 * IPv6, with a port, in brackets, with a zone. Undefined when the text is not an address.
 */
function parseIpAddress(text: string): Address | undefined {
  let address = text.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address);
  if (bracketed) address = bracketed[1]!;
  else if (/^[\d.]+:\d{1,5}$/.test(address)) address = address.slice(0, address.indexOf(':'));
  address = address.replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return { text: address, family: 'ipv4' };
  const written = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:([\d.]+)$/.exec(written);
  return mapped ? { text: mapped[1]!, family: 'ipv4' } : { text: written, family: 'ipv6' };
}

/**
 * Adds an address or a range such as `10.0.0.0/8` or `fd00::/8` to `ranges`.
 *
 * @returns false when the text is neither.
 */
export function addRange(ranges: BlockList, text: string): boolean {
  const [written, length, ...rest] = text.split('/');
  const address = parseIpAddress(written!);
  if (!address || rest.length > 0) return false;
  const width = address.family === 'ipv4' ? 32 : 128;
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > width)) return false;
  ranges.addSubnet(address.text, length === undefined ? width : Number(length), address.family);
  return true;
}

/** @throws {TypeError} when a text is neither an address nor a range. */
function rangesOf(texts: readonly string[]): BlockList {
  const ranges = new BlockList();
  const wrong = texts.find((text) => !addRange(ranges, text));
  if (wrong !== undefined) throw new TypeError(`"${wrong}" must be an address or a range of addresses`);
  return ranges;
}

const loopback = rangesOf(['127.0.0.0/8', '::1']);

/** Whether a peer, as the runtime names it, is this machine. */
export function isLoopback(peer: string | undefined): boolean {
  const address = peer === undefined ? undefined : parseIpAddress(peer);
  return address !== undefined && loopback.check(address.text, address.family);
}

/** The first 64 bits of an IPv6 address, which are the network that one customer has. */
function networkOf(address: string): string {
  const [head, tail] = address.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: tail ? 8 - head!.length - tail.length : 0 }, () => '0');
  return `${[...head!, ...zeros, ...(tail ?? [])].slice(0, 4).join(':')}::/64`;
}

/**
 * Names the network a request came from, in one spelling: the address for IPv4, the first 64 bits for IPv6, `unknown`
 * when the runtime does not report it.
 */
export type NameClient = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** How long a warning about a proxy holds, in milliseconds: any client can cause it. */
const warnedEvery = 60 * 60_000;

/** Creates the function that warns of a peer whose `X-Forwarded-For` is ignored, at most once an hour. */
export function createProxyWarning(now: () => number, log: Log): (peer: string) => void {
  let last = -Infinity;
  return (peer) => {
    if (now() - last < warnedEvery) return;
    last = now();
    log({
      level: 'warn',
      event: 'untrusted-proxy',
      peer,
      message: 'X-Forwarded-For of this peer is ignored. If it is your proxy, add it to TRUST_PROXY.',
    });
  };
}

/** Creates the function that warns, once, that a request came without the address of its client. */
export function createAddressWarning(log: Log): () => void {
  let isWarned = false;
  return () => {
    if (isWarned) return;
    isWarned = true;
    log({
      level: 'warn',
      event: 'unknown-address',
      message:
        'A request came without the address of its client. Such clients count as one, so that one of them can use up the limits of all: pass fetch(request, { address }).',
    });
  };
}

/**
 * Creates the naming of clients. `X-Forwarded-For` counts only as far as `trustedProxies` wrote it: the rightmost
 * address that is not one of theirs is the client.
 *
 * @param trustedProxies addresses and ranges of addresses.
 * @param noteIgnored hears of peers that send the header without being trusted.
 * @param noteUnknown hears of requests without a readable address.
 */
export function createClientNames(
  trustedProxies: readonly string[],
  noteIgnored: (peer: string) => void = () => {},
  noteUnknown: () => void = () => {},
): NameClient {
  const trusted = rangesOf(trustedProxies);
  return (peer, forwardedFor) => {
    let address = peer === undefined ? undefined : parseIpAddress(peer);
    if (!address) {
      noteUnknown();
      return 'unknown';
    }
    const hops = forwardedFor?.split(',') ?? [];
    if (hops.length > 0 && !trusted.check(address.text, address.family)) noteIgnored(address.text);
    while (trusted.check(address.text, address.family) && hops.length > 0) {
      const hop: Address | undefined = parseIpAddress(hops.pop()!);
      if (!hop) break;
      address = hop;
    }
    return address.family === 'ipv4' ? address.text : networkOf(address.text);
  };
}
