// Writes docs/browser-support.md from src/base/browser/support.ts, and from what npm run engines has written; with
// --check only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { awaitedFeatures, browserSupport, type BrowserFamily, type Support } from '../src/base/browser/support.js';

const file = new URL('../docs/browser-support.md', import.meta.url);
const families: readonly [BrowserFamily, string][] = [
  ['chromiumDesktop', 'Chromium desktop'],
  ['chromiumAndroid', 'Chromium Android'],
  ['webkitDesktop', 'Safari macOS'],
  ['webkitMobile', 'Safari iOS, iPadOS'],
  ['gecko', 'Firefox'],
];

function cell(support: Support): string {
  return support === false ? 'no' : `${support.since}${support.note ? ` (${support.note})` : ''}`;
}

/** What one engine has run, and which features a page found in it. */
interface EngineRun {
  name: string;
  version: string;
  files: number;
  tests: number;
  supports: Readonly<Record<string, boolean>>;
}

const runs = JSON.parse(readFileSync(new URL('./engine-runs.json', import.meta.url), 'utf8')) as EngineRun[];
const runRows = runs.map(
  ({ name, version, files, tests }) => `| ${name} ${version} | ${tests.toLocaleString('en')} in ${files} files |`,
);
const detectedRows = browserSupport
  .filter(({ feature }) => feature in runs[0]!.supports)
  .map(
    ({ feature }) => `| ${feature} | ${runs.map(({ supports }) => (supports[feature] ? 'yes' : 'no')).join(' | ')} |`,
  );

const rows = browserSupport.map(
  ({ feature, specification, source, support }) =>
    `| [${feature}](${specification}) | ${families.map(([family]) => cell(support[family])).join(' | ')} | [versions](${source}) |`,
);

const page = `# Browser support

The platform features that Latchkey uses if they are available, and the first version with each, as of September 2026. Without any of
them the elements are still ordinary forms: they detect what the browser supports and hide the rest. The same table as data:
\`import { browserSupport } from 'latchkey/browser-support'\`.

The elements are written for Chromium from 125, Firefox from 126 and Safari from 17.5, by the sources below. The
[versions that are tested](#what-is-tested-in-which-engine) are newer. All browsers on iOS and iPadOS follow Safari's column.

WebAuthn Level 3 is a W3C Recommendation since August 25, 2026: JSON helpers, client capabilities, conditional create, related origins
and signals are part of it.

Apps on Android show pages in two ways. A Trusted Web Activity is Chromium itself and has all of its column. A WebView belongs to
the app around it: it has passkeys only if that app asks for them, and none in autofill, so use a button.

| feature | ${families.map(([, name]) => name).join(' | ')} | source |
|---|${families.map(() => '---|').join('')}---|
${rows.join('\n')}

## What comes next

Features that no browser has without a flag, or that Latchkey does not use yet. The tests run each in the browser that the table
names. "Stand-in" means that no browser could run it.

| feature | used by Latchkey | seen in | what it waits for | source |
|---|---|---|---|---|
${awaitedFeatures.map(({ feature, use = 'not yet', seenIn, awaits, source }) => `| ${feature} | ${use} | ${seenIn} | ${awaits} | [source](${source}) |`).join('\n')}

The tests in flagged browsers are \`web-install.slow\`, \`email-verification.slow\`, \`ambient-sign-in.slow\`, \`fedcm-several.slow\`,
\`fedcm-delegation.slow\` and \`bound-sessions.slow\` in \`test/journeys\`.

## What is tested in which engine

\`npm run engines\` runs the component tests in each engine, asks a page in it for each feature, and writes this table:

| engine | component tests, all passed |
|---|---|
${runRows.join('\n')}

Firefox and WebKitGTK do not run tests of what they lack, and of what only Chromium lets a test bring about. \`npm run test:all\` also
uses the demo in all three: with passkeys in Chromium and Firefox, and without them in WebKitGTK, which has none. Safari itself is not
tested: its columns above come from the sources, and WebKitGTK shows how its engine runs the elements.

| detected by a page at localhost | ${runs.map(({ name, version }) => `${name} ${version}`).join(' | ')} |
|---|${runs.map(() => '---|').join('')}
${detectedRows.join('\n')}

Firefox 153 reports related origins, which the sources above do not list yet.

## Differences in WebKitGTK

\`npm run test:all -- webkit\` uses the demo in WebKitGTK. Without passkeys the elements do this:

| element | in WebKitGTK |
|---|---|
| \`latch-sign-in\` | asks for the password, and shows no button for passkeys or FedCM |
| \`latch-sign-up\` | creates the account with a password |
| \`latch-passkey-field\` | shows the input alone |
| \`latch-passkey-button\`, \`latch-passkey-create\` | on a click, say that the browser cannot use passkeys, and show their fallback |
| \`latch-passkey-list\` | lists the passkeys of the account; adding one says that it does not work here |
| \`latch-vault-unlock\`, \`latch-digital-credential-button\` | on a click, say so at once |
| \`latch-payment-button\` | says that the account has no passkey for payments |
| \`latch-fedcm-button\` | the slot \`fallback\` replaces the button |
| \`latch-install-button\` | shows that this browser cannot install apps |

WebKitGTK keeps no cookie with the attribute \`Secure\` over http, not even at localhost. The session cookie has that attribute, so
serve the app over https there. If a sign-in in Safari does not last at http://localhost, try the same.

## Differences in Firefox

\`npm test -- firefox\` tests the elements in Firefox, with a passkey provider that the browser simulates. Version 153 differs from
Chromium:

| element | in Firefox |
|---|---|
| \`latch-vault-unlock\` | a passkey returns the PRF result only when it is used, not when it is created; the element explains this between the two requests |
| \`latch-fedcm-button\` | the slot \`fallback\` replaces the button; without a fallback a click shows that FedCM is not available |
| \`latch-digital-credential-button\` | on a click, shows that digital credentials are not available, and its fallback |
| \`latch-payment-button\` | shows the payment in a dialog of the page, and confirms it with a passkey |
| \`latch-install-button\` | shows the steps to install by hand |
| \`latch-otp-input\` | the user types or pastes the code |
| \`latch-password-form\` | creates no passkeys from passwords |
| \`latch-passkey-field\` | Firefox has no API to report that a passkey was removed from the account, and still offers it; the element then says that it was removed |

Everything else is the same: autofill with passkeys, popups and redirects to a provider, the vault, the outbox, the service worker, and
what happens in other tabs.
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/browser-support.md is out of date: run npm run describe.');
  process.exitCode = 1;
}
