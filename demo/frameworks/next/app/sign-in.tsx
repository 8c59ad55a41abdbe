import { useRef } from 'react';
import 'latchkey/define/otp-input';
import 'latchkey/define/passkey-button';
import 'latchkey/define/passkey-field';
import 'latchkey/define/password-form';
import type { LatchOtpInput } from 'latchkey/elements';

export function SignIn({ tell }: { tell(news: string): void }) {
  const code = useRef<LatchOtpInput>(null);
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <latch-passkey-field
          autofillOnly={false}
          onlatch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
          onlatch-sign-in-failed={({ detail }) => tell(`Not signed in: ${detail.code}.`)}
        >
          <label htmlFor="username">Username</label>
          <input id="username" name="username" autoComplete="username webauthn" />
        </latch-passkey-field>
      </form>
      <latch-passkey-button
        hints={['client-device', 'hybrid']}
        onlatch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
      />
      <latch-password-form
        automatic={false}
        onlatch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
      />
      <latch-otp-input
        ref={code}
        length={8}
        auto-submit="false"
        onlatch-code-complete={() => tell(`${code.current?.length} digits entered.`)}
      />
    </main>
  );
}
