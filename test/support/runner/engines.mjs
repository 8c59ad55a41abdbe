import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { componentFolders } from './component-folders.mjs';
import { createAuthenticators } from './firefox-authenticators.mjs';
import { findFirefox, startFirefox } from './firefox.mjs';
import { hasWebKit, openWebKit } from './webkit.mjs';

/**
 * Test files that only Chromium can run, by their paths: they bring about what the other engines lack, or need
 * what only Chromium lets a test do.
 */
const onlyInChromium = {
  firefox: [
    // features that Firefox lacks
    /fedcm|install\/(?!latch-manifest)|otp-input-form|-payment|payment\/(?!amounts)|read-sms/,
    // the passwords that a browser has saved, and signals to passkey providers
    /password-credential|remember|sign-in-silently|passkey-list|passkey\/sign-in|chosen-provider/,
    // what its virtual authenticator lacks: PRF, faulty responses, a user who is away, a choice in autofill
    /vault-unlock|second-sign-in|passkey-create|passkey-field|latch-(sign-in|password-form)\.test/,
    /passkey\/(create|prf|signals|sign-up|step-up)\.test|serialize|browser\/authenticator/,
    // a page that notices where it is about to go, a database that never opens, and the room of buttons for FedCM
    /oidc-button|database-log|styles/,
    // an import of what is there already that takes no task: the test counts the steps in between
    /removal/,
  ],
  webkit: [
    // features that WebKitGTK lacks
    /fedcm|install\/(?!latch-manifest)|otp-input|-payment|payment\/(?!amounts)|read-sms/,
    /password-credential|remember|sign-in-silently|chosen-provider/,
    // a session over http, whose cookie WebKit does not keep
    /-session|session-|session\/session|account\/account|second-factor|another-device|codes|confirm\.test/,
    /settings|private-caches/,
    /sign-in\.test|sign-up\.test|outbox\/outbox|sign-out\/(register-local-data|forget|sign-out|without-storage)/,
    // a page that notices where it is about to go, transactions and locks that a test holds up, persistence
    /oidc|database|lock-triggers|vault\.test/,
    // windows of 320 pixels, and the room of buttons for passkeys
    /menu|styles/,
  ],
};

/** Test files that compute without the browser, at length: no engine differs there. */
const computing =
  /ceremony-model|hostile-answers|base\/(?:text|client\/(?:adapt|errors|lacks|shape))|options-json|browser-errors|choose-mode|amounts|passkey\/providers/;

/** Other engines than Chromium: whether this machine has them, and how they are opened. */
export const engines = {
  firefox: { name: 'Firefox', isHere: () => Boolean(findFirefox()), open: openFirefox },
  webkit: { name: 'WebKitGTK', isHere: hasWebKit, open: openPagesOfWebKit },
};

/** All component tests that do not belong to the full run alone. */
export const listComponentTests = () =>
  componentFolders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts'));

/** Of these component tests, those that an engine can run. */
export function testsFor(engine, files) {
  const known = new Map();
  // WebKit has no passkeys, and keeps no session over http: its cookie is for https alone
  const barred =
    engine === 'webkit'
      ? /devtools\.js'|PublicKeyCredential|navigator\.credentials|browser\/account\.js'/
      : /devtools\.js'/;
  const needsChromium = (file) => {
    if (known.has(file)) return known.get(file);
    known.set(file, false);
    const text = readFileSync(file, 'utf8');
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, path]) => resolve(dirname(file), path.replace(/\.js$/, '.ts')))
      .filter((path) => path.includes('/test/') && existsSync(path));
    const hasFirefox = engine === 'firefox' && file.endsWith('/test/support/browser/authenticator.ts');
    const needs = !hasFirefox && (barred.test(text) || imported.some(needsChromium));
    known.set(file, needs);
    return needs;
  };
  return files.filter(
    (file) => ![computing, ...onlyInChromium[engine]].some((part) => part.test(file)) && !needsChromium(resolve(file)),
  );
}

/**
 * A launcher of the test runner that opens each test file in a page of an engine. The pages do what tests ask of
 * Puppeteer's.
 */
export function createLauncher({ name, open }) {
  let browser;
  const pages = new Map();
  return {
    name,
    type: 'puppeteer',
    concurrency: 1,
    async startSession(id, url) {
      browser ??= await open();
      const page = await browser.newPage();
      pages.set(id, page);
      await page.goto(url);
    },
    isActive: (id) => pages.has(id),
    getBrowserUrl: (id) => pages.get(id).url(),
    getPage: (id) => pages.get(id),
    async stopSession(id) {
      const page = pages.get(id);
      pages.delete(id);
      await page.close();
      return {};
    },
    async stop() {
      await browser?.close();
    },
  };
}

async function openFirefox() {
  const { browser, remote, close } = await startFirefox(findFirefox());
  return {
    async newPage() {
      const page = await browser.newPage();
      page.createCDPSession = async () => createAuthenticators(remote);
      return page;
    },
    version: () => browser.version(),
    close,
  };
}

/** WebDriver's code points of keys. */
const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Space: ' ',
};

/** A browser with one tab, in which all pages are opened one after the other. */
async function openPagesOfWebKit() {
  const { version, send, close } = await openWebKit();
  const go = (url) => send('POST', '/url', { url });
  const act = (source) => send('POST', '/actions', { actions: [source] });
  const press = (...actions) => act({ type: 'key', id: 'keyboard', actions });
  const point = (...actions) => act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  const key = (type, name) => ({ type, value: keys[name] ?? name });
  const moveTo = (x, y) => ({ type: 'pointerMove', x, y, duration: 0 });
  const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
  const readSize = () => send('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
  return {
    async newPage() {
      let current;
      return {
        url: () => current,
        goto: (url) => go((current = url)),
        close: () => go('about:blank'),
        evaluate: (expression) => send('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
        keyboard: {
          type: (text) => press(...[...text].flatMap((name) => [key('keyDown', name), key('keyUp', name)])),
          press: (name) => press(key('keyDown', name), key('keyUp', name)),
          down: (name) => press(key('keyDown', name)),
          up: (name) => press(key('keyUp', name)),
        },
        mouse: {
          move: (x, y) => point(moveTo(x, y)),
          click: (x, y) => point(moveTo(x, y), down, up),
          down: () => point(down),
          up: () => point(up),
          reset: () => send('DELETE', '/actions'),
        },
        /** Gives the page this size: the window is larger by the bars of the browser. */
        async setViewport({ width, height }) {
          const { width: outerWidth, height: outerHeight } = await send('GET', '/window/rect');
          const [innerWidth, innerHeight] = await readSize();
          await send('POST', '/window/rect', {
            width: outerWidth - innerWidth + width,
            height: outerHeight - innerHeight + height,
          });
        },
      };
    },
    version: async () => version,
    close,
  };
}
