import { useRef } from 'react';
import type { LatchOtpInput } from 'latchkey/elements';
import { OtpInput, PasskeyButton, PasskeyField, PasswordForm } from './tags.js';

export function SignIn({ tell }: { tell(news: string): void }) {
  const code = useRef<LatchOtpInput>(null);
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <PasskeyField
          autofillOnly={false}
          onSignedIn={({ detail }) => tell(`Signed in with ${detail.method}.`)}
          onSignInFailed={({ detail }) => tell(`Not signed in: ${detail.code}.`)}
        >
          <label htmlFor="username">Username</label>
          <input id="username" name="username" autoComplete="username webauthn" />
        </PasskeyField>
      </form>
      <PasskeyButton
        hints={['client-device', 'hybrid']}
        onSignedIn={({ detail }) => tell(`Signed in with ${detail.method}.`)}
      />
      <PasswordForm automatic={false} onSignedIn={({ detail }) => tell(`Signed in with ${detail.method}.`)} />
      <OtpInput
        ref={code}
        length={8}
        autoSubmit={false}
        onCodeComplete={() => tell(`${code.current?.length} digits entered.`)}
      />
    </main>
  );
}
