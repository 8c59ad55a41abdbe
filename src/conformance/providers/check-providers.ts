import { createAuthenticator } from '../authenticator.js';
import { toBase64Url } from '../../base/bytes.js';
import { randomBytes } from '../bytes.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../ceremony-json.js';
import {
  credentialObject,
  type CredentialObject,
  type Expectation,
  type Provider,
  type ProviderFault,
} from './provider.js';
import { providerFaults, type ProviderFaultName } from './provider-faults.js';

/** The options of a registration, as the check makes them; buffers are base64url. */
export interface CheckedCreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { alg: number; type: 'public-key' }[];
  extensions?: { prf: Record<string, never> };
}

/** The options of a sign-in, as the check makes them; buffers are base64url. */
export interface CheckedRequestOptions {
  challenge: string;
  rpId: string;
}

/** The code of a page that is checked: your own functions, without your backend. */
export interface PasskeyPage {
  /** Creates a passkey with these options, and returns what the page would send to its backend, as JSON. */
  register(options: CheckedCreationOptions, signal: AbortSignal): Promise<unknown>;
  /** Signs in after a click, and returns what the page would send to its backend, as JSON. */
  signIn(options: CheckedRequestOptions, signal: AbortSignal): Promise<unknown>;
  /** Offers passkeys in autofill. Without it, the cases about autofill are not checked. */
  offer?(options: CheckedRequestOptions, signal: AbortSignal): Promise<unknown>;
}

/** How the check runs. */
export interface CheckProvidersOptions {
  /** How long a request may take that ought to end, in ms. Defaults to 5000. */
  readonly timeout?: number;
  /** Checks only these. */
  readonly only?: readonly ProviderFaultName[];
}

/** What came of one fault in one ceremony. */
export interface ProviderResult {
  readonly fault: ProviderFaultName;
  readonly ceremony: keyof Provider;
  readonly outcome: 'passed' | 'failed' | 'not checked';
  /** What the page did that it must not. */
  readonly reason?: string;
}

/** How a promise ended, or that it did not. */
type End = { value: unknown } | { error: unknown } | 'pending';
type AnyResponse = RegistrationResponseJSON | AuthenticationResponseJSON;

/**
 * Checks how a page bears what providers of passkeys and environments were reported to do wrong. Runs in a page: it
 * replaces methods of `navigator.credentials`, answers with a software authenticator, and gives everything back after
 * each case. Run nothing else with passkeys in the page meanwhile.
 *
 * @returns One result for each fault and ceremony, in the order of the catalogue.
 * @throws {TypeError} if `only` has a name that is not in the catalogue.
 */
export async function checkProviders(
  page: PasskeyPage,
  { timeout = 5000, only = Object.keys(providerFaults) as ProviderFaultName[] }: CheckProvidersOptions = {},
): Promise<ProviderResult[]> {
  const results: ProviderResult[] = [];
  for (const fault of only) {
    if (!Object.hasOwn(providerFaults, fault)) throw new TypeError(`"only" has an unknown name: ${fault}`);
    for (const ceremony of providerFaults[fault].ceremonies) {
      if (providerFaults[fault].expects === 'sign-in-beside-autofill' && !page.offer) {
        results.push({ fault, ceremony, outcome: 'not checked' });
        continue;
      }
      const reason = await runCase(page, providerFaults[fault], ceremony, timeout);
      results.push({ fault, ceremony, ...(reason ? { outcome: 'failed', reason } : { outcome: 'passed' }) });
    }
  }
  return results;
}

