import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-list';
import 'latchkey/define/sign-out-button';

export function Account({ name, tell }: { name: string | undefined; tell(news: string): void }) {
  return (
    <main>
      <h1>Hello, {name}</h1>
      <latch-passkey-create
        onlatch-passkey-created={() => tell('Passkey created.')}
        onlatch-passkey-create-failed={({ detail }) => tell(`No passkey created: ${detail.code}.`)}
      />
      <latch-passkey-list onlatch-passkey-removed={() => tell('Passkey removed.')} />
      <latch-sign-out-button everything={false} onlatch-signed-out={() => tell('Signed out.')} />
    </main>
  );
}
