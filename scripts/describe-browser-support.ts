// Writes docs/browser-support.md from src/core/browser-support.ts; with --check only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { browserSupport, type BrowserFamily, type Support } from '../src/core/browser-support.js';

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

const rows = browserSupport.map(
  ({ feature, specification, source, support }) =>
    `| [${feature}](${specification}) | ${families.map(([family]) => cell(support[family])).join(' | ')} | [versions](${source}) |`,
);

const page = `# Browser support

What Latchkey uses where it is there, and the first version that has it, as of September 2026. The elements need none of it to be an ordinary form: they ask the browser what it can do and leave out the rest.
The same table as data: \`import { browserSupport } from 'latchkey/browser-support'\`.

The elements themselves run in Chromium from 125, Firefox from 126 and Safari from 17.5. Every browser on iOS and iPadOS follows Safari's column.

| feature | ${families.map(([, name]) => name).join(' | ')} | source |
|---|${families.map(() => '---|').join('')}---|
${rows.join('\n')}

## What is different in Firefox

\`npm test -- firefox\` walks through the elements in a real Firefox, with a passkey provider that the browser simulates. In version 153 this is not as in Chromium:

- A passkey gives the secret for a vault only when it is used, not when it is made. \`latch-vault-unlock\` says so between the two requests.
- \`latch-fedcm-button\` leaves its place to what is in the slot \`fallback\`; without that it says on a click that it is not available. \`latch-digital-credential-button\` says so on a click, and shows its fallback then.
- \`latch-payment-button\` shows the payment in a dialog of the page, and confirms it with a passkey. \`latch-install-button\` says how to install by hand.
- \`latch-otp-input\` is filled in by typing and pasting, and \`latch-password-form\` makes no passkeys of passwords.
- Firefox cannot be told that a passkey was removed from the account. It goes on offering it, and \`latch-passkey-field\` says what has become of it.

The rest is the same: autofill with passkeys, popups and redirects to a provider, the vault, the outbox, the service worker, and what happens in the other tabs.
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/browser-support.md is out of date: run npm run describe.');
  process.exitCode = 1;
}
