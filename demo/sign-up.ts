import 'latchkey/define/sign-up';
