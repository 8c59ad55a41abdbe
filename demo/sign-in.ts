import 'latchkey/define/sign-in';
