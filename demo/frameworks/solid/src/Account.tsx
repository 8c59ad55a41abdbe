export function Account(properties: { name: string | undefined; tell(news: string): void }) {
  const { tell } = properties;
  return (
    <main>
      <h1>Hello, {properties.name}</h1>
      <latch-passkey-create
        on:latch-passkey-created={() => tell('Passkey created.')}
        on:latch-passkey-create-failed={({ detail }) => tell(`No passkey created: ${detail.code}.`)}
      />
      <latch-passkey-list on:latch-passkey-removed={() => tell('Passkey removed.')} />
      <latch-sign-out-button prop:everything={false} on:latch-signed-out={() => tell('Signed out.')} />
    </main>
  );
}
