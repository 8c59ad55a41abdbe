import { expect } from '@open-wc/testing';
import '../../src/define/passkey-list.js';
import { toBase64Url } from '../../src/base/bytes.js';
import type { ListedCredential } from '../../src/passkey/index.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { statusOf } from '../support/browser/elements.js';
import { choose, menuButtons } from '../support/browser/menu.js';
import { runsEverything } from '../support/browser/runs.js';
import { credentialList, listedCredential, passkeyBackend } from '../support/browser/passkeys.js';

const payloads = [
  '<script>globalThis.pwned = true</script>',
  '<img src=x onerror="globalThis.pwned = true">',
  '<svg onload="globalThis.pwned = true">',
  '"><button onfocus="globalThis.pwned = true" autofocus>',
  `' autofocus onfocus='globalThis.pwned = true`,
  'javascript:globalThis.pwned=true',
  '<iframe srcdoc="<script>parent.pwned = true</script>"></iframe>',
  '<a href="javascript:globalThis.pwned=true">click</a>',
  '${globalThis.pwned = true}',
  '{{constructor.constructor("globalThis.pwned = true")()}}',
  '</li></ul><template shadowrootmode="open">',
  '<!-- lit-part -->',
  '?lit$123$',
  '<?lit$1$?>',
  '{name}',
  "$& $1 $` $'",
  '\u202Eevil\u202C',
  '\u2069\u2068\u2066',
  'a\u0300'.repeat(40),
  '&lt;b&gt;&amp;&#x3c;',
  '\uD800',
  '💥'.repeat(40),
  '__proto__',
  'constructor',
  'null',
];

/** Every payload 20 times, in `npm test` twice, each time with something else around it. */
const nicknames = Array.from({ length: payloads.length * (runsEverything ? 20 : 2) }, (_, index) => {
  const payload = payloads[index % payloads.length]!;
  return index < payloads.length ? payload : `${'<"\'`>'[index % 5]}${payload}${index}`;
});
const idOf = (index: number) => toBase64Url(new Uint8Array([index >> 8, index & 255, 1]));

describe('<latch-passkey-list> with hostile nicknames', () => {
  let backend: BackendRequests;
  let element: HTMLElement;

  before(() => import('../../src/passkey/passkey-editing.js'));

  beforeEach(() => {
    backend = watchBackendRequests();
  });

  afterEach(() => {
    element.remove();
    backend.restore();
  });

  async function show(...credentials: ListedCredential[]): Promise<ShadowRoot> {
    backend.answerWith(passkeyBackend(...credentials).answer);
    element = document.body.appendChild(document.createElement('latch-passkey-list'));
    do await settled();
    while (element.matches(':state(loading)'));
    return element.shadowRoot!;
  }

  it('shows each as the text it is, in the list, in labels, in its form and in its question', async () => {
    const root = await show(...nicknames.map((nickname, index) => listedCredential({ id: idOf(index), nickname })));
    const kinds = new Set([...root.querySelectorAll('*')].map(({ localName }) => localName));
    const own = ['bdi', 'button', 'details', 'div', 'li', 'p', 'path', 'slot', 'span', 'summary', 'svg', 'ul'];
    expect([...kinds].sort()).to.deep.equal(own);
    const names = [...root.querySelectorAll('[part=item-title]')].map(({ textContent }) => textContent);
    expect(
      names.every((name, index) => name === nicknames[index]),
      'names',
    ).to.equal(true);
    const labels = menuButtons(element).map((button) => button.getAttribute('aria-label'));
    expect(
      labels.every((label, index) => label === `Actions for ${nicknames[index]}`),
      'labels',
    ).to.equal(true);
    for (let index = 0; index < payloads.length; index++) {
      await choose(element, 'Remove', index);
      expect(root.querySelector('#question')!.textContent, payloads[index]).to.equal(
        `Remove the passkey “\u2068${nicknames[index]}\u2069”?`,
      );
      root.querySelector<HTMLElement>('[part=dialog-cancel]')!.click();
      await settled();
      await choose(element, 'Rename', index);
      expect(root.querySelector<HTMLInputElement>('#nickname')!.value, payloads[index]).to.equal(nicknames[index]);
      root.querySelector<HTMLElement>('form [type=button]')!.click();
      await settled();
    }
    expect(globalThis).not.to.have.property('pwned');
  });

  it('calls a passkey by its provider when its nickname is nothing but white space', async () => {
    await show(listedCredential({ nickname: '' }), listedCredential({ id: 'BAUG', nickname: ' \u00a0\t' }));
    expect(menuButtons(element).map((button) => button.getAttribute('aria-label'))).to.deep.equal([
      'Actions for Passkey',
      'Actions for Passkey',
    ]);
  });

  it('shows no time that the backend does not tell', async () => {
    const root = await show(listedCredential({ createdAt: 0, lastUsedAt: 0 }));
    expect(root.querySelector('time')).to.equal(null);
  });

  it('takes any text for an AAGUID, and the last moments of time for dates', async () => {
    const root = await show(
      listedCredential({ id: 'AQID', aaguid: '<b>constructor</b>', createdAt: Number.MAX_SAFE_INTEGER, lastUsedAt: 1 }),
      listedCredential({
        id: 'BAUG',
        aaguid: '__proto__',
        createdAt: 0,
        lastUsedAt: Number.MAX_SAFE_INTEGER,
        deviceType: 'singleDevice',
        backedUp: false,
      }),
    );
    expect([...root.querySelectorAll('[part=item-title]')].map(({ textContent }) => textContent)).to.deep.equal([
      'Passkey',
      'Passkey',
    ]);
    expect([...root.querySelectorAll('time')].map(({ dateTime }) => dateTime)).to.deep.equal([
      '1970-01-01T00:00:00.001Z',
      '+275760-09-13T00:00:00.000Z',
    ]);
  });

  for (const [what, change] of [
    ['an id that is no base64url', { id: '"><img src=x>' }],
    ['an id that is missing', { id: undefined }],
    ['a nickname that is an object', { nickname: { toString: 'x' } }],
    ['a date in words', { createdAt: 'yesterday' }],
    ['a date before time', { lastUsedAt: -1 }],
    ['an unknown kind of device', { deviceType: 'toaster' }],
  ] as const) {
    it(`shows no list at all that holds ${what}`, async () => {
      backend.answerWith(() =>
        json({ ...credentialList(), credentials: [listedCredential(), { ...listedCredential(), ...change }] }),
      );
      element = document.body.appendChild(document.createElement('latch-passkey-list'));
      await settled();
      expect(element.shadowRoot!.querySelectorAll('li')).to.have.length(0);
      expect(statusOf(element)).to.equal('The server has a problem. Try again later.');
    });
  }
});
