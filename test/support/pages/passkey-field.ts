import 'latchkey/define/passkey-field';

addEventListener('latch-signed-in', () => location.assign('/home'));
