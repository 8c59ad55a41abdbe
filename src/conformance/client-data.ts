import { encodeUtf8, type Bytes } from './bytes.js';

/** The members of clientDataJSON; unknown types because a fault may write anything. */
export interface ClientData {
  readonly type: unknown;
  readonly challenge: unknown;
  readonly origin: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Serializes client data as a browser does: UTF-8 JSON with type, challenge, origin and crossOrigin first.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#clientdatajson-serialization WebAuthn, Serialization}
 */
export function serializeClientData({ type, challenge, origin, crossOrigin, topOrigin, ...others }: ClientData): Bytes {
  return encodeUtf8(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin, ...others }));
}
