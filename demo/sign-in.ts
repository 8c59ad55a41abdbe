import 'latchkey/define/fedcm-button';
import 'latchkey/define/sign-in';
