'use client';

import { Account } from './account';
import { useShell } from './shell';
import { SignIn } from './sign-in';

export default function Page() {
  const { session, tell } = useShell();
  if (session?.status === 'signed-in') return <Account name={session.user?.name} tell={tell} />;
  if (session?.status === 'signed-out') return <SignIn tell={tell} />;
  return null;
}
