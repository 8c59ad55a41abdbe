import { refuse } from './verification-error.js';

/** A way to reach an authenticator. */
export type Transport = 'ble' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb';

const knownTransports: readonly Transport[] = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Reads the transports of a registration response: the known ones, each once, in the order they came. Browsers without
 * `getTransports()` send none.
 *
 * @throws {VerificationError} if they are not an array of strings.
 */
export function readTransports(value: unknown): Transport[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.some((transport) => typeof transport !== 'string')) {
    refuse('response.transports must be an array of strings');
  }
  return [...new Set<Transport>(value)].filter((transport) => knownTransports.includes(transport));
}
