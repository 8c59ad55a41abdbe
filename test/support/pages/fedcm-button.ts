import 'latchkey/define/fedcm-button';
import 'latchkey/define/oidc-button';

addEventListener('latch-signed-in', () => location.assign('/home'));
