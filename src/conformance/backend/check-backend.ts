import { findBreach, type Breach } from './answers.js';
import { type BackendCase, type CaseResult, type Outcome, findingsOf, type Finding } from './case.js';
import { accountSettingsCases } from './cases/account-settings.js';
import { signUpAndPasswordCases } from './cases/accounts.js';
import { boundSessionCases } from './cases/bound-sessions.js';
import { challengeCases } from './cases/challenges.js';
import { crossOriginCases } from './cases/cross-origin.js';
import { digitalCredentialCases } from './cases/digital-credentials.js';
import { emailTokenCases } from './cases/email-tokens.js';
import { otherWaysInCases } from './cases/other-ways-in.js';
import { passkeyCases } from './cases/passkeys.js';
import { paymentCases } from './cases/payment.js';
import { providerCases } from './cases/provider.js';
import { nextStepCases } from './cases/next-steps.js';
import { requestCases } from './cases/requests.js';
import { returnToCases } from './cases/return-to.js';
import { secondFactorCases } from './cases/second-factor.js';
import { sessionCases } from './cases/sessions.js';
import { settingsAndDeviceCases } from './cases/settings.js';
import { stepUpCases } from './cases/step-up.js';
import { findChapters, optionalChapters } from './chapters.js';
import { Browser, NoAnswer, type Exchange, type Line, type Send } from './exchange.js';
import { type EmailTokenIssuer, Broken, Kit, NotChecked, type SignInMeans } from './kit.js';
import type { IdentityProviders } from './oidc/identity-provider.js';
import { foundations, rules, type Level, type RuleId } from './rules.js';

/** All cases, in the order in which they are tried. */
export const backendCases: readonly BackendCase[] = [
  ...sessionCases,
  ...challengeCases,
  ...passkeyCases,
  ...requestCases,
  ...crossOriginCases,
  ...stepUpCases,
  ...settingsAndDeviceCases,
  ...signUpAndPasswordCases,
  ...accountSettingsCases,
  ...secondFactorCases,
  ...nextStepCases,
  ...otherWaysInCases,
  ...returnToCases,
  ...paymentCases,
  ...boundSessionCases,
  ...digitalCredentialCases,
  ...emailTokenCases,
  ...providerCases,
];

/** What {@link checkBackend} has found. */
export interface BackendReport {
  readonly url: string;
  /** The origin of the pages that the kit pretended to be. */
  readonly origin: string;
  /** The chapters that the backend has, and those that it lacks. */
  readonly chapters: { readonly found: readonly string[]; readonly missing: readonly string[] };
  readonly results: readonly CaseResult[];
  /** What failed, each cause once. */
  readonly findings: readonly Finding[];
  /** The accounts that were created. They are not deleted. */
  readonly accounts: readonly string[];
  readonly requests: number;
}

