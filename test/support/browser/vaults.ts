import { toBase64Url } from '../../../src/core/bytes.js';
import type { AskPasskey, PrfResult, VaultPasskey } from '../../../src/features/vault/index.js';
import { createVault, unlockVault, type Vault } from '../../../src/features/vault/index.js';

/** A passkey whose authenticator has the PRF extension: it makes the same of the same inputs, and something else of others. */
export interface PrfPasskey extends VaultPasskey {
  readonly id: string;
  /** Answers for this passkey if it is asked for. */
  readonly ask: AskPasskey;
  /** What the last answer held; the vault is to overwrite it. */
  last: PrfResult | undefined;
  /** How often it was asked. */
  asked: number;
}

/** Makes a passkey with secrets of its own. */
export function prfPasskey(name: string = crypto.randomUUID()): PrfPasskey {
  const secret = new TextEncoder().encode(`secret of ${name}`);
  const evaluate = async (input: BufferSource) => {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return crypto.subtle.sign('HMAC', key, input);
  };
  const passkey: PrfPasskey = {
    id: toBase64Url(new TextEncoder().encode(name)),
    transports: ['internal'],
    backedUp: true,
    last: undefined,
    asked: 0,
    async ask({ credentials }) {
      passkey.asked += 1;
      const inputs = credentials.find(({ id }) => id === passkey.id);
      if (!inputs) throw new DOMException('There is no such passkey.', 'NotAllowedError');
      const [first, second] = await Promise.all([evaluate(inputs.first), evaluate(inputs.second)]);
      return (passkey.last = { credentialId: passkey.id, first, second });
    },
  };
  return passkey;
}

/** The user handle of a person. */
export const handleOf = (person: string): string => toBase64Url(new TextEncoder().encode(`handle of ${person}`));

/** Creates a vault that opens with `passkey`. */
export function createVaultWith(passkey: PrfPasskey, person = 'alice'): Promise<Vault> {
  return createVault({ rpId: 'localhost', userHandle: handleOf(person), passkeys: [passkey], ask: passkey.ask });
}

/** Unlocks the vault that opens with `passkey`. */
export function unlockWith(passkey: PrfPasskey): Promise<Vault> {
  return unlockVault({ ask: passkey.ask });
}
