/**
 * Requests the options from the backend, for every page that is written by hand. The browser and the library have
 * different types for them.
 */
export async function fetchOptions<Options = PublicKeyCredentialRequestOptionsJSON>(): Promise<Options> {
  const response = await fetch('/webauthn/login/options', { method: 'POST' });
  return (await response.json()) as Options;
}

/** Reads the request options that the server wrote into the page. */
export function readInlinedOptions<Options = PublicKeyCredentialRequestOptionsJSON>(): Options {
  return JSON.parse(document.querySelector('script[type="application/json"]')!.textContent!) as Options;
}

/** Has the backend verify a credential. */
export async function verify(credential: unknown): Promise<void> {
  await fetch('/webauthn/login/verify', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credential),
  });
}
