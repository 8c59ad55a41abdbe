'use client';

import 'latchkey/define/sign-in';
import 'latchkey/define/sign-up';
import { useShell } from '../shell';

export default function Cards() {
  const { tell } = useShell();
  return (
    <main>
      <latch-sign-in
        methods="passkey password"
        onlatch-signed-in={({ detail }) => tell(`Signed in with ${detail.method} in the card.`)}
      />
      <latch-sign-up methods="password" onlatch-signed-up={({ detail }) => tell(`Signed up with ${detail.method}.`)} />
    </main>
  );
}
