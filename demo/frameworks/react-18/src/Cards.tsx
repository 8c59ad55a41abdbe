import { SignInCard, SignUpCard } from './tags.js';

export function Cards({ tell }: { tell(news: string): void }) {
  return (
    <main>
      <SignInCard
        methods={['passkey', 'password']}
        onSignedIn={({ detail }) => tell(`Signed in with ${detail.method} in the card.`)}
      />
      <SignUpCard methods="password" onSignedUp={({ detail }) => tell(`Signed up with ${detail.method}.`)} />
    </main>
  );
}
