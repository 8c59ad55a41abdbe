/** The script of a page on one of two devices, which hand a vault from one to the other. */
import { fromBase64Url, toBase64Url } from '../../../src/base/bytes.js';
import { evaluatePrf } from '../../../src/passkey/index.js';
import {
  createVault,
  handOverVault,
  receiveVault,
  unlockVault,
  type TransferChannel,
} from '../../../src/vault/index.js';

declare const relay: (message: string) => Promise<void>;

const rpId = 'localhost';
const userHandle = toBase64Url(new TextEncoder().encode('a user'));
const arrived: string[] = [];
let wake = (): void => {};

const channel: TransferChannel = {
  send: (message) => relay(toBase64Url(message)),
  async receive() {
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return fromBase64Url(arrived.shift()!);
  },
};

/** Creates a passkey on the authenticator of this device, and resolves with its id. */
async function createPasskey(): Promise<string> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: 'Vault' },
      user: { id: fromBase64Url(userHandle), name: 'a user', displayName: 'A user' },
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      extensions: { prf: {} },
    },
  })) as PublicKeyCredential;
  return toBase64Url(credential.rawId);
}

let decide: (areSame: boolean) => void;

const page = {
  /** The digits that the user sees. */
  digits: '',
  deliver(message: string): void {
    arrived.push(message);
    wake();
  },
  answer: (areSame: boolean): void => decide(areSame),
  compare: (digits: string): Promise<boolean> => {
    page.digits = digits;
    return new Promise((resolve) => (decide = resolve));
  },
  async give(): Promise<void> {
    const passkeys = [{ id: await createPasskey() }];
    const vault = await createVault({ rpId, userHandle, passkeys, ask: evaluatePrf });
    await vault.set('notes', 'one', 'Written on the first device');
    await handOverVault(vault, { channel, compare: page.compare, ask: evaluatePrf });
  },
  async take(): Promise<unknown> {
    const passkeys = [{ id: await createPasskey() }];
    const vault = await receiveVault({ channel, compare: page.compare, ask: evaluatePrf, rpId, userHandle, passkeys });
    vault.lock();
    const again = await unlockVault({ ask: evaluatePrf });
    return [await again.get('notes', 'one'), (await again.keys()).length];
  },
};

Object.assign(globalThis, { page });
