import { toBase64Url } from '../../base/bytes.js';
import { encodeUtf8, joinBytes, randomBytes } from '../bytes.js';
import type { ClientData } from '../client-data.js';
import { listFaults } from './fault.js';

const fromOrigin =
  (change: (origin: string) => string) =>
  (data: ClientData): ClientData => ({ ...data, origin: change(data.origin as string) });

function withPort(origin: string): string {
  const url = new URL(origin);
  url.port = url.port === '8443' ? '9443' : '8443';
  return url.origin;
}

/** Faults of clientDataJSON, which the browser writes. */
export const clientDataFaults = listFaults(['create', 'get'], {
  'wrong-type': {
    what: 'carries the client data of the other ceremony',
    change: {
      clientData: (data) => ({ ...data, type: data.type === 'webauthn.get' ? 'webauthn.create' : 'webauthn.get' }),
    },
  },
  'payment-type': {
    what: 'confirms a payment instead of signing in',
    change: { clientData: (data) => ({ ...data, type: 'payment.get' }) },
  },
  'other-challenge': {
    what: 'answers a challenge that was never issued',
    change: { clientData: (data) => ({ ...data, challenge: toBase64Url(randomBytes(32)) }) },
  },
  'no-challenge': { what: 'names no challenge', change: { clientData: (data) => ({ ...data, challenge: undefined }) } },
  'other-origin': {
    what: 'comes from another origin',
    change: { clientData: (data) => ({ ...data, origin: 'https://phisher.example' }) },
  },
  'origin-with-another-suffix': {
    what: 'comes from a host that begins with the host of the site',
    change: { clientData: fromOrigin((origin) => `${origin}.phisher.example`) },
  },
  'origin-with-another-prefix': {
    what: 'comes from a host that ends in the host of the site',
    change: { clientData: fromOrigin((origin) => origin.replace('://', '://phisher')) },
  },
  'origin-inside-another': {
    what: 'comes from another site whose address contains that of the site',
    change: { clientData: fromOrigin((origin) => `https://phisher.example/?${origin}`) },
  },
  'origin-of-a-subdomain': {
    what: 'comes from a subdomain of the site',
    change: { clientData: fromOrigin((origin) => origin.replace('://', '://phisher.')) },
  },
  'origin-without-scheme': {
    what: 'names its host instead of its origin',
    change: { clientData: fromOrigin((origin) => new URL(origin).host) },
  },
  'origin-with-another-port': {
    what: 'comes from another port of the host',
    change: { clientData: fromOrigin((origin) => withPort(origin)) },
  },
  'origin-with-another-scheme': {
    what: 'comes from the host by another scheme',
    change: {
      clientData: fromOrigin((origin) =>
        origin.startsWith('https:') ? origin.replace('https:', 'http:') : origin.replace('http:', 'https:'),
      ),
    },
  },
  'origin-with-a-path': {
    what: 'names a page instead of its origin',
    change: { clientData: fromOrigin((origin) => `${origin}/`) },
  },
  'opaque-origin': { what: 'comes from an origin that has no name', change: { clientData: fromOrigin(() => 'null') } },
  'origin-of-an-app': {
    what: 'comes from an Android app that was not named',
    change: { clientData: fromOrigin(() => `android:apk-key-hash:${toBase64Url(randomBytes(32))}`) },
  },
  'cross-origin': {
    what: 'comes from a cross-origin frame in a page that is not named',
    change: { clientData: (data) => ({ ...data, crossOrigin: true }) },
  },
  'foreign-embedder': {
    what: 'comes from a frame in a page of someone else',
    change: { clientData: (data) => ({ ...data, crossOrigin: true, topOrigin: 'https://phisher.example' }) },
  },
  'top-origin-without-cross-origin': {
    what: 'names a top origin although it is not cross-origin',
    change: { clientData: (data) => ({ ...data, crossOrigin: false, topOrigin: data.origin }) },
  },
  'cross-origin-as-text': {
    what: 'says crossOrigin in words instead of a boolean',
    change: { clientData: (data) => ({ ...data, crossOrigin: 'false' }) },
  },
  'byte-order-mark': {
    what: 'starts its client data with a byte order mark, which WebAuthn tells the server to strip',
    change: { clientDataBytes: (bytes) => joinBytes(Uint8Array.of(0xef, 0xbb, 0xbf), bytes) },
  },
  'duplicate-members': {
    what: 'names the origin twice in its client data',
    change: {
      clientDataBytes: (bytes) => joinBytes(encodeUtf8('{"origin":"https://phisher.example",'), bytes.subarray(1)),
    },
  },
  'token-binding': {
    what: 'carries a token binding that is not an object',
    change: { clientData: (data) => ({ ...data, tokenBinding: 'present' }) },
  },
  'not-json': {
    what: 'carries client data that is not JSON',
    change: { clientDataBytes: (bytes) => bytes.slice(0, -1) },
  },
  'not-an-object': {
    what: 'carries client data that is JSON but no object',
    change: { clientDataBytes: (bytes) => joinBytes(encodeUtf8('['), bytes, encodeUtf8(']')) },
  },
  utf16: {
    what: 'carries client data in UTF-16',
    change: {
      clientDataBytes: (bytes) => {
        const text = `\uFEFF${new TextDecoder().decode(bytes)}`;
        return Uint8Array.from(text.split('').flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]));
      },
    },
  },
  'not-utf8': {
    what: 'carries client data that is not UTF-8',
    change: {
      clientDataBytes: (bytes) =>
        joinBytes(encodeUtf8('{"x":"'), Uint8Array.of(0xff, 0xfe), encodeUtf8('",'), bytes.subarray(1)),
    },
  },
});
