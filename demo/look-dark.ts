import 'latchkey/define/oidc-button';
import 'latchkey/define/passkey-field';
import 'latchkey/define/passkey-create';
import 'latchkey/define/sign-out-button';
import { showBySession } from './look-session.js';

showBySession();
