import type { Engine } from './engine.js';

/** Everything that can be found in a manifest. Codes are stable; sentences may change. */
export type FindingCode = keyof typeof findingKinds;

/**
 * How much a finding matters: an `error` breaks the manifest or installation, a `warning` changes or loses something,
 * `info` is good to know, `advice` makes a better app.
 */
export type FindingLevel = 'error' | 'warning' | 'info' | 'advice';

/** What all findings of one code have in common. */
export interface FindingKind {
  level: FindingLevel;
  /** What is the matter: `@` stands for the place, `$` for what the finding adds. */
  says: string;
  /** What to write instead, if that is always the same. */
  fix?: string;
  /** The engines that behave like this, if not all that read the member. */
  engines?: readonly Engine[];
  /** The rule, if it is not the definition of the member. */
  spec?: string;
}

const chromium: readonly Engine[] = ['chromium'];
const json = 'https://www.rfc-editor.org/rfc/rfc8259';

const findingKinds = {
  'not-json': { level: 'error', says: 'This is not JSON: $', spec: json },
  'json-comment': { level: 'error', says: 'This is not JSON: $', spec: json, fix: 'remove it' },
  'trailing-comma': { level: 'error', says: 'This is not JSON: $', spec: json, fix: 'remove it' },
  'nested-too-deep': { level: 'error', says: 'The browser rejects this, because $', spec: json },
  'text-too-short': {
    level: 'error',
    says: 'Chromium treats a manifest of fewer than $ bytes as empty',
    engines: chromium,
  },
  'not-an-object': { level: 'error', says: 'A manifest must be an object', fix: '{ … }' },
  'permissions-policy-malformed': {
    level: 'error',
    says: 'Chromium rejects the whole manifest, because @ is not $',
    engines: chromium,
    fix: 'remove it',
  },
  'lax-string': { level: 'warning', says: 'Other engines reject this text: $', spec: json },
  'byte-order-mark': {
    level: 'info',
    says: 'The text begins with a byte order mark, which JSON should not have',
    spec: json,
  },
  'duplicate-member': { level: 'warning', says: '@ is repeated below, and the last value counts', spec: json },
  'content-type': {
    level: 'warning',
    says: 'The media type of the response is $',
    fix: 'Content-Type: application/manifest+json',
    spec: 'https://www.w3.org/TR/appmanifest/#media-type-registration',
  },
  'unknown-member': {
    level: 'info',
    says: '$ in no specification',
    engines: ['spec', 'chromium', 'webkit', 'gecko'],
  },
  'member-not-read': { level: 'info', says: '$' },
  'member-for-few': { level: 'info', says: 'Only $ uses @', engines: ['chromium', 'webkit', 'gecko'] },
  'platform-not-used': { level: 'info', says: 'Chromium does nothing with apps of $ in @', engines: chromium },
  'obsolete-member': { level: 'info', says: '@ is obsolete', fix: 'remove it' },
  'wrong-type': { level: 'warning', says: '@ must be $' },
  'missing-member': { level: 'warning', says: '@ is missing' },
  'empty-text': { level: 'warning', says: '@ is empty' },
  'white-space': { level: 'info', says: 'White space around @ is ignored' },
  'line-break-removed': {
    level: 'warning',
    says: 'Chromium removes the line breaks and tabs in @, others keep them',
    engines: chromium,
  },
  'unknown-value': { level: 'warning', says: '$ is not a valid value of @' },
  'not-lower-case': { level: 'warning', says: '$ in @ works, but should be lowercase' },
  'too-many': { level: 'warning', says: 'Of @ only $ count' },
  'too-long': { level: 'warning', says: '@ is longer than $ characters' },
  'invalid-url': { level: 'warning', says: '@ is not $' },
  'empty-url': { level: 'warning', says: '@ is empty. $' },
  'other-origin': { level: 'warning', says: '@ leads to another origin than $' },
  'other-site': { level: 'warning', says: '@ leads to another site than $' },
  'site-assumed': {
    level: 'info',
    says: 'Whether @ is of the site of $ was guessed by the last two labels of the host',
  },
  'out-of-scope': { level: 'warning', says: '@ leads out of the scope $' },
  'start-url-outside-scope': { level: 'warning', says: '@ does not contain the start URL $' },
  'scope-without-slash': { level: 'info', says: '@ does not end with a slash, so $-and-more is in scope too' },
  'query-dropped': { level: 'info', says: 'The query and the fragment of @ are ignored' },
  'fragment-dropped': {
    level: 'info',
    says: 'The fragment of @ is ignored',
    engines: ['spec', 'chromium', 'webkit'],
  },
  'fragment-kept': { level: 'info', says: 'Gecko alone keeps the fragment of @', engines: ['gecko'] },
  'display-needs-override': { level: 'warning', says: '$ belongs in "display_override", with a basic mode in @' },
  'display-for-few': { level: 'warning', says: '@ works in $ only' },
  'invalid-color': {
    level: 'warning',
    says: '@ is $, which is not a color on its own',
    fix: 'such as "#336699"',
    spec: 'https://www.w3.org/TR/css-color-4/#color-syntax',
  },
  'invalid-language-tag': {
    level: 'warning',
    says: '$ is not a language tag',
    fix: 'such as "en" or "pt-BR"',
    spec: 'https://www.rfc-editor.org/rfc/rfc5646',
  },
  'invalid-sizes': { level: 'warning', says: '$ in @ is not a size', fix: 'such as "192x192 512x512", or "any"' },
  'missing-sizes': {
    level: 'warning',
    says: '@ is missing, without which no icon makes the app installable',
    fix: 'such as "512x512", or "any" for SVG',
  },
  'unusable-purpose': {
    level: 'warning',
    says: '@ is $, which contains no purpose',
    fix: 'any, maskable or monochrome',
  },
  'invalid-media-type': { level: 'warning', says: '$ is not a media type', fix: 'such as "image/png"' },
  'invalid-extension': { level: 'warning', says: '$ is not a file extension', fix: 'such as ".png"' },
  'invalid-combination': {
    level: 'warning',
    says: '@ needs POST and multipart/form-data',
    fix: '"method": "POST", "enctype": "multipart/form-data"',
  },
  'protocol-not-allowed': {
    level: 'warning',
    says: '$ is not a scheme for web apps',
    spec: 'https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme',
  },
  'missing-placeholder': {
    level: 'warning',
    says: '@ has no placeholder for the URL',
    fix: 'such as "/open?url=%s"',
  },
  'id-required': { level: 'warning', says: '@ needs an "id" beside it' },
  'more-of-the-same': { level: 'info', says: 'There are $' },
} as const satisfies Record<string, FindingKind>;

/** What all findings of a code have in common. */
export function kindOfFinding(code: FindingCode): FindingKind {
  return findingKinds[code];
}

/** All codes. */
export const findingCodes = Object.keys(findingKinds) as FindingCode[];
