import { readInlinedOptions } from './endpoints.js';

/** The look of a field with a button, as much as a page by hand would have. */
export const styles = `
  :host { display: block; font: inherit; }
  button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; inline-size: 100%; border: 1px solid; border-radius: 8px; background: transparent; color: #1f4fd8; font: inherit; font-weight: 600; }
  button:focus-visible { outline: 3px solid; outline-offset: 2px; }
  svg { flex: none; inline-size: 20px; fill: none; stroke: currentcolor; stroke-width: 1.6; }
  p { min-block-size: 1.5em; margin: 8px 0 0; font-size: 0.875em; }
`;

/** Readies the input of the page and offers passkeys in its autofill. */
export async function offerPasskeys(): Promise<void> {
  document.querySelector('input')!.setAttribute('autocomplete', 'username webauthn');
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(readInlinedOptions());
  await navigator.credentials.get({ publicKey, mediation: 'conditional' });
}
