// `node --import=tsx test/attacks/grants-in-flight.ts`: what an attacker still gets who had something begun but not yet
// finished when the owner ended all sessions, set a new password or deleted the account. Uses the development provider
// on a free port.
import { client, openProvider } from '../../demo/provider/open-provider.js';
import { openProviderBrowser } from '../support/node/provider-browser.js';
import { createAttacker, isQuick, startTarget, type Attacker } from './target.js';

const { issuer, serve, close } = await openProvider(0);
await serve();
const target = await startTarget({
  PROVIDERS: JSON.stringify([
    { id: 'example', name: 'Example ID', issuer, clientId: client.id, clientSecret: client.secret },
  ]),
});
const rounds = isQuick ? 1 : 5;
let addresses = 0;
const open = (): Attacker => createAttacker(target, `198.51.100.${(addresses += 1)}`);

const readSession = async (visitor: Attacker): Promise<{ signedIn: boolean; user?: { id: string } }> =>
  JSON.parse((await visitor.send('GET', '/session')).text) as { signedIn: boolean; user?: { id: string } };

/** Visits the provider from an address of the server, and returns the path that the browser then comes back to. */
async function visitProvider(visitor: Attacker, path: string, userId: string): Promise<string> {
  const start = await visitor.send('GET', path, undefined, { 'Sec-Fetch-Site': 'same-origin' });
  const provider = openProviderBrowser();
  await provider.open(start.headers.get('Location')!);
  const back = await provider.submit({ userId });
  if (typeof back !== 'string') throw new Error('The provider did not send the browser back.');
  const { pathname, search } = new URL(back);
  return pathname + search;
}

/** How the owner signs up, what the attacker has begun, and whether finishing it gives access to the account. */
interface Grant {
  enter(owner: Attacker): Promise<unknown>;
  begin(owner: Attacker, thief: Attacker): Promise<() => Promise<boolean>>;
}

const signUp = (owner: Attacker): Promise<unknown> =>
  owner.send('POST', '/signup', { username: `owner${addresses}`, password: 'correct horse battery' });

const grants: Record<string, Grant> = {
  'a code of another device': {
    enter: signUp,
    async begin(owner, thief) {
      const { id, code } = JSON.parse((await thief.send('POST', '/auth/device')).text) as { id: string; code: string };
      await owner.send('POST', '/auth/device/approve', { code });
      return async () => {
        await thief.send('POST', '/auth/device/redeem', { id });
        return (await readSession(thief)).signedIn;
      };
    },
  },
  'a hand-off by the provider': {
    async enter(owner) {
      await owner.send('GET', await visitProvider(owner, '/auth/start', 'ada'));
    },
    async begin(owner, thief) {
      const { user } = await readSession(owner);
      const { id, code } = JSON.parse((await thief.send('POST', '/auth/handoff')).text) as { id: string; code: string };
      const browser = open();
      const back = await visitProvider(browser, `/auth/start?mode=handoff&handoff=${id}`, 'ada');
      const question = new URL((await browser.send('GET', back)).headers.get('Location')!, target.origin);
      await fetch(`${target.origin}/auth/handoff/confirm`, {
        method: 'POST',
        headers: {
          Origin: target.origin,
          Cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; '),
        },
        body: new URLSearchParams({
          confirmation: question.searchParams.get('confirmation')!,
          answer: 'yes',
          code,
        }),
      });
      return async () => {
        await thief.send('POST', '/auth/handoff/redeem', { id });
        const session = await readSession(thief);
        return session.signedIn && session.user!.id === user!.id;
      };
    },
  },
  'a flow that links an account, with a copied cookie': {
    enter: signUp,
    async begin(owner, thief) {
      thief.cookies.set('__Host-sid', owner.cookies.get('__Host-sid')!);
      const back = await visitProvider(thief, '/auth/start?link', 'grace');
      return async () => {
        await thief.send('GET', back);
        const { identities } = JSON.parse((await owner.send('GET', '/account/identities')).text) as {
          identities: { id: string }[];
        };
        // Leaves the account at the provider to the next round.
        for (const { id } of identities) await owner.send('DELETE', `/account/identities/${id}`);
        return identities.length > 0;
      };
    },
  },
};

const defences: Record<string, (owner: Attacker) => Promise<{ status: number }>> = {
  'DELETE /sessions': (owner) => owner.send('DELETE', '/sessions'),
  'PUT /account/password': (owner) => owner.send('PUT', '/account/password', { password: 'another horse battery' }),
  'DELETE /account': (owner) => owner.send('DELETE', '/account'),
};

try {
  for (const [defence, defend] of Object.entries(defences))
    for (const [grant, { enter, begin }] of Object.entries(grants)) {
      let [defended, survived] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const [owner, thief] = [open(), open()];
        await enter(owner);
        const finish = await begin(owner, thief);
        if ((await defend(owner)).status < 300) defended += 1;
        if (await finish()) survived += 1;
      }
      console.log(`${defence} (done ${defended} of ${rounds}), then ${grant}: access in ${survived} of ${rounds}`);
    }
} finally {
  await target.stop();
  await close();
}
