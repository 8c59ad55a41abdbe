import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { client } from '../../demo/provider/client.js';
import { brands } from '../../demo/provider/brands.js';
import { createIdentityProvider } from '../../demo/provider/identity-provider.js';
import { createServer } from '../../server/src/server.js';
import type { Asset } from '../../server/src/http/assets.js';
import type { Profile } from '../support/node/browser.js';
import { createRunningClock, type Clock } from '../support/node/clock.js';
import { listen } from '../support/node/listen.js';
import { patience } from '../support/node/patience.js';
import { root } from '../support/node/program.js';
import { openTestStore, testSecret } from '../support/node/server.js';
import type { Visit } from '../support/node/tab.js';
import { demoPages } from './demo-site.js';

/**
 * The Cross-Origin-Opener-Policy of all pages of the app, and of all pages of the provider; `none` for no header at
 * all.
 */
export interface OpenerPolicies {
  app: string;
  provider: string;
}

/** An app and the development provider, each on a host of its own. */
export interface ProviderSite {
  origin: string;
  issuer: string;
  clock: Clock;
  /** Whether the provider answers. */
  isReachable: boolean;
  stop(): Promise<void>;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const html = (body: string): Asset => ({
  body: encode(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>The app</title><link rel="icon" href="/favicon.svg"><script type="module" src="/button.js"></script><h1>Sign in</h1>${body}`,
  ),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
});

/** The demo, and beside it a page for each way to the provider: `/redirect`, `/popup` and `/handoff`. */
async function bundlePages(): Promise<Record<string, Asset>> {
  const { outputFiles } = await build({
    entryPoints: ['./dist/define/oidc-button.js'],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  const pages = ['auto', 'redirect', 'popup', 'handoff'].map((mode) => [
    `/${mode}`,
    html(`<latch-oidc-button mode="${mode}" return-to="/home"></latch-oidc-button>`),
  ]);
  return {
    ...(Object.fromEntries(pages) as Record<string, Asset>),
    '/button.js': {
      body: encode(outputFiles[0]!.text),
      contentType: 'text/javascript; charset=utf-8',
      immutable: false,
    },
  };
}

/** The policy that a browser has asked the server of these pages for, in a cookie. */
function policyIn(cookies: string | null | undefined, server: keyof OpenerPolicies): string {
  return new RegExp(`opener-policy-${server}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? 'none';
}

/** Has the pages that this profile sees carry the policies; without it they carry none. */
export async function setOpenerPolicies({ context }: Profile, policies: OpenerPolicies): Promise<void> {
  const cookies = Object.entries(policies).map(([server, value]) => ({ name: `opener-policy-${server}`, value }));
  await context.setCookie(
    ...['localhost', 'idp.localhost'].flatMap((domain) => cookies.map((cookie) => ({ ...cookie, domain }))),
  );
}

/** Starts both. */
export async function startProviderSite(): Promise<ProviderSite> {
  const files = await bundlePages();
  const { store, discard } = await openTestStore('libsql');
  const site = { isReachable: true };

  const provider = createHttpServer((request, response) => {
    if (!site.isReachable) return void request.socket.destroy();
    const policy = policyIn(request.headers.cookie, 'provider');
    if (policy !== 'none') response.setHeader('Cross-Origin-Opener-Policy', policy);
    void respond(request, response);
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  provider.unref();
  const issuer = `http://idp.localhost:${(provider.address() as AddressInfo).port}`;
  const respond = await createIdentityProvider(issuer, brands.example);

  const clock = createRunningClock();
  const app = await listen((origin) => {
    const provider = {
      id: 'example',
      name: 'Example ID',
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      scope: 'openid profile email',
    };
    const config = {
      origins: [origin],
      rpId: 'localhost',
      rpName: 'Latchkey tests',
      sessionSecret: testSecret,
      trustedProxies: [],
      embedders: [],
      limitFailures: false,
      providers: [provider],
    };
    const { fetch } = createServer(config, store, {
      now: clock.now,
      log: () => {},
      assets: async (path) => files[path] ?? demoPages(path),
      providerDeadline: patience,
    });
    return async (request, address) => {
      const response = await fetch(request, { address });
      response.headers.delete('Cross-Origin-Opener-Policy');
      const policy = policyIn(request.headers.get('Cookie'), 'app');
      if (policy !== 'none') response.headers.set('Cross-Origin-Opener-Policy', policy);
      return response;
    };
  });

  return Object.assign(site, {
    origin: app.origin,
    issuer,
    clock,
    async stop() {
      await app.close();
      provider.close();
      provider.closeAllConnections();
      await discard();
    },
  });
}

export const button = 'latch-oidc-button >>> [part=button]';
export const status = 'latch-oidc-button >>> [part=status]';

/** Clicks the button, and gives the window that opens, once it shows the provider's page. */
export async function openWindow(tab: Visit): Promise<Page> {
  const context = tab.page.browserContext();
  const known = new Set(context.targets());
  const [target] = await Promise.all([
    context.waitForTarget((candidate) => !known.has(candidate) && candidate.url().includes('/interaction/')),
    tab.click(button),
  ]);
  const opened = (await target.page())!;
  await opened.waitForSelector('button[name=person]');
  return opened;
}

/** Chooses a user on the provider's page; an empty text goes back. */
export function choose(page: Page, userId: string): Promise<void> {
  return page.click(`button[name=person][value="${userId}"]`);
}

/** What the element has told the page. */
export function readEvents({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => window.watch.events);
}

/** The custom states that the element is in. */
export function readState({ page }: Visit): Promise<string[]> {
  return page.evaluate(() =>
    ['pending', 'open', 'lost', 'leaving', 'waiting', 'done', 'failed'].filter((state) =>
      document.querySelector('latch-oidc-button')!.matches(`:state(${state})`),
    ),
  );
}

/** The name of whom the backend says is signed in. */
export function whoIsSignedIn({ page }: Visit): Promise<string | undefined> {
  return page.evaluate(
    async () => ((await (await fetch('/session')).json()) as { user?: { name: string } }).user?.name,
  );
}
