import { toBase64Url } from '../../base/bytes.js';
import { encodeUtf8, joinBytes, randomBytes } from '../bytes.js';
import { listFaults } from './fault.js';

/** Faults of clientDataJSON, which the browser writes. */
export const clientDataFaults = listFaults({
  'wrong-type': {
    what: 'carries the client data of the other ceremony',
    ceremonies: ['create', 'get'],
    change: {
      clientData: (data) => ({ ...data, type: data.type === 'webauthn.get' ? 'webauthn.create' : 'webauthn.get' }),
    },
  },
  'payment-type': {
    what: 'confirms a payment instead of signing in',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, type: 'payment.get' }) },
  },
  'other-challenge': {
    what: 'answers a challenge that was never issued',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, challenge: toBase64Url(randomBytes(32)) }) },
  },
  'no-challenge': {
    what: 'names no challenge',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, challenge: undefined }) },
  },
  'other-origin': {
    what: 'comes from another origin',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, origin: 'https://phisher.example' }) },
  },
  'cross-origin': {
    what: 'comes from a cross-origin frame in a page that is not named',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, crossOrigin: true }) },
  },
  'foreign-embedder': {
    what: 'comes from a frame in a page of someone else',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, crossOrigin: true, topOrigin: 'https://phisher.example' }) },
  },
  'top-origin-without-cross-origin': {
    what: 'names a top origin although it is not cross-origin',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, crossOrigin: false, topOrigin: data.origin }) },
  },
  'cross-origin-as-text': {
    what: 'says crossOrigin in words instead of a boolean',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, crossOrigin: 'false' }) },
  },
  'byte-order-mark': {
    what: 'starts its client data with a byte order mark, which WebAuthn tells the server to strip',
    ceremonies: ['create', 'get'],
    change: { clientDataBytes: (bytes) => joinBytes(Uint8Array.of(0xef, 0xbb, 0xbf), bytes) },
  },
  'duplicate-members': {
    what: 'names the origin twice in its client data',
    ceremonies: ['create', 'get'],
    change: {
      clientDataBytes: (bytes) => joinBytes(encodeUtf8('{"origin":"https://phisher.example",'), bytes.subarray(1)),
    },
  },
  'token-binding': {
    what: 'carries a token binding that is not an object',
    ceremonies: ['create', 'get'],
    change: { clientData: (data) => ({ ...data, tokenBinding: 'present' }) },
  },
  'not-json': {
    what: 'carries client data that is not JSON',
    ceremonies: ['create', 'get'],
    change: { clientDataBytes: (bytes) => bytes.slice(0, -1) },
  },
  'not-an-object': {
    what: 'carries client data that is JSON but no object',
    ceremonies: ['create', 'get'],
    change: { clientDataBytes: (bytes) => joinBytes(encodeUtf8('['), bytes, encodeUtf8(']')) },
  },
  'not-utf8': {
    what: 'carries client data that is not UTF-8',
    ceremonies: ['create', 'get'],
    change: {
      clientDataBytes: (bytes) =>
        joinBytes(encodeUtf8('{"x":"'), Uint8Array.of(0xff, 0xfe), encodeUtf8('",'), bytes.subarray(1)),
    },
  },
});
