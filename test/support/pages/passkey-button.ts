import 'latchkey/define/passkey-button';

addEventListener('latch-signed-in', () => location.assign('/home'));
