import { run } from '../../base/browser/ceremony.js';
import { outcomeOf, type SignInOutcome } from '../../base/client/sign-in-outcome.js';
import type { Client } from '../../base/client/client.js';
import * as contract from '../../base/contract/fedcm.js';
import type { FedCmNonceAnswer, FedCmProvider } from '../../base/contract/types.js';
import { LatchError } from '../../base/client/errors.js';
import { whileSigningIn } from '../../base/client/sign-ins.js';
import { afterFetches } from '../../base/storage/locks/after-fetches.js';
import { renewOnce } from '../../base/client/renew-once.js';
import { prefetch, type Prefetched } from '../../base/client/prefetch.js';
import { watched } from '../../base/browser/watch-ceremonies.js';
import { fedCmContexts } from '../../base/element/known-words.js';
import { canAskSeveral, type FedCmContext } from './browser-shapes.js';
import { requestToken } from './request-token.js';

/** The user is signed in: the backend has verified the token of a provider and set a session cookie. */
export interface SignedInByFedCm {
  readonly method: 'fedcm';
  /** The provider, by its config file. */
  readonly configURL: string;
}

/** The provider, and the wording of the browser's dialog. */
export interface FedCmChoices {
  /** The id of a provider in the backend's list, in place of `configURL`. */
  provider?: string | undefined;
  /**
   * The config file of the provider, an absolute URL, or an array of several. Defaults to the first one that the backend
   * names. The backend accepts tokens of configured providers only. Browsers that ask only one provider get the first.
   */
  configURL?: string | readonly string[] | undefined;
  /**
   * The client ID of the site at the provider. Defaults to the one that the backend returns for the provider; of several
   * providers it counts for those that the backend does not name.
   */
  clientId?: string | undefined;
  /** Changes the words of the dialog, nothing else. */
  context?: FedCmContext | undefined;
  /**
   * What the provider is asked to share, of `name`, `email`, `picture`, `tel` and `username`. Defaults to what the
   * browser does: the first three.
   */
  fields?: readonly string[] | undefined;
  /**
   * Which account to offer, by one of the hints that the provider lists for it, such as its address. Others are not
   * shown.
   */
  loginHint?: string | undefined;
  /** The OAuth scopes that the provider is asked for, separated by spaces. Defaults to what the provider chooses. */
  scope?: string | undefined;
}

/** The phase of a sign-in: waiting for its turn and its nonce, for the user, or for the backend. */
export type FedCmPhase = 'preparing' | 'asking' | 'verifying';

/** The backend, and the options of the request. */
export interface FedCmSignInOptions extends FedCmChoices {
  client: Client;
  /**
   * `active` needs a click and opens the provider's own page if no user is signed in there; `passive` shows accounts
   * beside the page, if there are any. Defaults to `active`.
   */
  mode?: 'active' | 'passive';
  /**
   * `optional` lets the browser sign a returning user in again without a prompt; `required` always prompts; `silent`
   * never prompts, and is for `passive` mode. After a sign-out by {@link signOut} browsers prompt until the user has
   * chosen an account again. Defaults to `optional`.
   */
  mediation?: 'optional' | 'required' | 'silent' | undefined;
  /** Prefetched nonces for this and later sign-ins. Defaults to a new set. */
  nonces?: Prefetched<FedCmNonceAnswer>;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: FedCmPhase) => void) | undefined;
}

/**
 * Signs the user in with an account at a provider, in the browser's dialog: without a redirect or a popup, and the
 * provider learns about the site only when the user signs in. The backend verifies the token, and the other tabs are
 * notified. `active` mode needs a user gesture. The nonce is used up in every case.
 *
 * @throws {LatchError} `cancelled` if the dialog was dismissed, was not shown because of that, or the user is not
 *   signed in at the provider, which browsers do not distinguish; `provider_failed`, with what the provider
 *   said as its `provider`; `unsupported` also for a provider whose tokens the backend does not accept; `superseded`,
 *   `aborted`, `insecure_context`, `timed_out`, `challenge_expired`, `rejected`, and the errors of {@link Client.call}.
 * @throws {TypeError} for a `configURL` that is not a URL, a missing `clientId` for a provider that the backend does
 *   not name, an unknown `context`, and `silent` mediation in `active` mode.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, Sign-in}
 */
