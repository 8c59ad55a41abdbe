import { casesOf, type BackendCase } from '../case.js';
import { expect, isSignedIn, NotChecked, type Kit } from '../kit.js';
import { beginFlow, finishFlow, idsOf, lying, requestOf, signInAs, startAt } from './provider.js';

const oidc = casesOf('oidc');
const afterSignIn = casesOf('oidc', { needsProvider: true, buildsOn: 'provider-sign-in' });

/** Addresses that are on another site, or that something takes for one. */
const elsewhere: readonly string[] = [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '\\\\elsewhere.example',
  'https:elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aLocation:%20https://elsewhere.example/',
  'https://user@elsewhere.example/',
];

/** A page of the site, which is not the one where sign-ins end by default. */
const ownPage = '/?latchkey-check=return-to';

const show = (target: string): string => target.replaceAll('\t', '\\t');

/** Where a sign-in that is to return to `target` leads to in the end; nothing if the backend refuses to begin it. */
async function findEnd(kit: Kit, target: string): Promise<URL | undefined> {
  let end: URL | undefined;
  await lying(kit, {}, async (provider) => {
    // After its first sign-in, an account waits for no terms: the next one returns at once.
    await signInAs(kit, provider);
    const browser = kit.visitor();
    const { id } = await startAt(kit, provider, browser);
    const started = await beginFlow(browser, { provider: id, returnTo: target });
    // A limit refuses whatever is asked.
    if (started.status >= 400 && started.status < 500 && started.status !== 429) return;
    const { status, headers, exchange } = await finishFlow(kit, provider, browser, requestOf(kit, started));
    if (!(await isSignedIn(browser)))
      throw new NotChecked(`It needs a sign-in that waits for nothing, and the callback returned ${status}.`);
    const location = headers.get('location');
    if (location === null) throw new NotChecked(`The callback returned ${status} without Location.`);
    expect(URL.canParse(location, exchange.url), `The callback redirects to ${location}, which is no URL.`);
    end = new URL(location, exchange.url);
  });
  return end;
}

/** Cases of the page that a sign-in at a provider returns to. */
export const returnToCases: readonly BackendCase[] = [
  ...elsewhere.flatMap((target, index) => [
    oidc.must('return-to', `return-to-${index + 1}`, `starts a flow that returns to ${show(target)}`, async (kit) => {
      const browser = kit.visitor();
      const [provider] = await idsOf(browser);
      const answer = await beginFlow(browser, { provider, returnTo: target });
      expect(answer.status < 500, `GET /auth/start returned ${answer.status}.`);
      const location = answer.headers.get('location');
      if (location === null) return;
      const { hostname } = new URL(location, kit.origin);
      expect(!hostname.endsWith('elsewhere.example'), `GET /auth/start leads to ${location}.`);
    }),
    afterSignIn.must(
      'return-to',
      `returned-to-${index + 1}`,
      `signs in at a provider in a flow that returns to ${show(target)}`,
      async (kit) => {
        const end = await findEnd(kit, target);
        expect(end === undefined || end.origin === kit.origin, `The sign-in leads to ${end?.href}.`);
      },
    ),
  ]),
  afterSignIn.should(
    'return-to',
    'returned-to-page',
    'signs in at a provider in a flow that returns to a page of the site',
    async (kit) => {
      const end = await findEnd(kit, ownPage);
      expect(end !== undefined, `GET /auth/start refuses to return to ${ownPage}.`);
      expect(end.href === new URL(ownPage, kit.origin).href, `The sign-in leads to ${end.href} instead of ${ownPage}.`);
    },
  ),
];
