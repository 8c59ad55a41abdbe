export function Cards({ tell }: { tell(news: string): void }) {
  return (
    <main>
      <latch-sign-in
        prop:methods={['passkey', 'password']}
        on:latch-signed-in={({ detail }) => tell(`Signed in with ${detail.method} in the card.`)}
      />
      <latch-sign-up
        attr:methods="password"
        on:latch-signed-up={({ detail }) => tell(`Signed up with ${detail.method}.`)}
      />
    </main>
  );
}
