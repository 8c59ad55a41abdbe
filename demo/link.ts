import 'latchkey/define/session-list';
import 'latchkey/define/sign-in';
