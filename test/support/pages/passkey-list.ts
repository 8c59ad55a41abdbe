import 'latchkey/define/passkey-list';
