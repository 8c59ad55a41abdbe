import 'latchkey/define/passkey-create';
