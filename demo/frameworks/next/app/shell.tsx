'use client';

import { useRouter } from 'next/navigation';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';

const ShellContext = createContext<{ session: SessionState | undefined; tell(news: string): void }>({
  session: undefined,
  tell: () => {},
});

/** The session, and a function that shows news. */
export const useShell = () => use(ShellContext);

/** What all pages share. `initial` is the session that the server knows of. */
export function Shell({ initial, children }: { initial: SessionState | undefined; children: ReactNode }) {
  const router = useRouter();
  const [session, setSession] = useState(initial);
  const [news, setNews] = useState('');

  useEffect(() => {
    const controller = new AbortController();
    watchSession(clientFor(), { onChange: setSession, signal: controller.signal });
    return () => controller.abort();
  }, []);

  return (
    <ShellContext value={{ session, tell: setNews }}>
      <nav>
        <button onClick={() => router.push('/home')}>Home</button>{' '}
        <button onClick={() => router.push('/cards')}>Cards</button>{' '}
        <button onClick={() => router.push('/')}>Account</button>
      </nav>
      <p role="status">{news}</p>
      {children}
    </ShellContext>
  );
}
