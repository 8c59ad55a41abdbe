const bytes = (...values: number[]) => new Uint8Array(values).buffer;

/**
 * An assertion as a browser gives it. `more` replaces members of the credential; of them `response` replaces members of
 * the response.
 */
export function assertion({ response, ...more }: { response?: object; [member: string]: unknown } = {}): Credential {
  return {
    id: 'AQID',
    rawId: bytes(1, 2, 3),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes(123, 125),
      authenticatorData: bytes(4, 5),
      signature: bytes(6, 7),
      userHandle: bytes(8, 9),
      ...response,
    },
    ...more,
  } as unknown as Credential;
}

/** An attestation as a browser gives it, in the same way. */
export function attestation({ response, ...more }: { response?: object; [member: string]: unknown } = {}): Credential {
  return assertion({
    ...more,
    response: {
      attestationObject: bytes(10, 11),
      getAuthenticatorData: () => bytes(4, 5),
      getPublicKey: () => bytes(12, 13),
      getPublicKeyAlgorithm: () => -7,
      getTransports: () => ['internal'],
      authenticatorData: undefined,
      signature: undefined,
      userHandle: undefined,
      ...response,
    },
  });
}
