import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'אפשר להצפין את נתוני האפליקציה, כך שרק מפתח הגישה שלך יוכל לפתוח אותם.',
    locked: 'מפתח הגישה שלך פותח את נתוני האפליקציה, גם בלי חיבור לאינטרנט.',
    lost: 'הדפדפן מחק את נתוני האפליקציה מהמכשיר הזה. כל מה ששמור בשרת ישוחזר.',
    damaged: 'נתוני האפליקציה במכשיר הזה שונו מחוץ לאפליקציה. כל מה ששמור בשרת ישוחזר.',
    create: 'נעילה עם מפתח גישה',
    unlock: 'ביטול הנעילה',
    anew: 'התחלה מחדש',
    code: 'שימוש בקוד שחזור',
    lock: 'נעילה',
    more: 'פעולות נוספות',
    asking: 'יש להמשיך בתיבת הדו-שיח.',
    unlockedNow: 'הנעילה בוטלה.',
    lockedNow: 'הנתונים ננעלו.',
    cancelled: 'שום דבר לא השתנה. יש לנסות שוב.',
  },
} satisfies Translation<typeof english>;
