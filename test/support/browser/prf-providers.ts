import { fromBase64Url, toBase64Url } from '../../../src/base/bytes.js';
import { readBytes } from '../../../src/base/read-bytes.js';
import { evaluatePrf } from '../../../src/passkey/prf.js';
import { assertion } from './credentials.js';

/** A passkey to be asked, and its inputs. */
export interface AskedPasskey {
  id: string;
  first: Uint8Array<ArrayBuffer>;
  second: Uint8Array<ArrayBuffer>;
}

/** What a page gets of the passkey that the user chooses: its id, and both secrets as base64url. */
type Secrets = readonly (string | undefined)[];
/** A page that asks one of some passkeys for secrets. */
type Ask = (passkeys: readonly AskedPasskey[]) => Promise<Secrets>;

interface PrfProvider {
  /** What it does, as the end of the sentence "the provider …". */
  readonly what: string;
  /** The address of a public report. */
  readonly report: string;
  /** The inputs that it evaluates for its passkey. */
  read(prf: AuthenticationExtensionsPRFInputs, id: string): AuthenticationExtensionsPRFValues | undefined;
}

function failing(name: string): PrfProvider['read'] {
  return (prf) => {
    if (prf.evalByCredential) throw new DOMException('', name);
    return prf.eval;
  };
}

/** Providers of passkeys that know one of the two forms of PRF inputs, as public reports describe them. */
export const prfProviders = {
  'prf-eval-or-nothing': {
    what: 'returns no secrets for `evalByCredential`',
    report: 'https://github.com/avibe-bot/avibe/pull/716',
    read: (prf) => prf.eval,
  },
  'prf-eval-or-refusal': {
    what: 'rejects a request with `evalByCredential` with SyntaxError, before it asks its user',
    report: 'https://github.com/Apolloccrypt/paramant-relay/pull/211',
    read: failing('SyntaxError'),
  },
  'prf-eval-or-failure': {
    what: 'fails at `evalByCredential` with UnknownError, after it has asked its user',
    report: 'https://github.com/Apolloccrypt/paramant-relay/pull/214',
    read: failing('UnknownError'),
  },
  'prf-by-credential-or-nothing': {
    what: 'returns no secrets for `eval` in a request that names passkeys',
    report: 'https://github.com/Apolloccrypt/paramant-relay/pull/197',
    read: (prf, id) => prf.evalByCredential?.[id],
  },
} as const satisfies Record<string, PrfProvider>;

export type PrfProviderName = keyof typeof prfProviders;

/** The pages, by their column in docs/hostile-providers.md. */
export const prfPages: Record<'latchkey' | 'byEval' | 'byCredential', Ask> = {
  async latchkey(credentials) {
    const { credentialId, first, second } = await evaluatePrf({ rpId: location.hostname, credentials });
    return [credentialId, textOf(first), textOf(second)];
  },
  byEval: (passkeys) => askBy(passkeys, { eval: inputsOf(passkeys[0]!) }),
  byCredential: (passkeys) =>
    askBy(passkeys, { evalByCredential: Object.fromEntries(passkeys.map((one) => [one.id, inputsOf(one)])) }),
};

const inputsOf = ({ first, second }: AskedPasskey) => ({ first, second });
const textOf = (bytes: BufferSource | undefined) => bytes && toBase64Url(bytes);

async function askBy(passkeys: readonly AskedPasskey[], prf: AuthenticationExtensionsPRFInputs): Promise<Secrets> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      allowCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id: fromBase64Url(id) })),
      extensions: { prf },
    },
  })) as PublicKeyCredential;
  const { first, second } = credential.getClientExtensionResults().prf?.results ?? {};
  return [toBase64Url(credential.rawId), textOf(first), textOf(second)];
}

/** The secret of one input: HMAC-SHA-256 with a key that belongs to the passkey. */
async function secretOf(id: string, input: BufferSource): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', fromBase64Url(id), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return crypto.subtle.sign('HMAC', key, input);
}

/** How many passkeys, each with inputs of its own, a page names; the user has the last one. */
export const prfCases = { 'one passkey': 1, 'several passkeys': 2 } as const;
export type PrfCase = keyof typeof prfCases;

/** Has `page` ask beside a provider. Resolves with whether it gets the secrets of the user's passkey. */
export async function bearsPrfProvider(page: Ask, name: PrfProviderName, asked: PrfCase): Promise<boolean> {
  const passkeys = Array.from({ length: prfCases[asked] }, (_none, index) => ({
    id: toBase64Url(new Uint8Array(16).fill(index + 1)),
    first: new Uint8Array(32).fill(2 * index + 1),
    second: new Uint8Array(32).fill(2 * index + 2),
  }));
  const { id, first, second } = passkeys.at(-1)!;
  const get = async ({ publicKey }: CredentialRequestOptions) => {
    const { prf } = publicKey!.extensions ?? {};
    const inputs = prf && prfProviders[name].read(prf, id);
    const results = inputs && {
      first: await secretOf(id, readBytes(inputs.first)!),
      second: await secretOf(id, readBytes(inputs.second)!),
    };
    return assertion({
      rawId: fromBase64Url(id).buffer as ArrayBuffer,
      getClientExtensionResults: () => ({ ...(prf && { prf: { ...(results && { results }) } }) }),
    });
  };
  Object.defineProperty(navigator.credentials, 'get', { configurable: true, value: get });
  try {
    const expected = [
      id,
      ...(await Promise.all([first, second].map(async (input) => secretOf(id, input)))).map(textOf),
    ];
    return (await page(passkeys).catch(() => [])).join() === expected.join();
  } finally {
    Reflect.deleteProperty(navigator.credentials, 'get');
  }
}
