import { repository } from '../../conformance/backend/rules.js';
import { isAllowedByPolicies } from '../../manifest/site/index.js';
import type { Download } from '../download.js';
import { Failure } from '../failure.js';
import type { PageElement } from './read-page.js';
import type { Site } from './site.js';

/** How much depends on a check: sign-in fails or users are at risk, a good site does it, or it is a hint. */
export type SiteLevel = 'error' | 'warning' | 'advice';

/** One thing that is looked at. */
export interface SiteCheck {
  id: string;
  level: SiteLevel;
  /** What is right. */
  title: string;
  /** What to do if it is not. */
  fix: string;
  source: string;
  /** What is wrong, as a sentence; undefined if nothing is; `not-applicable` if the site has nothing to look at. */
  find(site: Site): string | undefined;
}

/** What a check answers if the site has nothing that it could look at. */
export const notApplicable = 'not-applicable';

const csp = 'https://www.w3.org/TR/CSP3/';
const docs = `${repository}/docs/embedding.md`;
const webauthn = 'https://www.w3.org/TR/webauthn-3/';

/** The sources that decide about `directive`, of each policy that says anything about it. */
const sourcesOf = ({ policies }: Site, directive: string, fallback = true): ReadonlyArray<readonly string[]> =>
  policies.flatMap((policy) => {
    const found = policy.get(directive) ?? (fallback ? policy.get('default-src') : undefined);
    return found ? [found] : [];
  });

/** Finds that no policy has `directive`. */
const requires =
  (directive: string, problem: string): SiteCheck['find'] =>
  ({ policies }) => {
    if (policies.length === 0) return notApplicable;
    return policies.some((policy) => policy.has(directive)) ? undefined : problem;
  };

const header = ({ page }: Site, name: string): string | undefined => page.headers.get(name)?.trim();

const inputsOf = ({ elements }: Site): PageElement[] => elements.filter(({ name }) => name === 'input');

/** The autofill tokens of a field, in lower case. */
const tokensOf = ({ attributes }: PageElement): string[] =>
  (attributes['autocomplete'] ?? '').toLowerCase().split(/\s+/).filter(Boolean);

const typeOf = ({ attributes }: PageElement): string => (attributes['type'] ?? 'text').toLowerCase();

const nameOf = ({ name, attributes }: PageElement): string =>
  `<${name}${attributes['name'] ? ` name="${attributes['name']}"` : attributes['id'] ? ` id="${attributes['id']}"` : ''}>`;

const isUsername = (input: PageElement): boolean =>
  ['text', 'email', 'tel'].includes(typeOf(input)) &&
  (tokensOf(input).some((token) => ['username', 'webauthn'].includes(token)) ||
    /^(?:user(?:name)?|login|e-?mail)$/i.test(input.attributes['name'] ?? ''));

const isMissing = ({ status }: Download): boolean => status === 404 || status === 410;

function readJson(answer: Download): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const isJson = ({ headers }: Download): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** The `rel` of links that browsers load. */
const loadedLinks = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload|prefetch)(?:\s|$)/i;

/** The other elements that load what `src` names. */
const loadingTags = ['script', 'img', 'iframe'];

/** What is wrong with an `Allow` list of the Permissions Policy for an ability that the elements need. */
function findDenied(site: Site, ability: string): string | undefined {
  const said = header(site, 'permissions-policy');
  const allowed = said && new RegExp(`(?:^|,)\\s*${ability}=(\\([^)]*\\)|[^,]*)`).exec(said)?.[1];
  const named = allowed?.replace(/^\(|\)$/g, '').split(/\s+/);
  if (!named || ['*', 'self', `"${site.url.origin}"`].some((word) => named.includes(word))) return undefined;
  return `Permissions-Policy has ${ability}=${allowed}, so the page itself may not use it.`;
}

