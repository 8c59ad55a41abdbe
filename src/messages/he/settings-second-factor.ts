import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'אפליקציית אימות',
    noApp: 'לא הוגדרה. היא מציגה קודים להזנה אחרי הסיסמה.',
    appSince: 'הוגדרה {when}',
    setUpApp: 'הגדרה',
    recoveryCodes: 'קודי שחזור',
    codesLeft: { one: 'נותר קוד אחד', two: 'נותרו שני קודים', other: 'נותרו {count} קודים' },
    newCodes: 'קבלת קודים חדשים',
    newCodesTitle: 'להחליף את קודי השחזור?',
    newCodesText: 'הקודים הישנים יפסיקו לפעול.',
    removeApp: 'להסיר את אפליקציית האימות?',
    removeAppText: 'גם קודי השחזור שלה יפסיקו לפעול.',
    appAdded: 'אפליקציית האימות הוגדרה.',
    appRemoved: 'אפליקציית האימות הוסרה.',
    codesReplaced: 'הקודים הישנים כבר לא פועלים.',
    expiredSetUp: 'זה לקח יותר מדי זמן. צריך להגדיר שוב את האפליקציה.',
    already_registered: 'אפליקציית אימות כבר הוגדרה.',
    second_factor_required: 'לחשבון שלך נדרש שלב שני, וזה היחיד.',
    no_second_factor: 'צריך להוסיף קודם מפתח גישה או אפליקציית אימות.',
    passkeyToo: 'מפתח גישה אחרי הסיסמה',
    passkeyNeeded: 'אחרי הסיסמה נדרש גם מפתח הגישה שלך.',
    passkeyNotNeeded: 'הסיסמה מספיקה כדי להיכנס.',
    turnOn: 'הפעלה',
    turnOff: 'כיבוי',
  },
} satisfies Translation<typeof english>;
