/**
 * The part of a browser that asks people, for the examples of the site: `navigator.credentials` with a software
 * authenticator, and dialogs that say what they stand for.
 */
import { createAuthenticator, type CreationOptionsJSON, type RequestOptionsJSON } from 'latchkey/conformance';
import { fromBase64Url, toBase64Url } from '../../../src/base/bytes.js';
import { askInDialog, offerInAutofill } from './prompts.js';
import type { Situation } from './situation.js';

const origin = location.origin;

/** Puts the simulated browser in place of the real one. Resolves with the id of the passkey that Ada has. */
export async function startBrowser(situation: Situation, firstPasskey: CreationOptionsJSON): Promise<string> {
  const authenticator = createAuthenticator();
  const first = await authenticator.create(firstPasskey, { origin });

  const has = (): boolean => situation.person === 'has a passkey';

  async function get(options: CredentialRequestOptions & Record<string, unknown> = {}): Promise<Credential | null> {
    const { signal, publicKey } = options;
    signal?.throwIfAborted();
    if (options['identity']) {
      await askInDialog('Continue to this site as ada@example.com with provider.example?', signal);
      return { type: 'identity', id: '', token: 'a token of the example' } as unknown as Credential;
    }
    if (options['digital']) {
      await askInDialog('Share “over 18” from your wallet with this site?', signal);
      const [request] = (options['digital'] as { requests: { protocol: string }[] }).requests;
      return { type: 'digital', id: '', protocol: request!.protocol, data: {} } as unknown as Credential;
    }
    if (options['otp']) return untilAborted(signal);
    if (!publicKey) return null;
    if (options.mediation === 'conditional') {
      if (!has()) return untilAborted(signal);
      await offerInAutofill('ada@example.com', signal);
    } else if (has()) {
      await askInDialog('Use your passkey for ada@example.com?', signal);
    } else {
      await askInDialog('There is no passkey for this site on this device.', signal, { isDeadEnd: true });
    }
    return toCredential(await authenticator.get(chooseSalts(toJson(publicKey)), { origin }));
  }

  /** Takes the PRF salts of the credential that the authenticator holds: it reads only those for any credential. */
  function chooseSalts(options: RequestOptionsJSON): RequestOptionsJSON {
    const byCredential = options.extensions?.prf as
      { evalByCredential?: Record<string, { first: string }> } | undefined;
    const salts = authenticator.credentials.map(({ id }) => byCredential?.evalByCredential?.[id]).find(Boolean);
    return salts ? { ...options, extensions: { ...options.extensions, prf: { eval: salts } } } : options;
  }

  async function create(options: CredentialCreationOptions & { mediation?: string } = {}): Promise<Credential | null> {
    if (!options.publicKey) return null;
    if (options.mediation !== 'conditional')
      await askInDialog('Create a passkey for this site?', options.signal, { confirm: 'Create' });
    const made = await authenticator.create(toJson(options.publicKey), { origin });
    situation.person = 'has a passkey';
    return toCredential(made);
  }

  const credentials = { get, create, store: async () => {}, preventSilentAccess: async () => {} };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  Object.defineProperty(globalThis, 'PublicKeyCredential', {
    value: situation.person === 'uses a browser without passkeys' ? undefined : SimulatedCredential,
    configurable: true,
  });
  Object.defineProperty(navigator, 'onLine', { get: () => situation.network !== 'is offline', configurable: true });
  Object.defineProperty(globalThis, 'IdentityCredential', { value: class {}, configurable: true });
  Object.defineProperty(globalThis, 'DigitalCredential', {
    value: { userAgentAllowsProtocol: () => true },
    configurable: true,
  });
  // Secure Payment Confirmation would open a real dialog: the passkey confirms in its place.
  Reflect.deleteProperty(globalThis, 'PaymentRequest');
  return first.id;
}

/** Asked for its abilities by the elements, and never created. */
const SimulatedCredential = {
  isConditionalMediationAvailable: async () => true,
  isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
  getClientCapabilities: async () => ({
    conditionalGet: true,
    conditionalCreate: true,
    passkeyPlatformAuthenticator: true,
  }),
};

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Options with bytes as the JSON that the authenticator reads. */
function toJson(
  options: PublicKeyCredentialRequestOptions | PublicKeyCredentialCreationOptions,
): RequestOptionsJSON & CreationOptionsJSON {
  return JSON.parse(
    JSON.stringify(options, (_name, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? toBase64Url(value as ArrayBuffer | ArrayBufferView)
        : value,
    ),
  ) as RequestOptionsJSON & CreationOptionsJSON;
}

const bufferOf = (text: string): ArrayBuffer => fromBase64Url(text).buffer;

/** A response of the authenticator as the object that a browser returns. */
function toCredential(json: {
  id: string;
  authenticatorAttachment: string;
  clientExtensionResults: Record<string, unknown>;
  response: Record<string, unknown>;
}): Credential {
  const { transports, publicKey, publicKeyAlgorithm, ...bytes } = json.response;
  const results = json.clientExtensionResults as { prf?: { enabled?: boolean; results?: Record<string, string> } };
  const prf = results.prf && {
    ...results.prf,
    ...(results.prf.results && { results: mapValues(results.prf.results, bufferOf) }),
  };
  return {
    id: json.id,
    type: 'public-key',
    rawId: bufferOf(json.id),
    authenticatorAttachment: json.authenticatorAttachment,
    getClientExtensionResults: () => ({ ...results, ...(prf && { prf }) }),
    response: {
      ...mapValues(bytes as Record<string, string>, bufferOf),
      getTransports: () => transports,
      getPublicKey: () => (typeof publicKey === 'string' ? bufferOf(publicKey) : null),
      getPublicKeyAlgorithm: () => publicKeyAlgorithm,
      getAuthenticatorData: () => bufferOf(String(bytes['authenticatorData'])),
    },
  } as unknown as Credential;
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
