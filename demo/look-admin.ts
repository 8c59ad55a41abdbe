import 'latchkey/define/offline-status';
import 'latchkey/define/passkey-field';
import 'latchkey/define/passkey-list';
import 'latchkey/define/session-list';
import 'latchkey/define/sign-out-button';
import { showBySession } from './look-session.js';

showBySession();
