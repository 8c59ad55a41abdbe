import { createSignal, Match, onCleanup, onMount, Switch } from 'solid-js';
import type {} from 'latchkey/solid';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { Account } from './Account.js';
import { Cards } from './Cards.js';
import { SignIn } from './SignIn.js';

/** `initial` is the session that a server knows of; otherwise the app waits for the answer. */
export function App(properties: { initial?: SessionState }) {
  const [page, setPage] = createSignal<'account' | 'cards' | 'home'>('account');
  const [session, setSession] = createSignal(properties.initial);
  const [news, setNews] = createSignal('');
  const signedIn = () => {
    const state = session();
    return state?.status === 'signed-in' ? state : undefined;
  };

  const controller = new AbortController();
  onMount(() => watchSession(clientFor(), { onChange: setSession, signal: controller.signal }));
  onCleanup(() => controller.abort());

  return (
    <>
      <nav>
        <button onClick={() => setPage('home')}>Home</button> <button onClick={() => setPage('cards')}>Cards</button>{' '}
        <button onClick={() => setPage('account')}>Account</button>
      </nav>
      <p role="status">{news()}</p>
      <Switch>
        <Match when={page() === 'home'}>
          <h1>Home</h1>
        </Match>
        <Match when={page() === 'cards'}>
          <Cards tell={setNews} />
        </Match>
        <Match when={session()?.status === 'signed-out'}>
          <SignIn tell={setNews} />
        </Match>
        <Match when={signedIn()}>{(state) => <Account name={state().user?.name} tell={setNews} />}</Match>
      </Switch>
    </>
  );
}
