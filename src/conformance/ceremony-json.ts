/** A credential named in `excludeCredentials` or `allowCredentials`. */
export interface CredentialDescriptorJSON {
  readonly id: string;
  readonly type?: string;
  readonly transports?: readonly string[];
}

/** What the authenticator asks for when it is to use the `prf` extension; salts are base64url. */
export interface ExtensionInputsJSON {
  readonly credProps?: boolean;
  readonly credentialProtectionPolicy?: string;
  readonly prf?: { readonly eval?: { readonly first: string; readonly second?: string } };
  readonly [extension: string]: unknown;
}

/** The members of creation options that the authenticator reads; all buffers are base64url. */
export interface CreationOptionsJSON {
  readonly rp: { readonly id?: string; readonly name?: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName?: string };
  readonly challenge: string;
  readonly pubKeyCredParams?: ReadonlyArray<{ readonly alg: number; readonly type?: string }>;
  readonly excludeCredentials?: readonly CredentialDescriptorJSON[];
  readonly attestation?: string;
  readonly extensions?: ExtensionInputsJSON;
}

/** The members of request options that the authenticator reads; all buffers are base64url. */
export interface RequestOptionsJSON {
  readonly challenge: string;
  readonly rpId?: string;
  readonly allowCredentials?: readonly CredentialDescriptorJSON[];
  readonly extensions?: ExtensionInputsJSON;
}

/** What `toJSON()` of a credential always holds. */
export interface CredentialJSON<Response> {
  id: string;
  rawId: string;
  type: 'public-key';
  authenticatorAttachment: 'platform' | 'cross-platform';
  clientExtensionResults: Record<string, unknown>;
  response: Response;
}

/** A registration response in the form of `toJSON()`; all buffers are base64url. */
export type RegistrationResponseJSON = CredentialJSON<{
  clientDataJSON: string;
  attestationObject: string;
  authenticatorData: string;
  transports: string[];
  publicKey: string;
  publicKeyAlgorithm: number;
}>;

/** An authentication response in the form of `toJSON()`; all buffers are base64url. */
export type AuthenticationResponseJSON = CredentialJSON<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}>;
