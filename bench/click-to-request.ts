import { createStage, type Stage, type WatchedPage } from './browser.js';
import { contestant, type Figure, type Measurement } from './measurement.js';
import { startPageServer, type BenchPage, type PageServer } from './page-server.js';
import { addRegisteredPasskey } from './registered-passkey.js';
import { sampleInTurns } from './sampling.js';

const latencies = [0, 100];
/** After this time without a pending request, in ms, a page counts as done before a click, or after it. */
const quiet = 80;

const button = '<button>Sign in with a passkey</button>';
const pages = {
  ours: { body: '<latch-passkey-button></latch-passkey-button>', module: 'dist/define/passkey-button.js', loads: true },
  prefetched: { body: button, module: 'bench/pages/click-raw-prefetched.ts', loads: true },
  raw: { body: button, module: 'bench/pages/click-raw.ts', loads: true },
  simplewebauthn: { body: button, module: 'bench/pages/click-library.ts', loads: true },
  hanko: { body: '<hanko-auth></hanko-auth>', module: 'bench/peers/pages/hanko-button.ts', loads: true },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

const buttons: Record<Name, string> = {
  ours: `document.querySelector('latch-passkey-button').shadowRoot?.querySelector('button')`,
  prefetched: `document.querySelector('button')`,
  raw: `document.querySelector('button')`,
  simplewebauthn: `document.querySelector('button')`,
  hanko: `[...document.querySelector('hanko-auth').shadowRoot?.querySelectorAll('button') ?? []].find(({ textContent }) => textContent.includes('passkey'))`,
};

/**
 * Opens the page `name`, clicks its button with the mouse, waits until the backend has verified the passkey and the
 * page has done what follows. Returns how long the request for a passkey came after the click had reached the page, in
 * ms.
 */
async function sampleClick({ page, evaluate }: WatchedPage, server: PageServer, name: Name): Promise<number> {
  await page.goto(server.address(name));
  const { x, y } = await evaluate<{ x: number; y: number }>(`observed.whenShown(() => ${buttons[name]}).then(() => {
    const { x, y, width, height } = (${buttons[name]}).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })`);
  await server.whenQuiet(quiet);
  const signIn = server.nextSignIn();
  await page.mouse.click(x, y);
  const status = await signIn;
  if (status !== 200) throw new Error(`The sign-in of the page ${name} got the status ${status}.`);
  const delay = await evaluate<number>('observed.requestedAt - observed.deliveredAt');
  // After a sign-in the element fetches the list of passkeys for the browser's signals.
  await server.whenQuiet(quiet);
  return delay;
}

async function measureAt(latency: number, stage: Stage, server: PageServer, rounds: number): Promise<Figure> {
  server.latency.endpoints = latency;
  const series = await sampleInTurns(Object.keys(pages) as Name[], rounds, (name) =>
    stage.sample((watched) => sampleClick(watched, server, name)),
  );
  const named = (name: string, key: Name) => contestant(name, series[key], (delay) => delay);
  return {
    what: `click → request, backend ${latency} ms away`,
    unit: 'ms',
    contestants: [
      named('latch-passkey-button', 'ours'),
      named('by hand, options fetched ahead', 'prefetched'),
      named('by hand, options fetched on the click', 'raw'),
      named('@simplewebauthn/browser', 'simplewebauthn'),
      named('@teamhanko/hanko-elements', 'hanko'),
    ],
    target: { atMost: 1.5 },
  };
}

/** From a click on a sign-in button to the request for a passkey. */
export const clickToRequest: Measurement = {
  name: 'click-to-request',
  title: 'Click → navigator.credentials.get called',
  notes: [
    'From the delivery of a real mouse click to the page, before any listener, to the call.',
    'Each sample is a fresh load of the page and a whole sign-in: a virtual authenticator responds, the reference server verifies.',
    '@simplewebauthn/browser is used as in its manual. hanko-auth uses a backend that implements its flow API over the same reference server.',
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages);
    const stage = createStage({ sharesPage: true, prepare: (page) => addRegisteredPasskey(page, server.backend) });
    try {
      const figures: Figure[] = [];
      for (const latency of quick ? [100] : latencies)
        figures.push(await measureAt(latency, stage, server, quick ? 3 : 40));
      return figures;
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
