/** A range of addresses: the first `bits` bits of `bytes` (16 bytes; IPv4 is mapped into IPv6). */
export interface AddressRange {
  bytes: Uint8Array;
  bits: number;
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function parseIpv4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined;
  return parts.map(Number);
}

/** Reads one side of `::` into bytes; the last part of the right one may be a dotted IPv4 address. */
function parseGroups(text: string, side: number, sides: readonly string[]): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.includes('.')) {
      const ipv4 = side === sides.length - 1 && index === parts.length - 1 ? parseIpv4(part) : undefined;
      if (!ipv4) return undefined;
      bytes.push(...ipv4);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      const group = Number.parseInt(part, 16);
      bytes.push(group >> 8, group & 0xff);
    }
  }
  return bytes;
}

function parseIpv6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(parseGroups);
  if (!head) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (!tail || head.length + tail.length > 14) return undefined;
  return [...head, ...Array.from({ length: 16 - head.length - tail.length }, () => 0), ...tail];
}

/**
 * Reads an IP address in any of the spellings that proxies and sockets use: IPv4, IPv6 long or short, IPv4 mapped into
 * IPv6, with a
 * port, in brackets, with a zone. Returns its 16 bytes, or undefined when the text is no address.
 */
export function parseAddress(text: string): Uint8Array | undefined {
  let address = text.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address);
  if (bracketed) address = bracketed[1]!;
  else if (/^[\d.]+:\d{1,5}$/.test(address)) address = address.slice(0, address.indexOf(':'));
  address = address.replace(/%.*$/, '');
  const ipv4 = parseIpv4(address);
  const bytes = ipv4 ? [...mappedPrefix, ...ipv4] : parseIpv6(address);
  return bytes && Uint8Array.from(bytes);
}

function isIpv4(bytes: Uint8Array): boolean {
  return mappedPrefix.every((byte, index) => bytes[index] === byte);
}

/** Reads an address or a range such as `10.0.0.0/8` or `fd00::/8`; undefined when the text is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const [address, length, ...rest] = text.split('/');
  const bytes = parseAddress(address!);
  if (!bytes || rest.length > 0) return undefined;
  const width = isIpv4(bytes) ? 32 : 128;
  if (length === undefined) return { bytes, bits: 128 };
  if (!/^\d{1,3}$/.test(length) || Number(length) > width) return undefined;
  return { bytes, bits: 128 - width + Number(length) };
}

function contains({ bytes, bits }: AddressRange, address: Uint8Array): boolean {
  const whole = bits >> 3;
  const rest = bits & 7;
  for (let index = 0; index < whole; index += 1) if (bytes[index] !== address[index]) return false;
  return rest === 0 || bytes[whole]! >> (8 - rest) === address[whole]! >> (8 - rest);
}

const loopback = [parseRange('127.0.0.0/8')!, parseRange('::1')!];

/** Whether a peer, as the runtime names it, is this machine. */
export function isLoopback(peer: string | undefined): boolean {
  const address = peer === undefined ? undefined : parseAddress(peer);
  return address !== undefined && loopback.some((range) => contains(range, address));
}

/**
 * Names the network a request came from, in one spelling: the address for IPv4, the first 64 bits for IPv6, `unknown`
 * when the runtime does
 * not say. `X-Forwarded-For` counts only as far as trusted proxies wrote it: the rightmost address that is not one of
 * theirs is the client.
 */
export function nameClient(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  let address = peer === undefined ? undefined : parseAddress(peer);
  if (!address) return 'unknown';
  const isTrusted = (candidate: Uint8Array): boolean => trusted.some((range) => contains(range, candidate));
  const hops = forwardedFor?.split(',') ?? [];
  while (isTrusted(address) && hops.length > 0) {
    const hop: Uint8Array | undefined = parseAddress(hops.pop()!);
    if (!hop) break;
    address = hop;
  }
  const significant = isIpv4(address) ? address : address.subarray(0, 8);
  return Array.from(significant, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
