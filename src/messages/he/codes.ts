import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'קוד חד-פעמי',
    button: 'אישור הקוד',
    send: 'שליחת קוד',
    sendAgain: 'שליחת קוד חדש',
    wait: '({seconds} שנ׳)',
    change: 'שינוי',
    sending: 'נשלחת בקשה לקוד…',
    verifying: 'בודקים את הקוד…',
    sent: 'אם הכתובת מוכרת לנו, הקוד כבר בדרך.',
    again: 'הקוד לא הגיע? אפשר לבקש קוד חדש.',
    signedIn: 'נכנסת לחשבון.',
    verified: 'הכתובת שלך אומתה.',
    missing: 'יש להזין את הקוד.',
    incomplete: 'יש להזין את הקוד בן {length} הספרות.',
    unreadable: 'יש להזין את הקוד בן {length} הספרות, בלי תווים אחרים.',
    rejected: 'הקוד שגוי או שפג תוקפו. אפשר לנסות שוב או לבקש קוד חדש.',
    noAddress: 'יש להזין כתובת אימייל או מספר טלפון תקינים.',
    wrong_account: 'הכתובת הזו שייכת לחשבון אחר. אפשר להיכנס אליו או להשתמש בכתובת אחרת.',
    unsupported: 'אי אפשר להשתמש כאן בקודים. יש לבחור בדרך אחרת.',
  },
} satisfies Translation<typeof english>;