/** What to check, and how. */
export interface CheckBackendOptions {
  /** Where the endpoints are, such as `https://app.example/` or `http://localhost:3000/api/`. */
  readonly url: string | URL;
  /** The origin of the pages. Default: that of `url`. */
  readonly origin?: string;
  /** How to sign in, if the backend has no sign-up. */
  readonly signIn?: SignInMeans;
  /** Checks only cases whose id, rule or chapter is one of these. */
  readonly only?: readonly string[];
  /** Checks only cases of these levels. Default: all. */
  readonly levels?: readonly Level[];
  /** Includes cases that take minutes. Default: false. */
  readonly slow?: boolean;
  /**
   * A port of this machine on which the kit runs an OpenID provider that lies. The backend must be configured for it:
   * issuer `http://localhost:<port>`, client `latchkey-check`, secret `latchkey-check-secret`. Default: none, and the
   * cases that need it are left out. It needs Node.
   */
  readonly oidcPort?: number;
  /**
   * An issuer of email tokens that the backend finds in the DNS, for correct ones. Default: none, and the tokens of the
   * check are of an issuer that does not exist.
   */
  readonly emailIssuer?: EmailTokenIssuer;
  /** Requests per second, at most. Default: 50. */
  readonly rate?: number;
  /** How long the backend may take for one answer, in milliseconds. Default: 15 seconds. */
  readonly deadline?: number;
  /** What sends a request, such as the `fetch` of an app in the same process. Default: the global `fetch`. */
  readonly send?: Send;
  /** Called with what is asked before the first case. */
  readonly onStart?: (what: string) => void;
  /** Called after each case. */
  readonly onResult?: (result: CaseResult, done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** The backend cannot be reached at all; the message says why. */
export class BackendUnreachable extends Error {
  override readonly name = 'BackendUnreachable';
}

/**
 * Checks a backend against the contract, as a browser with a software authenticator. It creates accounts whose names
 * begin with `latchkey-check-`, and changes no others. Turn off the rate limits of the backend for the check.
 *
 * @throws {TypeError} naming the option that is wrong.
 * @throws {BackendUnreachable} if the first request gets no answer.
 */
export async function checkBackend(options: CheckBackendOptions): Promise<BackendReport> {
  const line = createLine(options);
  const chosen = chooseCases(options, line.origin !== line.baseUrl.origin);
  const providers = options.oidcPort === undefined ? undefined : await startProviders(options.oidcPort);
  try {
    return await tryCases(line, chosen, options, providers);
  } finally {
    await providers?.close();
  }
}

/** Pages that check their backend in a browser do not load the provider, which needs Node. */
async function startProviders(port: number): Promise<IdentityProviders> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new TypeError('"oidcPort" must be a whole number from 1 to 65535.');
  const { startIdentityProviders } = await import('./oidc/identity-provider.js');
  try {
    return await startIdentityProviders(port);
  } catch (cause) {
    throw new TypeError(`"oidcPort" ${port} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

async function tryCases(
  line: RecordingLine,
  chosen: readonly BackendCase[],
  options: CheckBackendOptions,
  providers: IdentityProviders | undefined,
): Promise<BackendReport> {
  const start = await findOut(line, options.onStart);
  const chapters = start.chapters ?? new Set(['core']);
  const kit = new Kit(line, chapters, options, providers);
  const results: CaseResult[] = start.failed ? [start.failed] : [];
  const breaches = new Map<string, CaseResult>();
  const foundationOf = proveFoundations(results, kit, line);
  /** Why no further case is tried. */
  let end = start.failed && `${start.failed.reason} Nothing else can be checked.`;
  for (const [index, each] of chosen.entries()) {
    if (each.id === start.failed?.id) continue;
    line.exchanges = [];
    const foundation = end ? undefined : await foundationOf(each);
    line.exchanges = [];
    const result = end ? describe(each, 'not-checked', [], end) : await tryOn(foundation, each, kit, line);
    results.push(result);
    if (result.exchanges.at(-1)?.status === 0 && !end) end = await findEnd(line);
    for (const exchange of result.exchanges) {
      // A case has reported the fault of the server.
      if (exchange.status >= 500 && result.outcome === 'failed') continue;
      const breach = findBreach(exchange, line.baseUrl);
      if (!breach) continue;
      const id = `${breach.hasNulls ? 'null' : 'answer'} ${breach.operation} ${breach.status}`;
      if (!breaches.has(id)) breaches.set(id, describeBreach(id, breach, exchange));
    }
    options.onResult?.(result, index + 1, chosen.length);
  }
  return {
    url: line.baseUrl.href,
    origin: line.origin,
    chapters: {
      found: optionalChapters.filter((chapter) => chapters.has(chapter)),
      missing: optionalChapters.filter((chapter) => !chapters.has(chapter)),
    },
    results: [...results, ...breaches.values()],
    findings: findingsOf([...results, ...breaches.values()]),
    accounts: kit.created,
    requests: line.requests,
  };
}

const describeBreach = (id: string, { sentence: reason, hasNulls }: Breach, exchange: Exchange): CaseResult => ({
  id,
  chapter: 'core',
  level: hasNulls ? 'advice' : 'must',
  rule: hasNulls ? 'no-nulls' : 'schema',
  cause: id,
  title: 'compares the answer with the contract',
  outcome: 'failed',
  reason,
  exchanges: [exchange],
});

function describe(
  { id, chapter, level, rule, title, cause = id }: BackendCase,
  outcome: Outcome,
  exchanges: readonly Exchange[],
  reason?: string,
): CaseResult {
  return { id, chapter, level, rule, cause, title, outcome, ...(reason !== undefined && { reason }), exchanges };
}

const missingChapter = ({ chapter, needs = [] }: BackendCase, { chapters }: Kit): string | undefined =>
  [chapter, ...needs].find((name) => !chapters.has(name));

async function tryCase(each: BackendCase, kit: Kit, line: RecordingLine): Promise<CaseResult> {
  const missing = missingChapter(each, kit);
  if (missing !== undefined) return describe(each, 'not-implemented', [], `The backend lacks the chapter ${missing}.`);
  const end = (outcome: Outcome, reason?: string) => describe(each, outcome, line.exchanges, reason);
  try {
    await each.run(kit);
    return end('passed');
  } catch (error) {
    line.signal.throwIfAborted();
    if (error instanceof Broken || error instanceof NoAnswer) return end('failed', error.message);
    if (error instanceof NotChecked) return end('not-checked', error.message);
    // An answer of another shape than the contract has: it is reported as a breach of the schema.
    if (error instanceof TypeError || error instanceof DOMException)
      return end('not-checked', `The answer could not be used: ${error.message}`);
    throw error;
  }
}

/**
 * Runs a case that depends on another one, its foundation. It is not run if the foundation failed. If the foundation
 * could not be checked, an acceptance is still a finding, but a refusal proves nothing.
 */
async function tryOn(
  foundation: CaseResult | undefined,
  each: BackendCase,
  kit: Kit,
  line: RecordingLine,
): Promise<CaseResult> {
  if (foundation?.outcome === 'failed')
    return describe(each, 'not-checked', [], `The case ${foundation.id} failed before: ${foundation.reason}`);
  const result = await tryCase(each, kit, line);
  if (result.outcome !== 'passed' || !foundation || foundation.outcome === 'passed') return result;
  const reason = `It would pass, but the case ${foundation.id} was not checked: ${foundation.reason}`;
  return { ...result, outcome: 'not-checked', reason };
}

/** Finds the result of what a case builds on, in this run or by trying it now. */
function proveFoundations(
  results: readonly CaseResult[],
  kit: Kit,
  line: RecordingLine,
): (each: BackendCase) => Promise<CaseResult | undefined> {
  const proven = new Map<string, CaseResult>();
  return async (each) => {
    const id = each.buildsOn ?? foundations[each.rule];
    if (id === undefined || id === each.id || missingChapter(each, kit) !== undefined) return undefined;
    const foundation = backendCases.find((candidate) => candidate.id === id)!;
    const result = results.find((known) => known.id === id) ?? proven.get(id) ?? (await tryCase(foundation, kit, line));
    proven.set(id, result);
    return result;
  };
}

/** After a request without an answer: whether the backend answers nothing any more. */
async function findEnd(line: RecordingLine): Promise<string | undefined> {
  try {
    await new Browser({ ...line, deadline: line.deadline / 3 }).get('session');
    return undefined;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return `The backend stopped answering: ${error.message}`;
  }
}

interface RecordingLine extends Line {
  exchanges: Exchange[];
  requests: number;
}

/** What is known before the first case: the chapters, or the finding that ends the check. */
interface Start {
  readonly chapters?: Set<string>;
  readonly failed?: CaseResult;
}

async function findOut(line: RecordingLine, onStart?: (what: string) => void): Promise<Start> {
  try {
    onStart?.('Asks for the session');
    // The session chapter is in every backend.
    const { status } = await new Browser(line).get('session');
    if ([404, 405, 501].includes(status))
      throw new BackendUnreachable(`${new URL('session', line.baseUrl).href} returned ${status}: no backend is there.`);
    if (status >= 500 && (await new Browser(line).post('webauthn/login/options')).status >= 500) {
      const [first] = backendCases;
      return {
        failed: describe(
          first!,
          'failed',
          line.exchanges,
          `GET /session returned ${status}, and so does everything else.`,
        ),
      };
    }
    return { chapters: await findChapters(() => new Browser(line), onStart) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new BackendUnreachable(
      `${line.baseUrl.href} cannot be reached. ${explainCertificate(error) ?? error.message}`,
      { cause: error },
    );
  }
}

/** Says what is wrong with a certificate, which `fetch` reports as any other broken connection. */
function explainCertificate({ cause }: NoAnswer): string | undefined {
  const reason = Object((cause as Partial<Error> | undefined)?.cause ?? cause) as { code?: unknown; message?: string };
  const code = String(reason.code);
  const { message } = reason;
  if (!/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/.test(code))
    return code.includes('CERT') ? `Its certificate is refused (${code}): ${message}` : undefined;
  const what = code.includes('SELF_SIGNED') ? 'is self-signed' : 'is of an authority that this machine does not know';
  return `Its certificate ${what} (${code}). Name a file with the certificate of the authority, or the self-signed one: --ca file.pem.`;
}

function createLine({
  url,
  origin,
  rate = 50,
  deadline = 15_000,
  send = fetch,
  signal = new AbortController().signal,
}: CheckBackendOptions): RecordingLine {
  const baseUrl = readUrl('url', url);
  if (!baseUrl.pathname.endsWith('/')) baseUrl.pathname += '/';
  if (!(rate > 0)) throw new TypeError('"rate" must be a positive number.');
  if (!(deadline > 0)) throw new TypeError('"deadline" must be a positive number.');
  const giveUps = new Set<() => void>();
  signal.addEventListener('abort', () => giveUps.forEach((giveUp) => giveUp()), { once: true });
  let next = 0;
  const line: RecordingLine = {
    baseUrl,
    origin: origin === undefined ? baseUrl.origin : readUrl('origin', origin).origin,
    send,
    deadline,
    signal,
    giveUps,
    exchanges: [],
    requests: 0,
    async waitForTurn() {
      line.signal.throwIfAborted();
      if (rate === Infinity) return;
      const now = performance.now();
      next = Math.max(next + 1000 / rate, now);
      if (next > now + 1) await new Promise((resolve) => setTimeout(resolve, next - now));
    },
    record(exchange) {
      line.requests += 1;
      line.exchanges.push(exchange);
    },
  };
  return line;
}

function readUrl(name: string, text: string | URL): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError(`"${name}" must be an absolute URL.`, { cause });
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`"${name}" must begin with http:// or https://.`);
  return url;
}

function chooseCases(
  { only, levels, slow = false, oidcPort }: CheckBackendOptions,
  isAcrossOrigins: boolean,
): BackendCase[] {
  const known = new Set(backendCases.flatMap(({ id, rule, chapter }) => [id, rule, chapter]));
  const unknown = only?.find((word) => !known.has(word));
  if (unknown !== undefined) throw new TypeError(`"only" names no case, rule or chapter: ${unknown}.`);
  return backendCases.filter(
    ({ id, rule, chapter, level, isSlow, needsProvider, isAcrossOrigins: needsOtherOrigin = false }) =>
      (slow || !isSlow) &&
      (isAcrossOrigins || !needsOtherOrigin) &&
      (oidcPort !== undefined || !needsProvider) &&
      (!levels || levels.includes(level)) &&
      (!only || only.some((word) => word === id || word === rule || word === chapter)),
  );
}

/** The sentence and the source of a rule. */
export const describeRule = (rule: RuleId): { sentence: string; source: string } => rules[rule];
