import 'latchkey/define/digital-credential-button';

const button = document.querySelector('latch-digital-credential-button')!;
const told = document.querySelector<HTMLElement>('[data-told]')!;

button.addEventListener('latch-identity-verified', async () => {
  const claims = await button.request();
  told.textContent = `The server has verified ${JSON.stringify(claims)}, and kept nothing of it.`;
  told.hidden = false;
});
