export function Cards({ tell }: { tell(news: string): void }) {
  return (
    <main>
      <latch-sign-in
        methods={['passkey', 'password']}
        onlatch-signed-in={({ detail }) => tell(`Signed in with ${detail.method} in the card.`)}
      />
      <latch-sign-up methods="password" onlatch-signed-up={({ detail }) => tell(`Signed up with ${detail.method}.`)} />
    </main>
  );
}
