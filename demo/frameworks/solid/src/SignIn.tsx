import type { LatchOtpInput } from 'latchkey/elements';

export function SignIn({ tell }: { tell(news: string): void }) {
  let code: LatchOtpInput | undefined;
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <latch-passkey-field
          prop:autofillOnly={false}
          on:latch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
          on:latch-sign-in-failed={({ detail }) => tell(`Not signed in: ${detail.code}.`)}
        >
          <label for="username">Username</label>
          <input id="username" name="username" autocomplete="username webauthn" />
        </latch-passkey-field>
      </form>
      <latch-passkey-button
        prop:hints={['client-device', 'hybrid']}
        on:latch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
      />
      <latch-password-form
        prop:automatic={false}
        on:latch-signed-in={({ detail }) => tell(`Signed in with ${detail.method}.`)}
      />
      <latch-otp-input
        ref={(element) => (code = element)}
        attr:length={8}
        attr:auto-submit="false"
        on:latch-code-complete={() => tell(`${code?.length} digits entered.`)}
      />
    </main>
  );
}
