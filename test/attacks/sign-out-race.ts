// `node --import=tsx test/attacks/sign-out-race.ts`: whether a sign-in at a provider that was in progress when the user
// signed out signs them in again. Uses the development provider on a free port.
import { client, openProvider } from '../../demo/provider/open-provider.js';
import { openProviderBrowser } from '../support/node/provider-browser.js';
import { createAttacker, startTarget, tally } from './target.js';

const { issuer, serve, close } = await openProvider(0);
await serve();
const target = await startTarget({
  PROVIDERS: JSON.stringify([
    { id: 'example', name: 'Example ID', issuer, clientId: client.id, clientSecret: client.secret },
  ]),
});
const rounds = 10;

try {
  const callbacks = tally();
  let alive = 0;
  for (let round = 0; round < rounds; round += 1) {
    const owner = createAttacker(target, `198.51.100.${round + 1}`);
    await owner.send('POST', '/signup', { username: `owner${round}` });
    const start = await owner.send('GET', '/auth/start', undefined, { Referer: `${target.origin}/login` });
    const provider = openProviderBrowser();
    await provider.open(start.headers.get('Location')!);
    const back = await provider.submit({ userId: 'ada' });
    if (typeof back !== 'string') throw new Error('The provider did not send the browser back.');
    await owner.send('POST', '/logout');
    const { pathname, search } = new URL(back);
    callbacks.add((await owner.send('GET', pathname + search)).status);
    const { signedIn } = JSON.parse((await owner.send('GET', '/session')).text) as { signedIn: boolean };
    if (signedIn) alive += 1;
  }
  console.log(`callbacks after a sign-out:`, callbacks.counts, `| signed in afterwards: ${alive} of ${rounds}`);
} finally {
  await target.stop();
  await close();
}
