import 'latchkey/define/sign-out-button';
import { registerVaults } from 'latchkey/vault';

registerVaults();

document.body.addEventListener('latch-signed-out', ({ detail }) => {
  // The element says the rest itself.
  if (detail.confirmed && detail.remains.length === 0) location.assign('/home');
});
