/** How a wallet may answer differently from an honest one. */
export interface Lies {
  /** The origin that it says it was asked by, in everything that it signs. */
  origin?: string;
  /** The nonce that it signs. */
  nonce?: string;
  /** When it says that it signed, epoch milliseconds. Only key bindings of SD-JWTs say so. */
  signedAt?: number;
  /** Signs with a key that the credential is not bound to. */
  signsWithAnotherKey?: boolean;
  /** Shows more than was asked. */
  showsMore?: boolean;
  /** Shows something else than the issuer has signed. */
  changesClaims?: boolean;
}