/** Returns what the page did wrong, if anything. */
async function runCase(
  page: PasskeyPage,
  fault: ProviderFault,
  ceremony: keyof Provider,
  timeout: number,
): Promise<string | undefined> {
  const scene = await setScene();
  const ended = new AbortController();
  const request = (signal: AbortSignal): Promise<End> => {
    scene.forget();
    const { extensions } = fault;
    const options =
      ceremony === 'create'
        ? { ...scene.creationOptions(), ...(extensions && { extensions }) }
        : scene.requestOptions();
    return settle(
      () =>
        ceremony === 'create'
          ? page.register(options as CheckedCreationOptions, signal)
          : page.signIn(options as CheckedRequestOptions, signal),
      timeout,
    );
  };
  try {
    if (fault.afterwards) {
      scene.install();
      const first = judge('response', await request(ended.signal), scene.last());
      if (first) return `with a provider that behaves well: ${first}`;
      scene.restore();
    }
    scene.install(fault);
    const end =
      fault.expects === 'release'
        ? await requestAndAbort(request, scene.asked)
        : fault.expects === 'sign-in-beside-autofill'
          ? await signInBeside(page, scene, () => request(ended.signal), ended.signal)
          : await request(ended.signal);
    const wrong = end !== 'pending' && 'wrong' in end ? end.wrong : judge(fault.expects, end, scene.last());
    scene.restore();
    if (wrong) return wrong;
    scene.install();
    const next = judge('response', await request(ended.signal), scene.last());
    return next && `afterwards, with a provider that behaves well: ${next}`;
  } finally {
    ended.abort(new DOMException('The case is over.', 'AbortError'));
    scene.restore();
  }
}

/** Makes a request, and aborts it once the provider has it. */
async function requestAndAbort(request: (signal: AbortSignal) => Promise<End>, asked: Promise<void>): Promise<End> {
  const controller = new AbortController();
  const end = request(controller.signal);
  // A page that fails before it asks has ended, too.
  await Promise.race([asked, end]);
  controller.abort(new DOMException('The page has changed its mind.', 'AbortError'));
  return end;
}

/** Starts an offer in autofill, then signs in as if by a click. */
async function signInBeside(
  page: PasskeyPage,
  scene: Scene,
  signIn: () => Promise<End>,
  signal: AbortSignal,
): Promise<End | { wrong: string }> {
  const offer = settle(() => page.offer!(scene.requestOptions(), signal), 2 ** 31 - 1);
  await Promise.race([scene.asked, offer]);
  await tasks();
  const offers = scene.requests();
  if (offers > 1) return { wrong: `the page asks ${offers} times at once for a passkey in autofill` };
  return signIn();
}

/** Lets what is due happen, in a few tasks. */
async function tasks(): Promise<void> {
  for (let count = 0; count < 10; count++) await new Promise((resolve) => setTimeout(resolve));
}

/** What is wrong with the end of a request, if anything; `honest` is what the authenticator returned last. */
function judge(expected: Expectation, end: End, honest: AnyResponse | undefined): string | undefined {
  if (end === 'pending') return 'the promise of the page never settles';
  if (expected === 'refusal' || expected === 'release')
    return 'value' in end
      ? 'the page returns a response that it does not have'
      : end.error instanceof Error
        ? undefined
        : 'the page rejects with something other than an Error';
  if ('error' in end) return `the page rejects: ${describe(end.error)}`;
  return honest ? compare(end.value, honest) : 'the page sends a response that it did not request';
}

function describe(error: unknown): string {
  const { name, code, message }: { name?: string; code?: unknown; message?: string } = error ?? {};
  return `${name}${typeof code === 'string' ? ` ${code}` : ''}: ${message}`;
}

/** What is wrong with the JSON that a page would send, if anything. */
function compare(sent: unknown, honest: AnyResponse): string | undefined {
  const { id, rawId, type, response, clientExtensionResults } = Object(sent) as Partial<AnyResponse>;
  if (id !== honest.id || rawId !== honest.rawId || type !== honest.type) return 'the page sends another id or type';
  if (clientExtensionResults === null || typeof clientExtensionResults !== 'object')
    return 'the page sends no clientExtensionResults';
  const members = Object(response) as Record<string, unknown>;
  const known = honest.response as Record<string, unknown>;
  const required = 'attestationObject' in known ? ['clientDataJSON', 'attestationObject'] : Object.keys(known);
  for (const [name, value] of Object.entries(known)) {
    const isMissing = members[name] === undefined || members[name] === null;
    if (isMissing && !required.includes(name)) continue;
    if (JSON.stringify(members[name]) === JSON.stringify(value)) continue;
    // An empty list says as little as none.
    if (name === 'transports' && JSON.stringify(members[name]) === '[]') continue;
    return `the page sends ${isMissing ? 'no' : 'a wrong'} response.${name}`;
  }
  return undefined;
}

