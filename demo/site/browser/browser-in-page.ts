/**
 * The part of a browser that asks people, for the examples of the site: `navigator.credentials` with a software
 * authenticator, and dialogs that say what they stand for.
 */
import type { CreationOptionsJSON, RequestOptionsJSON } from 'latchkey/conformance';
import { fromBase64Url, toBase64Url } from '../../../src/base/bytes.js';
import { offerInAutofill, openSheet } from './prompts.js';
import type { Situation } from './situation.js';

const origin = location.origin;
/** The person in the examples. */
const ada = 'ada@example.com';

/**
 * Puts the simulated browser in place of the real one. Returns what answers the id of the passkey that Ada has. The
 * authenticator is loaded when it is needed for the first time.
 */
export function startBrowser(situation: Situation, firstPasskey: CreationOptionsJSON): () => Promise<string> {
  let opened: ReturnType<typeof openAuthenticator> | undefined;
  const open = (): ReturnType<typeof openAuthenticator> => (opened ??= openAuthenticator(firstPasskey));

  const has = (): boolean => situation.person === 'has a passkey';

  async function get(options: CredentialRequestOptions & Record<string, unknown> = {}): Promise<Credential | null> {
    const { signal, publicKey } = options;
    signal?.throwIfAborted();
    if (options['identity']) {
      await openSheet({ title: 'Continue with provider.example?', account: ada, confirm: 'Continue' }, signal);
      return { type: 'identity', id: '', token: 'a token of the example' } as unknown as Credential;
    }
    if (options['digital']) {
      await openSheet({ title: 'Share “over 18” from your wallet?', confirm: 'Share' }, signal);
      const [request] = (options['digital'] as { requests: { protocol: string }[] }).requests;
      return { type: 'digital', id: '', protocol: request!.protocol, data: {} } as unknown as Credential;
    }
    if (options['otp']) return untilAborted(signal);
    if (!publicKey) return null;
    if (options.mediation === 'conditional') {
      if (!has()) return untilAborted(signal);
      await offerInAutofill(ada, signal);
    } else if (!has()) {
      await openSheet({ title: 'There is no passkey for this page on this device' }, signal);
    }
    await openSheet({ title: 'Sign in with your passkey?', account: ada, confirm: 'Continue', verifies: true }, signal);
    const { authenticator } = await open();
    const ids = authenticator.credentials.map(({ id }) => id);
    return toCredential(await authenticator.get(chooseSalts(toJson(publicKey), ids), { origin }));
  }

  async function create(options: CredentialCreationOptions & { mediation?: string } = {}): Promise<Credential | null> {
    if (!options.publicKey) return null;
    if (options.mediation !== 'conditional')
      await openSheet(
        {
          title: 'Create a passkey for this page?',
          text: 'From then on you sign in with your finger, your face or the screen lock.',
          account: options.publicKey.user.name,
          confirm: 'Create',
          verifies: true,
        },
        options.signal,
      );
    const { authenticator } = await open();
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
  return async () => (await open()).first;
}

/** An authenticator with the passkey that Ada has from the beginning, and the id of that passkey. */
async function openAuthenticator(options: CreationOptionsJSON) {
  const { createAuthenticator } = await import('latchkey/conformance');
  const authenticator = createAuthenticator();
  const { id } = await authenticator.create(options, { origin });
  return { authenticator, first: id };
}

/** Takes the PRF salts of a credential that the authenticator holds: it reads only those for any credential. */
function chooseSalts(options: RequestOptionsJSON, ids: readonly string[]): RequestOptionsJSON {
  const byCredential = options.extensions?.prf as { evalByCredential?: Record<string, { first: string }> } | undefined;
  const salts = ids.map((id) => byCredential?.evalByCredential?.[id]).find(Boolean);
  return salts ? { ...options, extensions: { ...options.extensions, prf: { eval: salts } } } : options;
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
