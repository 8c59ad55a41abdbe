import { listUpTo, record, text, type Rule } from '../rules.js';
import * as limits from '../tables/limits.js';
import { isAddress, resolveUrl } from '../urls.js';

/**
 * Names that cannot be registered.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6761 RFC 6761}, {@link https://www.rfc-editor.org/rfc/rfc6762 RFC
 *   6762}, {@link https://www.rfc-editor.org/rfc/rfc9476 RFC 9476}
 */
const reservedNames = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|alt)\.?$/;
/** Something in front of what may be a top-level domain. */
const registrableName = /[^.]\.+(?:[a-z]{2,}|xn--[a-z\d-]+)\.?$/;

function seemsRegistrable(host: string): boolean {
  return !reservedNames.test(host) && registrableName.test(host);
}

const type: Rule<'origin'> = (reading, node, lost) => {
  const given = text(reading, node, lost);
  return given === 'origin' || given === undefined
    ? given
    : reading.report('unknown-value', node, { lost, fix: '"origin"' });
};

const origin: Rule<string> = (reading, node, lost) => {
  const given = text(reading, node, lost);
  if (given === undefined) return undefined;
  if (given.length > limits.originLength)
    return reading.report('too-long', node, { lost, detail: limits.originLength });
  const url = resolveUrl(resolveUrl(given)?.origin ?? ''); // that of a blob: URL is the one of what made the blob
  if (url?.protocol !== 'https:') return reading.report('invalid-url', node, { lost, detail: 'an https origin' });
  const { hostname, host } = url;
  const { isRegistrable = seemsRegistrable } = reading.context;
  if (isAddress(hostname) || isRegistrable(hostname)) return `https://${host}`;
  return reading.report('invalid-url', node, { lost, detail: 'a domain that anybody can own' });
};

/** `scope_extensions`: other origins that count as in scope. Each must confirm it in a file on that origin. */
export const scopeExtensions = listUpTo(
  limits.scopeExtensions,
  record<{ type: 'origin'; origin: string }>({ type, origin }, {}),
);