/** How `work` ends within `timeout`. */
async function settle(work: () => Promise<unknown>, timeout: number): Promise<End> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<End>((resolve) => (timer = setTimeout(() => resolve('pending'), timeout)));
  const end = (async () => work())().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  try {
    return await Promise.race([end, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The stand-ins of one case, with an authenticator that holds one passkey. */
interface Scene {
  creationOptions(): CheckedCreationOptions;
  requestOptions(): CheckedRequestOptions;
  /** Puts a provider into the page: that of a fault, or one that behaves well. */
  install(fault?: ProviderFault): void;
  restore(): void;
  /** Resolves when the provider of the fault gets its first request. */
  readonly asked: Promise<void>;
  /** How many requests it got. */
  requests(): number;
  /** What the authenticator has returned to the last request. */
  last(): AnyResponse | undefined;
  /** Forgets it, before the next request. */
  forget(): void;
}

async function setScene(): Promise<Scene> {
  const authenticator = createAuthenticator();
  const { origin, hostname } = location;
  const creationOptions = (): CheckedCreationOptions => ({
    rp: { id: hostname, name: 'Check of providers' },
    user: { id: toBase64Url(randomBytes(16)), name: 'check', displayName: 'Check' },
    challenge: toBase64Url(randomBytes(32)),
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
  });
  await authenticator.create(creationOptions(), { origin });
  const undo: (() => void)[] = [];
  let asked = () => {};
  let requests = 0;
  let last: AnyResponse | undefined;

  const define = (target: object, name: string, descriptor: PropertyDescriptor) => {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { ...descriptor, configurable: true });
    undo.push(() => {
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    });
  };
  const answer = async (json: Promise<AnyResponse>): Promise<CredentialObject> => credentialObject((last = await json));
  const honest = {
    create: ({ publicKey }: CredentialCreationOptions) =>
      answer(authenticator.create(readOptions(publicKey) as CheckedCreationOptions, { origin })),
    get: ({ publicKey }: CredentialRequestOptions) =>
      answer(authenticator.get(readOptions(publicKey) as CheckedRequestOptions, { origin })),
  };
  return {
    creationOptions,
    requestOptions: () => ({ challenge: toBase64Url(randomBytes(32)), rpId: hostname }),
    install(fault) {
      const container = navigator.credentials;
      const methods: Partial<Provider> = fault ? fault.install({ honest, define }) : honest;
      for (const [name, method] of Object.entries(methods) as [string, (options: unknown) => unknown][])
        define(container, name, {
          writable: true,
          value: (options: unknown) => {
            if (fault) requests++;
            if (fault) asked();
            return method(options);
          },
        });
    },
    restore() {
      for (const step of undo.splice(0).toReversed()) step();
    },
    asked: new Promise((resolve) => (asked = resolve)),
    requests: () => requests,
    last: () => last,
    forget: () => (last = undefined),
  };
}

/** The options of a request as JSON, as the authenticator takes them. */
function readOptions(publicKey: unknown): unknown {
  return JSON.parse(
    JSON.stringify(publicKey, (_name, member: unknown) =>
      member instanceof ArrayBuffer
        ? toBase64Url(new Uint8Array(member))
        : ArrayBuffer.isView(member)
          ? toBase64Url(new Uint8Array(member.buffer, member.byteOffset, member.byteLength))
          : member,
    ),
  );
}
