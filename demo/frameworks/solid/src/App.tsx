import { createSignal, Match, onCleanup, Show, Switch } from 'solid-js';
import type {} from 'latchkey/solid';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { Account } from './Account.js';
import { SignIn } from './SignIn.js';

export function App() {
  const [page, setPage] = createSignal<'account' | 'home'>('account');
  const [session, setSession] = createSignal<SessionState>();
  const [news, setNews] = createSignal('');
  const signedIn = () => {
    const state = session();
    return state?.status === 'signed-in' ? state : undefined;
  };

  const controller = new AbortController();
  watchSession(clientFor(), { onChange: setSession, signal: controller.signal });
  onCleanup(() => controller.abort());

  return (
    <>
      <nav>
        <button onClick={() => setPage('home')}>Home</button>{' '}
        <button onClick={() => setPage('account')}>Account</button>
      </nav>
      <p role="status">{news()}</p>
      <Show when={page() === 'account'} fallback={<h1>Home</h1>}>
        <Switch>
          <Match when={session()?.status === 'signed-out'}>
            <SignIn tell={setNews} />
          </Match>
          <Match when={signedIn()}>{(state) => <Account name={state().user?.name} tell={setNews} />}</Match>
        </Switch>
      </Show>
    </>
  );
}