export const siteChecks: readonly SiteCheck[] = [
  {
    id: 'https',
    level: 'error',
    title: 'The page is sent by https.',
    fix: 'Redirect http to https. Passkeys work on https and on localhost only.',
    source: `${webauthn}#sctn-securing-origin`,
    find: ({ url, isLocal }) =>
      url.protocol === 'https:' || isLocal ? undefined : `The page is sent by ${url.protocol.slice(0, -1)}.`,
  },
  {
    id: 'hsts',
    level: 'warning',
    title: 'Strict-Transport-Security lasts at least half a year.',
    fix: 'Send Strict-Transport-Security: max-age=31536000.',
    source: 'https://www.rfc-editor.org/rfc/rfc6797',
    find(site) {
      if (site.url.protocol !== 'https:') return notApplicable;
      const age = Number(/max-age="?(\d+)/i.exec(header(site, 'strict-transport-security') ?? '')?.[1] ?? 0);
      return age >= 15_552_000 ? undefined : `Strict-Transport-Security lasts ${age} seconds.`;
    },
  },
  {
    id: 'csp',
    level: 'error',
    title: 'The page has a content security policy.',
    fix: `Send Content-Security-Policy: default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'.`,
    source: csp,
    find: ({ policies }) => (policies.length > 0 ? undefined : 'The page has no Content-Security-Policy.'),
  },
  {
    id: 'csp-inline-script',
    level: 'error',
    title: 'The policy allows no inline script.',
    fix: `Remove 'unsafe-inline' from script-src, and use a nonce or a hash.`,
    source: `${csp}#directive-script-src`,
    find(site) {
      const lists = sourcesOf(site, 'script-src');
      if (lists.length === 0)
        return site.policies.length === 0 ? notApplicable : 'The policy does not restrict scripts.';
      const isOpen = lists.every(
        (sources) =>
          sources.includes(`'unsafe-inline'`) &&
          !sources.some((source) => /^'(?:nonce-|sha(?:256|384|512)-)/.test(source)),
      );
      return isOpen ? `script-src has 'unsafe-inline': injected markup runs as script.` : undefined;
    },
  },
  {
    id: 'csp-eval',
    level: 'warning',
    title: 'The policy allows no eval.',
    fix: `Remove 'unsafe-eval' from script-src. The elements do not need it.`,
    source: `${csp}#directive-script-src`,
    find(site) {
      const lists = sourcesOf(site, 'script-src');
      if (lists.length === 0) return notApplicable;
      return lists.every((sources) => sources.includes(`'unsafe-eval'`)) ? `script-src has 'unsafe-eval'.` : undefined;
    },
  },
  {
    id: 'csp-script-hosts',
    level: 'warning',
    title: 'The policy allows no scripts of every host.',
    fix: 'Name the hosts of your scripts, or use a nonce.',
    source: `${csp}#directive-script-src`,
    find(site) {
      const wide = sourcesOf(site, 'script-src').map((sources) =>
        sources.includes(`'strict-dynamic'`) // hosts and schemes count for nothing then
          ? undefined
          : sources.find((source) => /^(?:\*|https?:|data:|blob:)$/.test(source)),
      );
      if (wide.length === 0) return notApplicable;
      return wide.every(Boolean) ? `script-src has ${wide[0]}.` : undefined;
    },
  },
  {
    id: 'csp-object',
    level: 'advice',
    title: 'The policy allows no plug-ins.',
    fix: `Add object-src 'none'.`,
    source: `${csp}#directive-object-src`,
    find(site) {
      if (site.policies.length === 0) return notApplicable;
      const lists = sourcesOf(site, 'object-src');
      return lists.some((sources) => sources.join() === `'none'` || sources.join() === `'self'`)
        ? undefined
        : 'object-src is neither none nor self.';
    },
  },
  {
    id: 'csp-base',
    level: 'warning',
    title: 'The policy forbids other base URLs.',
    fix: `Add base-uri 'none'. Otherwise an injected <base> sends forms and scripts elsewhere.`,
    source: `${csp}#directive-base-uri`,
    find: requires('base-uri', 'The policy has no base-uri.'),
  },
  {
    id: 'csp-form-action',
    level: 'warning',
    title: 'The policy says where forms may be posted.',
    fix: `Add form-action 'self'. Otherwise injected markup can post a password elsewhere.`,
    source: `${csp}#directive-form-action`,
    find: requires('form-action', 'The policy has no form-action.'),
  },
  {
    id: 'csp-connect',
    level: 'error',
    title: 'The policy lets the elements reach the backend.',
    fix: `Add 'self' to connect-src.`,
    source: `${csp}#directive-connect-src`,
    find(site) {
      const backend = { url: new URL('/', site.url), page: site.url, redirected: true }; // below any path
      const closed = sourcesOf(site, 'connect-src').find(
        (sources) => !isAllowedByPolicies([`connect-src ${sources.join(' ')}`], ['connect-src'], backend),
      );
      return closed
        ? `connect-src is ${closed.join(' ') || 'empty'}: the elements cannot reach the backend.`
        : undefined;
    },
  },
  {
    id: 'framing',
    level: 'error',
    title: 'Other sites cannot show the page in a frame.',
    fix: `Add frame-ancestors 'self' to the policy, with the origins that may embed the page.`,
    source: `${csp}#directive-frame-ancestors`,
    find(site) {
      const lists = sourcesOf(site, 'frame-ancestors', false);
      const isOpen = lists.every((sources) => sources.some((source) => /^(?:\*|https?:)$/.test(source)));
      if (lists.length > 0 && !isOpen) return undefined;
      const options = new Set(
        header(site, 'x-frame-options')
          ?.toLowerCase()
          .split(/\s*,\s*/),
      );
      if (lists.length === 0 && options.size === 1 && (options.has('deny') || options.has('sameorigin')))
        return undefined;
      return 'Every site can show the page in a frame, and have users click in it.';
    },
  },
  {
    id: 'trusted-types',
    level: 'advice',
    title: 'The policy requires Trusted Types.',
    fix: `Add require-trusted-types-for 'script'; trusted-types lit-html latchkey 'allow-duplicates'.`,
    source: 'https://www.w3.org/TR/trusted-types/',
    find: requires('require-trusted-types-for', 'The policy does not require Trusted Types.'),
  },
  {
    id: 'trusted-types-policies',
    level: 'error',
    title: 'The policy allows the Trusted Types policies of the elements.',
    fix: `Add lit-html and latchkey to trusted-types, and 'allow-duplicates' if two copies of Lit may be loaded.`,
    source: docs,
    find(site) {
      const lists = sourcesOf(site, 'trusted-types', false);
      if (lists.length === 0) return notApplicable;
      const missing = ['lit-html', 'latchkey'].filter((name) =>
        lists.some((names) => !names.includes(name) && !names.includes('*')),
      );
      return missing.length > 0 ? `trusted-types lacks ${missing.join(' and ')}: the elements throw.` : undefined;
    },
  },
  {
    id: 'nosniff',
    level: 'warning',
    title: 'Browsers do not guess content types.',
    fix: 'Send X-Content-Type-Options: nosniff.',
    source: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
    find: (site) =>
      /^nosniff\s*(?:,|$)/i.test(header(site, 'x-content-type-options') ?? '')
        ? undefined
        : 'X-Content-Type-Options: nosniff is missing.',
  },
  {
    id: 'referrer',
    level: 'warning',
    title: 'Addresses with codes and states are not sent to other sites.',
    fix: 'Send Referrer-Policy: strict-origin-when-cross-origin, or no-referrer.',
    source: 'https://www.w3.org/TR/referrer-policy/',
    find(site) {
      const said = header(site, 'referrer-policy');
      return said && /\b(?:unsafe-url|no-referrer-when-downgrade)\s*$/i.test(said)
        ? `Referrer-Policy is ${said}.`
        : undefined;
    },
  },
  {
    id: 'opener',
    level: 'warning',
    title: 'Cross-Origin-Opener-Policy leaves popups of providers connected.',
    fix: 'Send Cross-Origin-Opener-Policy: same-origin-allow-popups on pages with latch-oidc-button.',
    source: `${repository}/docs/federated-sign-in.md`,
    find(site) {
      const said = header(site, 'cross-origin-opener-policy') ?? '';
      const hasPopup = site.elements.some(({ name }) => name === 'latch-oidc-button' || name === 'latch-sign-in');
      if (!hasPopup) return notApplicable;
      return /^(?:same-origin|noopener-allow-popups)\b(?!-allow)/i.test(said)
        ? `Cross-Origin-Opener-Policy is ${said}: the page does not hear from a sign-in in a popup.`
        : undefined;
    },
  },
  ...(
    [
      ['publickey-credentials-get', 'error', 'sign in with passkeys'],
      ['publickey-credentials-create', 'error', 'create passkeys'],
      ['identity-credentials-get', 'warning', 'sign in with FedCM'],
      ['otp-credentials', 'warning', 'read codes from text messages'],
    ] as const
  ).map(([ability, level, what]): SiteCheck => ({
    id: `permission-${ability}`,
    level,
    title: `Permissions-Policy lets the page ${what}.`,
    fix: `Add ${ability}=(self) to Permissions-Policy, or remove ${ability}.`,
    source: 'https://www.w3.org/TR/permissions-policy/',
    find: (site) => findDenied(site, ability),
  })),
  {
    id: 'page-cache',
    level: 'error',
    title: 'No shared cache keeps a page that sets a cookie or carries request options.',
    fix: 'Send Cache-Control: no-store with the page.',
    source: `${repository}/docs/backend.md#request-options-in-the-page`,
    find(site) {
      const said = header(site, 'cache-control') ?? '';
      const isPersonal = site.cookies.length > 0 || /"challenge"\s*:/.test(new TextDecoder().decode(site.page.bytes));
      if (!isPersonal)
        return /\bpublic\b/i.test(said) && /max-age=[1-9]\d{4,}/.test(said)
          ? `The page is kept for long: Cache-Control: ${said}.`
          : undefined;
      return /\b(?:no-store|private)\b/i.test(said)
        ? undefined
        : `The page is personal, and has Cache-Control: ${said || '(none)'}.`;
    },
  },
  ...(
    [
      ['http-only', /;\s*httponly/i, 'HttpOnly', 'warning'],
      ['secure', /;\s*secure/i, 'Secure', 'error'],
      ['same-site', /;\s*samesite=(?:lax|strict)/i, 'SameSite=Lax or Strict', 'error'],
    ] as const
  ).map(([id, pattern, attribute, level]): SiteCheck => ({
    id: `cookie-${id}`,
    level,
    title: `Cookies of the page have ${attribute}.`,
    fix: `Set the cookie with ${attribute}.`,
    source: `${repository}/docs/backend.md#sessions`,
    find({ cookies }) {
      if (cookies.length === 0) return notApplicable;
      const wrong = cookies.filter((line) => !pattern.test(line)).map((line) => line.split('=')[0]);
      return wrong.length > 0
        ? `${wrong.join(' and ')} ${wrong.length === 1 ? 'lacks' : 'lack'} ${attribute}.`
        : undefined;
    },
  })),
  {
    id: 'autocomplete-username',
    level: 'error',
    title: 'The field for the name offers names and passkeys.',
    fix: 'Set autocomplete="username webauthn". The last token must be webauthn.',
    source: `${webauthn}#sctn-autofill`,
    find(site) {
      const names = inputsOf(site).filter(isUsername);
      if (names.length === 0) return notApplicable;
      const wrong = names.find((input) => !tokensOf(input).includes('username'));
      if (wrong)
        return `${nameOf(wrong)} has autocomplete="${wrong.attributes['autocomplete'] ?? ''}", without username.`;
      const misplaced = names.find((input) => tokensOf(input).slice(0, -1).includes('webauthn'));
      return misplaced && `${nameOf(misplaced)} has webauthn before other tokens, so browsers ignore it.`;
    },
  },
  {
    id: 'autocomplete-webauthn',
    level: 'warning',
    title: 'One field offers passkeys.',
    fix: 'Wrap the field in latch-passkey-field, or set autocomplete="username webauthn".',
    source: `${webauthn}#sctn-autofill`,
    find(site) {
      if (site.elements.some(({ name }) => name === 'latch-passkey-field' || name === 'latch-sign-in'))
        return undefined;
      const inputs = inputsOf(site);
      if (inputs.length === 0) return notApplicable;
      return inputs.some((input) => tokensOf(input).includes('webauthn'))
        ? undefined
        : 'No field offers passkeys in its autofill.';
    },
  },
  {
    id: 'autocomplete-password',
    level: 'error',
    title: 'Password fields say whether the password is new.',
    fix: 'Set autocomplete="current-password" for sign-in, and "new-password" for a new one.',
    source: 'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
    find(site) {
      const passwords = inputsOf(site).filter((input) => typeOf(input) === 'password');
      if (passwords.length === 0) return notApplicable;
      const wrong = passwords.find(
        (input) => !tokensOf(input).some((token) => token === 'current-password' || token === 'new-password'),
      );
      return wrong && `${nameOf(wrong)} has autocomplete="${wrong.attributes['autocomplete'] ?? ''}".`;
    },
  },
  {
    id: 'autocomplete-code',
    level: 'warning',
    title: 'Fields for codes offer codes from messages.',
    fix: 'Set autocomplete="one-time-code" and inputmode="numeric".',
    source: `${repository}/docs/one-time-codes.md`,
    find(site) {
      const codes = inputsOf(site).filter(
        (input) =>
          tokensOf(input).includes('one-time-code') ||
          /^(?:otp|code|one-?time-?code)$/i.test(input.attributes['name'] ?? ''),
      );
      if (codes.length === 0) return notApplicable;
      const wrong = codes.find((input) => !tokensOf(input).includes('one-time-code'));
      return wrong && `${nameOf(wrong)} does not offer codes from messages.`;
    },
  },
  {
    id: 'form-target',
    level: 'error',
    title: 'Forms with a password are posted to the own site.',
    fix: 'Post the form to a URL of the page’s origin, by method="post".',
    source: `${repository}/docs/passwords.md`,
    find(site) {
      const forms = site.elements.filter(({ name }) => name === 'form');
      const password = inputsOf(site).find((input) => typeOf(input) === 'password');
      if (!password || forms.length === 0) return notApplicable;
      // the last form that begins before the field
      const formOfPassword = site.elements
        .slice(0, site.elements.indexOf(password))
        .findLast(({ name }) => name === 'form');
      const foreign = forms.find((form) => {
        const action = form.attributes['action'];
        if (!action || !URL.canParse(action, site.url)) return false;
        const { origin, protocol } = new URL(action, site.url);
        return form === formOfPassword ? origin !== site.url.origin : protocol !== site.url.protocol;
      });
      if (foreign) return `A form is posted to ${foreign.attributes['action']}.`;
      const isPosted = forms.some(({ attributes }) => /^post$/i.test(attributes['method'] ?? ''));
      return isPosted ? undefined : 'Without script, the form puts the password into the address of the page.';
    },
  },
  {
    id: 'integrity',
    level: 'warning',
    title: 'Scripts of other origins have an integrity attribute.',
    fix: 'Add integrity and crossorigin, or load the script from your own origin.',
    source: 'https://www.w3.org/TR/sri-2/',
    find(site) {
      const foreign = site.elements.filter(
        ({ name, attributes: { src } }) =>
          name === 'script' &&
          src !== undefined &&
          URL.canParse(src, site.url) &&
          new URL(src, site.url).origin !== site.url.origin,
      );
      if (foreign.length === 0) return notApplicable;
      const bare = foreign.find(({ attributes }) => !attributes['integrity']);
      return bare && `${bare.attributes['src']} has no integrity: a change there can read every password here.`;
    },
  },
  {
    id: 'mixed-content',
    level: 'error',
    title: 'The page loads nothing by http.',
    fix: 'Load scripts, styles and frames by https.',
    source: 'https://www.w3.org/TR/mixed-content/',
    find(site) {
      if (site.url.protocol !== 'https:') return notApplicable;
      const plain = site.elements
        .flatMap(({ name, attributes: { src, href, rel = '' } }) =>
          name === 'link' ? (loadedLinks.test(rel) ? [href] : []) : loadingTags.includes(name) ? [src] : [],
        )
        .find((address) => address?.startsWith('http://'));
      return plain && `${plain} is loaded by http.`;
    },
  },
  {
    id: 'language',
    level: 'warning',
    title: 'The page says its language.',
    fix: 'Set lang on <html>. The elements choose their language by it.',
    source: `${repository}/docs/languages.md`,
    find: ({ elements }) =>
      elements.some(({ name, attributes }) => name === 'html' && attributes['lang'])
        ? undefined
        : '<html> has no lang.',
  },
  {
    id: 'zoom',
    level: 'warning',
    title: 'Users can zoom the page.',
    fix: 'Remove user-scalable=no and maximum-scale from <meta name="viewport">.',
    source: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text',
    find({ elements }) {
      const viewport = elements.find(({ name, attributes }) => name === 'meta' && attributes['name'] === 'viewport');
      const content = viewport?.attributes['content'] ?? '';
      return /user-scalable\s*=\s*(?:no|0)|maximum-scale\s*=\s*1(?:\.0)?\b/i.test(content)
        ? `<meta name="viewport"> has ${content}.`
        : undefined;
    },
  },
  {
    id: 'related-origins',
    level: 'error',
    title: '/.well-known/webauthn is a list of origins, if there is one.',
    fix: 'Send JSON such as {"origins": ["https://app.example"]} as application/json.',
    source: `${webauthn}#sctn-related-origins`,
    find({ relatedOrigins: answer }) {
      if (answer instanceof Failure) return answer.message;
      if (isMissing(answer)) return notApplicable;
      if (answer.status !== 200) return `It returns ${answer.status}.`;
      if (!isJson(answer)) return `It is sent as ${answer.headers.get('content-type') ?? '(none)'}.`;
      const { origins } = (readJson(answer) ?? {}) as { origins?: unknown };
      if (!Array.isArray(origins)) return 'It has no list "origins".';
      const wrong = origins.find(
        (origin) => typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).origin !== origin,
      );
      return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is not an origin.`;
    },
  },
  {
    id: 'passkey-endpoints',
    level: 'warning',
    title: '/.well-known/passkey-endpoints says where users create and manage passkeys.',
    fix: 'Send JSON such as {"enroll": "https://app.example/settings", "manage": "https://app.example/settings"}.',
    source: 'https://www.w3.org/TR/passkey-endpoints/',
    find({ passkeyEndpoints: answer, url }) {
      if (answer instanceof Failure) return answer.message;
      if (isMissing(answer)) return 'It is missing, so password managers cannot lead users to your settings.';
      if (answer.status !== 200 || !isJson(answer)) return 'It is not JSON with the status 200.';
      const said = Object(readJson(answer)) as Record<string, unknown>;
      const named = ['enroll', 'manage', ...('prfUsageDetails' in said ? ['prfUsageDetails'] : [])];
      const wrong = named.find((name) => {
        const address = said[name];
        return typeof address !== 'string' || !URL.canParse(address) || new URL(address).protocol !== url.protocol;
      });
      return wrong && `"${wrong}" is not an absolute URL.`;
    },
  },
  {
    id: 'change-password',
    level: 'warning',
    title: '/.well-known/change-password leads to a page.',
    fix: 'Redirect it to the page where users change their password, or manage how they sign in.',
    source: 'https://www.w3.org/TR/change-password-url/',
    find({ changePassword: answer }) {
      if (answer instanceof Failure) return answer.message;
      const { status } = answer;
      return status === 200 ? undefined : `It returns ${status}, so password managers send users to the start page.`;
    },
  },
  {
    id: 'well-known-reliable',
    level: 'warning',
    title: 'A well-known URL that does not exist returns 404.',
    fix: 'Do not answer unknown paths with the start page and the status 200.',
    source:
      'https://www.w3.org/TR/change-password-url/#the-resource-that-should-not-exist-whose-status-code-should-not-be-200-well-known-uri',
    find: ({ nowhere: answer }) =>
      !(answer instanceof Failure) && answer.status >= 200 && answer.status < 300
        ? `It returns ${answer.status}, so password managers do not trust your well-known URLs.`
        : undefined,
  },
];
