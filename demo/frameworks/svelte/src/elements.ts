import 'latchkey/define/otp-input';
import 'latchkey/define/passkey-button';
import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/passkey-list';
import 'latchkey/define/password-form';
import 'latchkey/define/sign-out-button';
