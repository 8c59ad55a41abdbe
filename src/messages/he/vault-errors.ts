import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'מפתח הגישה או הדפדפן הזה לא יכולים להצפין נתונים. יש להשתמש ב-Chrome או ב-Edge בגרסה 116, ב-Safari 18 או ב-Firefox 139 ואילך, ובמפתח גישה מהטלפון, מהמחשב או ממנהל הסיסמאות.',
    vault_wrong_key: 'מפתח הגישה הזה לא פותח את הנתונים. יש להשתמש במפתח אחר.',
    vault_damaged: 'הנתונים פגומים ואי אפשר לפתוח אותם.',
    vault_unsupported: 'הנתונים הוצפנו בגרסה חדשה יותר של האפליקציה. יש לטעון מחדש את הדף.',
    vault_locked: 'הנתונים ננעלו בינתיים. יש לנסות שוב.',
    storage_full: 'לא נשאר מקום במכשיר הזה. שום דבר לא נשמר.',
    storage_lost: 'הדפדפן הזה לא שומר נתונים. כדאי לנסות בחלון רגיל.',
    unauthenticated: 'קודם צריך להיכנס לחשבון. אחרי זה האפשרות תפעל גם בלי חיבור לאינטרנט.',
    step_up_required: 'יש להיכנס שוב לחשבון כדי לאמת את הזהות.',
    constraint: 'אי אפשר לעשות את זה כאן. אפשר לנסות שוב או להשתמש במפתח גישה אחר.',
    already_registered: 'במכשיר הזה כבר יש מפתח גישה לחשבון שלך.',
    network: 'נדרש חיבור חד-פעמי לאינטרנט. יש לנסות שוב כשיהיה חיבור.',
  },
} satisfies Translation<typeof english>;
