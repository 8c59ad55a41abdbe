import { useEffect, useState } from 'react';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { Account } from './Account.js';
import { Cards } from './Cards.js';
import { SignIn } from './SignIn.js';

/** `initial` is the session that a server knows of; otherwise the app waits for the answer. */
export function App({ initial }: { initial?: SessionState }) {
  const [page, setPage] = useState<'account' | 'cards' | 'home'>('account');
  const [session, setSession] = useState(initial);
  const [news, setNews] = useState('');

  useEffect(() => {
    const controller = new AbortController();
    watchSession(clientFor(), { onChange: setSession, signal: controller.signal });
    return () => controller.abort();
  }, []);

  return (
    <>
      <nav>
        <button onClick={() => setPage('home')}>Home</button> <button onClick={() => setPage('cards')}>Cards</button>{' '}
        <button onClick={() => setPage('account')}>Account</button>
      </nav>
      <p role="status">{news}</p>
      {page === 'home' && <h1>Home</h1>}
      {page === 'cards' && <Cards tell={setNews} />}
      {page === 'account' && session?.status === 'signed-out' && <SignIn tell={setNews} />}
      {page === 'account' && session?.status === 'signed-in' && <Account name={session.user?.name} tell={setNews} />}
    </>
  );
}
