import 'latchkey/define/fedcm-button';

addEventListener('latch-signed-in', () => location.assign('/home'));
