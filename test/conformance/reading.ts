import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../src/conformance/index.js';

/** Decodes base64url leniently, so that faults can be looked at. */
export function decode(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'base64url');
}

/** Reads the fixed head of authenticator data. */
export function readAuthenticatorData(text: string): {
  rpIdHash: Buffer;
  flags: number;
  counter: number;
  rest: Buffer;
} {
  const bytes = decode(text);
  return {
    rpIdHash: bytes.subarray(0, 32),
    flags: bytes[32] ?? 0,
    counter: bytes.readUInt32BE(33),
    rest: bytes.subarray(37),
  };
}

/** Returns the COSE key of a registration and whatever follows it, as it lies in authenticator data. */
export function readKeyBytes({ response }: RegistrationResponseJSON): Buffer {
  const { rest } = readAuthenticatorData(response.authenticatorData);
  return rest.subarray(18 + rest.readUInt16BE(16));
}

/** Parses the client data of a response. */
export function readClientData({
  response,
}: RegistrationResponseJSON | AuthenticationResponseJSON): Record<string, unknown> {
  return JSON.parse(decode(response.clientDataJSON).toString());
}
