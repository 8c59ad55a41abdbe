import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { createPerson, signUp, type Person } from '../support/node/people.js';
import { root } from '../support/node/program.js';
import { startServer, type ServerOptions, type TestServer } from '../support/node/server.js';
import { openTab, type Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';

/** The direction of a page, and with it the language: English from left to right, Arabic from right to left. */
export type Direction = 'ltr' | 'rtl';

/** What the network does with a request: answers, mostly with an error; never answers; or is not there. */
export type Answer =
  | { status: number; error: string; headers?: Record<string, string> }
  | { status: number; body: object; headers?: Record<string, string> }
  | 'never'
  | 'offline';

/** How an element gets into a state, and how it is known to be there. A row of the contact sheet. */
export interface Row {
  /** The custom states that the element must be in when its picture is taken. */
  is?: readonly string[];
  /** A selector of something that must be there by then, inside the element. */
  has?: string;
  /** The directions of the page; both unless given. */
  directions?: readonly Direction[];
  /** What the page holds; the empty tag unless given. */
  page?: string;
  /** Who uses the browser: by default a user without an account. */
  userId?: 'stranger' | 'signed in' | 'has a passkey' | 'has a passkey and is signed in';
  /** How the server differs from the usual one. */
  server?: ServerOptions | (() => Promise<ServerOptions>);
  /** What the network does from the beginning with requests to a path, or to all paths below it. */
  network?: Readonly<Record<string, Answer>>;
  /** Runs in the page before its scripts, such as to take a feature of the browser away. */
  before?: () => void;
  /** Prepares the account before the page opens. */
  prepare?: (stage: Stage) => Promise<void>;
  /** What the user does on the page. */
  act?: (stage: Stage) => Promise<void>;
}

/** A page with one element, and all that a row needs to bring it into a state. */
export interface Stage {
  tag: string;
  tab: Tab;
  server: TestServer;
  /** The user who uses the browser; only for rows that name one. */
  userId: Person;
  /** Their authenticator; only for rows whose user has a passkey, or which have asked for one. */
  authenticator: Authenticator;
  addAuthenticator(): Promise<void>;
  /** A selector of something inside the element. */
  inside(selector: string): string;
  click(selector: string): Promise<void>;
  /** Has a user confirm what the authenticator is asked, from now on. */
  confirmAll(): void;
  /** Changes what the network does. Undefined lets requests through again. */
  answer(path: string, answer: Answer | undefined): void;
  /** Resolves when the element is in all these states. */
  is(...states: string[]): Promise<void>;
  /** Puts a fixed text in the place of one that differs each time. */
  mask(selector: string, text: string): Promise<void>;
}

export interface OpenStage extends Stage {
  close(): Promise<void>;
}

/** The manifest, the icons and the favicon of the demo. */
const publicFiles = assetsIn(join(root, 'demo/public'));

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * The page of a stage: nothing of its own but a width, a font and both colour schemes. The cursor in a field
 * does not blink.
 */
const page = (tag: string, content: string, direction: Direction): string => `<!doctype html>
<html lang="${direction === 'rtl' ? 'ar' : 'en'}" dir="${direction}">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${tag}</title>
  <link rel="icon" href="/favicon.svg">
  <link rel="manifest" href="/manifest.webmanifest">
  <style nonce="latchkey-nonce">
    :root { color-scheme: light dark; font: 16px/1.5 'DejaVu Sans', sans-serif; caret-color: transparent; caret-animation: manual }
    body { margin: 0 }
    main { box-sizing: border-box; max-inline-size: 480px; padding: 16px }
  </style>
  <script type="module" src="/stage-page.js"></script>
  <main>${content}</main>
</html>`;

/** Bundles all elements from their sources, with their translations as files of their own. */
async function bundleScripts(): Promise<Record<string, Asset>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/sheet/stage-page.ts'],
    outdir: 'stage',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    tsconfig: 'tsconfig.json',
    conditions: ['browser'],
    logLevel: 'error',
  });
  return Object.fromEntries(
    outputFiles.map(({ path, text }) => [
      path.slice(path.lastIndexOf('/')),
      { body: encode(text), contentType: 'text/javascript; charset=utf-8', immutable: false },
    ]),
  );
}

let bundled: Promise<Record<string, Asset>> | undefined;

const username = 'ada';
const password = 'correct horse';

