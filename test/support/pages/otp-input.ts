import 'latchkey/define/otp-input';
import 'latchkey/define/passkey-create';
import { clientFor, type Endpoint, type SessionState } from 'latchkey/session';
import { bindForm } from '../../../demo/account-forms.js';
import { followSession } from '../../../demo/follow-session.js';
import { isShown, show } from '../../../demo/view.js';

interface Account {
  email?: { address: string; verified: boolean };
}

const readAccount: Endpoint<void, Account> = { method: 'GET', path: 'account' };
const changeAccount: Endpoint<{ email: string }, Account> = { method: 'PATCH', path: 'account' };

/** What the view asks for a code with. */
function codeIn(view: HTMLElement) {
  return view.querySelector('latch-otp-input')!;
}

function showAddress(): void {
  const view = show('address');
  const write = ({ email }: Account): void => {
    if (email)
      view.querySelector('[data-fact=address]')!.textContent =
        `${email.address} is ${email.verified ? 'verified.' : 'not verified yet.'}`;
  };
  bindForm(view.querySelector('form')!, {
    async send({ email }) {
      write(await clientFor().call(changeAccount, { body: { email: email! } }));
      const code = codeIn(view);
      code.to = email!;
      await code.request();
    },
    explain: () => ({ sentence: 'That cannot be an e-mail address. Look at it again.', field: 'email' }),
  });
  const refresh = (): void => void clientFor().call(readAccount).then(write, reportError);
  codeIn(view).addEventListener('latch-address-verified', refresh);
  refresh();
}

followSession((state: SessionState) => {
  const view = state.status !== 'signed-in' ? 'recovery' : state.authMethod === 'otp' ? 'new-passkey' : 'address';
  if (isShown(view)) return;
  if (view === 'address') showAddress();
  else show(view);
});