export function signInWithFedCm(options: FedCmSignInOptions): Promise<SignInOutcome<SignedInByFedCm>> {
  return watched(
    // A dialog after a click needs its gesture.
    renewOnce(
      () => requestAndVerify(options),
      () => options.mode === 'passive' || navigator.userActivation.isActive,
    ),
    'fedcm',
    options.mode === 'passive' ? 'ambient' : 'modal',
  );
}

async function requestAndVerify({
  client,
  mode = 'active',
  mediation,
  nonces = noncesOf(client),
  signal,
  onPhase,
  ...choices
}: FedCmSignInOptions): Promise<SignInOutcome<SignedInByFedCm>> {
  const { context, fields, loginHint, scope } = choices;
  const wrong = configURLsOf(choices).find((configURL) => !URL.canParse(configURL));
  if (wrong !== undefined) throw new TypeError(`"configURL" must be an absolute URL, not "${wrong}"`);
  if (context && !fedCmContexts.includes(context))
    throw new TypeError(`"context" must be one of ${fedCmContexts.join(', ')}, not "${context}"`);
  if (mode === 'active' && mediation === 'silent')
    throw new TypeError('"mediation" cannot be silent in active mode: a click may always lead to a dialog');
  onPhase?.('preparing');
  const ceremony = async (turn: AbortSignal, commit: () => void): Promise<SignInOutcome<SignedInByFedCm>> => {
    const { nonce, providers: named } = await nonces.take(turn);
    const providers = chooseProviders(named, choices);
    onPhase?.('asking');
    const issued = await requestToken({ providers, nonce, mode, mediation, context, fields, loginHint, scope }, turn);
    const { configURL } = issued;
    commit();
    onPhase?.('verifying');
    const answer = await afterFetches(() =>
      client.call(contract.signInWithFedCm, { body: issued, signal: turn }),
    ).catch((error: Partial<LatchError>) => {
      if (error.reason !== 'unknown_provider') throw error;
      throw new LatchError('unsupported', `The backend does not accept tokens of ${configURL}.`, { cause: error });
    });
    return outcomeOf(answer, { method: 'fedcm', configURL });
  };
  return run(ceremony, {
    mode: mode === 'active' ? 'modal' : 'ambient',
    kind: 'identity',
    signal: whileSigningIn(signal),
  });
}

/**
 * Nonces of this backend, prefetched with the providers that the backend names, because a browser shows its dialog only
 * soon after a click. Each is returned once.
 */
export function noncesOf(client: Client): Prefetched<FedCmNonceAnswer> {
  return prefetch({ fetch: () => fetchNonce(client), isSingleUse: true });
}

/** A nonce, with the formats of providers that this browser can present. */
async function fetchNonce(client: Client): Promise<FedCmNonceAnswer> {
  const answer = await client.call(contract.requestFedCmNonce);
  const { nonce, providers } = answer;
  if (!providers.some(({ format }) => format)) return answer;
  return import('./delegation.js').then(
    ({ limitToSupportedFormats }) => limitToSupportedFormats(answer),
    // Without the module, browsers return tokens as usual.
    () => ({ nonce, providers: providers.map(({ configURL, clientId }) => ({ configURL, clientId })) }),
  );
}

/**
 * The providers that the choices name, completed by what the backend names: one at least, and no more than this browser
 * asks at once.
 *
 * @throws {LatchError} `unsupported` if neither names one.
 * @throws {TypeError} if a client ID is missing.
 */
export function chooseProviders(
  named: readonly FedCmProvider[],
  choices: Pick<FedCmChoices, 'configURL' | 'clientId' | 'provider'>,
): FedCmProvider[] {
  const { provider: id } = choices;
  const ofId = id ? named.filter((one) => one.provider === id).map((one) => one.configURL) : [];
  const chosen = ofId.length > 0 ? ofId.slice(0, 1) : configURLsOf(choices);
  const [first = named[0]?.configURL] = chosen;
  if (!first) throw new LatchError('unsupported', 'The backend names no provider.');
  return (chosen.length > 1 && canAskSeveral() ? [...new Set(chosen)] : [first]).map((configURL) => {
    const { clientId: known, format } = named.find((provider) => provider.configURL === configURL) ?? {};
    const clientId = chosen.length > 1 ? known || choices.clientId : choices.clientId || known;
    if (!clientId) throw new TypeError(`"clientId" must be given: the backend does not name the provider ${configURL}`);
    return { configURL, clientId, ...(format && { format }) };
  });
}

function configURLsOf({ configURL }: Pick<FedCmChoices, 'configURL'>): readonly string[] {
  return typeof configURL === 'string' ? [configURL].filter(Boolean) : (configURL ?? []);
}
