import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'החשבון נטען…',
    retry: 'ניסיון נוסף',
    unsupported: 'אי אפשר לנהל את החשבון כאן.',
    unauthenticated: 'צריך להיכנס כדי לראות את החשבון.',
    stale: 'אין חיבור לאינטרנט. ייתכן שהדף הזה לא מעודכן.',
    name: 'שם',
    addresses: 'אימייל וטלפון',
    passkeys: 'מפתחות גישה',
    password: 'סיסמה',
    secondFactor: 'אימות דו-שלבי',
    providers: 'חשבונות מקושרים',
    devices: 'מכשירים',
    events: 'פעילות אחרונה',
    signOut: 'יציאה מכל המקומות',
    deletion: 'מחיקת החשבון',
  },
} satisfies Translation<typeof english>;
