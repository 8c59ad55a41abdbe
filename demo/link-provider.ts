import { fetchWithStepUp } from 'latchkey/passkey';
import { bindForm } from './account-forms.js';
import { askStepUp } from './step-up-dialog.js';

const start = '/auth/start?link&provider=example&returnTo=/home%3Flinked';

/**
 * Lets the user attach the account that they have at the provider, after they have confirmed that it is them where
 * the server asks for it. The page is left for the provider.
 */
export function bindLinkForm(form: HTMLFormElement): void {
  const url = new URL(location.href);
  if (url.searchParams.has('linked')) {
    form.querySelector('[data-done]')!.textContent = 'You can sign in with that account from now on.';
    history.replaceState(null, '', url.pathname);
  }
  bindForm(form, {
    async send() {
      // whether the user has to confirm something first is known before the page is left
      await fetchWithStepUp(askStepUp)(start, { redirect: 'manual' });
      location.assign(start);
    },
    explain: () => ({ sentence: 'That did not work. Try again.' }),
  });
}