/** Opens a page with the element of a row in a profile and at a server of its own, and does what the row says. */
export async function openStage(browser: Browser, tag: string, row: Row, direction: Direction): Promise<OpenStage> {
  const scripts = await (bundled ??= bundleScripts());
  const files: Record<string, Asset> = {
    ...scripts,
    '/stage': {
      body: encode(page(tag, row.page ?? `<${tag}></${tag}>`, direction)),
      contentType: 'text/html; charset=utf-8',
      immutable: false,
    },
    '/preparation': {
      body: encode(page(tag, '<latch-passkey-create></latch-passkey-create>', 'ltr')),
      contentType: 'text/html; charset=utf-8',
      immutable: false,
    },
  };
  const server = await startServer({
    pages: async (path) => files[path] ?? publicFiles(path),
    listens: true,
    ...(typeof row.server === 'function' ? await row.server() : row.server),
  });
  const context = await browser.createBrowserContext();
  const held = new Set<HTTPRequest>();
  const close = async (): Promise<void> => {
    for (const request of held) await request.abort().catch(() => {});
    await context.close();
    await server.stop();
  };
  try {
    const tab = await openTab(context, server.origin, { expects: /./ });
    const network = new Map<string, Answer>();
    const stage: Stage = {
      tag,
      tab,
      server,
      userId: createPerson(server, username),
      authenticator: undefined as unknown as Authenticator,
      async addAuthenticator() {
        stage.authenticator = await tab.addAuthenticator();
      },
      inside: (selector) => `${tag} >>> ${selector}`,
      click: (selector) => tab.click(selector),
      confirmAll: () => void stage.authenticator.whilePresent(() => new Promise(() => {})).catch(() => {}),
      answer: (path, answer) => void (answer ? network.set(path, answer) : network.delete(path)),
      is: (...states) =>
        tab.until(
          (name, wanted) => wanted.every((state) => document.querySelector(name)?.matches(`:state(${state})`)),
          tag,
          states,
        ),
      async mask(selector, text) {
        const masked = await tab.page.waitForSelector(selector);
        await masked!.evaluate((element, instead) => {
          element.textContent = instead;
        }, text);
      },
    };

    if (row.userId === 'signed in' || row.userId === 'has a passkey and is signed in') await signInBrowser(stage);
    if (row.userId?.startsWith('has a passkey')) await createPasskey(stage, row.userId === 'has a passkey');
    await row.prepare?.(stage);

    await freezeClock(tab, server.clock.now());
    if (row.before) await tab.page.evaluateOnNewDocument(row.before);
    for (const [path, answer] of Object.entries(row.network ?? {})) network.set(path, answer);
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => void respond(request, network, held));
    await tab.go('/stage');
    await tab.until((name) => customElements.get(name) !== undefined, tag);
    await row.act?.(stage);
    if (row.is) await stage.is(...row.is);
    if (row.has) await tab.find(stage.inside(row.has));
    return Object.assign(stage, { close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Signs the user up at the server, and gives their cookie to the browser. */
async function signInBrowser(stage: Stage): Promise<void> {
  stage.userId = await signUp(stage.server, username, password);
  await stage.tab.devtools.send('Network.setCookie', {
    url: stage.server.origin,
    name: '__Host-sid',
    value: stage.userId.browser.cookie!,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  });
}

/** Creates a passkey in the authenticator of the browser, and may sign out afterwards. */
async function createPasskey(stage: Stage, isSignedOut: boolean): Promise<void> {
  const { tab } = stage;
  if (isSignedOut) await signInBrowser(stage);
  await stage.addAuthenticator();
  await tab.go('/preparation');
  await stage.authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.until(() => !!document.querySelector('latch-passkey-create')?.matches(':state(done)'));
  });
  if (isSignedOut) await tab.devtools.send('Network.clearBrowserCookies');
}

/** Has the following pages of the tab read one moment from the clock, in one time zone. Timers go on. */
async function freezeClock(tab: Tab, now: number): Promise<void> {
  await tab.page.emulateTimezone('UTC');
  await tab.page.evaluateOnNewDocument((moment: number) => {
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...parameters: [number]) {
        super(...(parameters.length > 0 ? parameters : ([moment] as [number])));
      }
      static override now = () => moment;
    } as DateConstructor;
  }, now);
}

async function respond(request: HTTPRequest, network: ReadonlyMap<string, Answer>, held: Set<HTTPRequest>) {
  const { pathname } = new URL(request.url());
  const [, answer] = [...network].find(([path]) => pathname === path || pathname.startsWith(`${path}/`)) ?? [];
  try {
    if (!answer) await request.continue();
    else if (answer === 'never') held.add(request);
    else if (answer === 'offline') await request.abort('internetdisconnected');
    else
      await request.respond({
        status: answer.status,
        headers: answer.headers ?? {},
        contentType: 'application/json',
        body: JSON.stringify('body' in answer ? answer.body : { error: answer.error }),
      });
  } catch {
    // the page is gone, and with it what it has asked for
  }
}
