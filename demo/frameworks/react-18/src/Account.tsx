import { PasskeyCreate, PasskeyList, SignOutButton } from './tags.js';

export function Account({ name, tell }: { name: string | undefined; tell(news: string): void }) {
  return (
    <main>
      <h1>Hello, {name}</h1>
      <PasskeyCreate
        onPasskeyCreated={() => tell('Passkey created.')}
        onPasskeyCreateFailed={({ detail }) => tell(`No passkey created: ${detail.code}.`)}
      />
      <PasskeyList onPasskeyRemoved={() => tell('Passkey removed.')} />
      <SignOutButton everything={false} onSignedOut={() => tell('Signed out.')} />
    </main>
  );
}
