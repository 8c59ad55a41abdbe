import 'latchkey/define/password-form';

const form = document.querySelector('latch-password-form')!;

form.addEventListener('latch-signed-in', async () => {
  // The browser may be making a passkey, which leaving the page would cut off.
  await form.upgraded;
  location.assign('/home');
});
