import { expect } from '@open-wc/testing';

const tags = [
  'account',
  'digital-credential-button',
  'fedcm-button',
  'install-button',
  'manifest-inspector',
  'offline-status',
  'oidc-button',
  'otp-input',
  'passkey-button',
  'passkey-create',
  'passkey-field',
  'passkey-list',
  'password-form',
  'payment-button',
  'session-list',
  'sign-in',
  'sign-out-button',
  'sign-up',
  'vault-unlock',
].map((name) => `<latch-${name}></latch-${name}>`);

/** Elements as pages write them, with content and attributes that change how much room they take. */
const written = [
  '<latch-passkey-button>Sign in with a passkey</latch-passkey-button>',
  '<latch-passkey-field><label for="name">Username</label> <input id="name"></latch-passkey-field>',
  '<latch-passkey-field autofill-only></latch-passkey-field>',
  '<latch-otp-input to="ada@example.com"></latch-otp-input>',
  '<latch-otp-input><label for="code">Code</label> <input id="code"></latch-otp-input>',
  '<latch-otp-input><form slot="address"><input aria-label="Email"><button>Send</button></form></latch-otp-input>',
  '<form><latch-otp-input name="code"></latch-otp-input></form>',
  '<latch-password-form><form method="post" action="/login"><input autocomplete="username"><input type="password" autocomplete="current-password"><button>Sign in</button></form></latch-password-form>',
  '<latch-vault-unlock><p>A secret</p><p>that takes much room</p></latch-vault-unlock>',
  '<latch-offline-status><latch-passkey-button slot="sign-in"></latch-passkey-button></latch-offline-status>',
  '<latch-sign-in methods="passkey password oidc fedcm code"><h1 slot="heading">Sign in</h1><span slot="footer">New here?</span></latch-sign-in>',
  '<latch-sign-in><svg slot="logo" class="line" width="40" height="40"></svg><h1 slot="heading" class="line">Sign in to Quire</h1><div slot="subtitle" class="line">Your notes are waiting.</div></latch-sign-in>',
  '<latch-sign-in><img slot="logo" alt="" width="24" height="24"><h1 slot="heading" class="line">Sign in</h1></latch-sign-in>',
  '<latch-sign-in><form method="post" action="/login"><input autocomplete="username"><input type="password" autocomplete="current-password"><button>Sign in</button></form></latch-sign-in>',
  '<latch-sign-up><h1 slot="heading">Join</h1><form method="post" action="/signup"><input autocomplete="username"><input type="password" autocomplete="new-password"><button>Join</button></form></latch-sign-up>',
  '<latch-passkey-button hidden></latch-passkey-button>',
];

interface Page {
  /** How far each line of the page has moved, in pixels. */
  moved: number[];
  /** Whether each line was visible before the tags were defined. */
  visible: boolean[];
  /** The sum of all layout shifts that the browser has seen. */
  shift: number;
}

/** Opens a page in which all tags are defined only after it was shown. What elements ask the backend takes for ever. */
async function defineLate(head: string): Promise<Page> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; inset: 0; inline-size: 800px; block-size: 4000px; border: 0';
  frame.src = '/test/support/browser/empty-page.html';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const page = frame.contentWindow as Window & typeof globalThis;
  page.document.head.innerHTML = head;
  for (const link of page.document.querySelectorAll('link'))
    if (!link.sheet) await new Promise((resolve) => link.addEventListener('load', resolve));
  page.document.body.innerHTML = [...tags, ...written]
    .map((tag) => `${tag}\n<div class="line">After it</div>`)
    .join('\n');
  page.fetch = () => new Promise(() => {});
  const entries: { value: number }[] = [];
  const note = (list: PerformanceEntryList) => entries.push(...(list as unknown as typeof entries));
  const observer = new page.PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const frames = () => new Promise((resolve) => page.requestAnimationFrame(() => page.requestAnimationFrame(resolve)));
  const tops = () => [...page.document.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().top);
  await frames();
  const before = tops();
  const visible = [...page.document.querySelectorAll('.line')].map((line) =>
    line.checkVisibility({ visibilityProperty: true }),
  );
  const script = page.document.createElement('script');
  script.type = 'module';
  script.src = '/src/define/all.ts';
  const defined = new Promise((resolve) => script.addEventListener('load', resolve));
  page.document.head.append(script);
  await defined;
  const elements = [...page.document.querySelectorAll<HTMLElement & { updateComplete?: Promise<unknown> }>('body *')];
  for (const element of elements) await element.updateComplete;
  await frames();
  note(observer.takeRecords());
  const after = tops();
  frame.remove();
  return {
    moved: after.map((top, index) => top - before[index]!),
    visible,
    shift: entries.reduce((sum, e) => sum + e.value, 0),
  };
}

describe('latchkey/styles.css', () => {
  const sheet = '<link rel="stylesheet" href="/src/styles.css">';

  for (const [where, style] of [
    ['in the font of the browser', ''],
    // Wide enough for each label to stand on one line: how often text wraps is not known before.
    ['in large serifs', 'body { font: 20px/1.6 serif } latch-sign-up { --latch-max-inline-size: 480px }'],
    ['with other sizes', ':root { --latch-control-size: 56px }'],
  ] as const) {
    it(`reserves the room of every element until its tag is defined, ${where}`, async () => {
      const { moved, visible, shift } = await defineLate(`${sheet}<style>${style}</style>`);
      expect(moved.length).to.equal(39);
      // the headings of cards among them
      expect(visible).not.to.include(false);
      expect(Math.max(...moved.map(Math.abs))).to.be.lessThan(1.5, moved.join());
      expect(shift).to.be.at.most(0.01);
    });
  }

  it('is what keeps the page still', async () => {
    const { moved, shift } = await defineLate('');
    expect(Math.max(...moved)).to.be.greaterThan(500);
    expect(shift).to.be.greaterThan(0.01);
  });
});
