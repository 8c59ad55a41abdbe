import 'latchkey/define/sign-out-button';

addEventListener('latch-signed-out', () => location.assign('/home'));
