import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'تطبيق المصادقة',
    noApp: 'لم يتم إعداده. يعرض رموزًا تُدخلها بعد كلمة المرور.',
    appSince: 'تم الإعداد {when}',
    setUpApp: 'إعداد',
    recoveryCodes: 'رموز الاسترداد',
    codesLeft: {
      zero: 'لم يتبقَّ أي رمز',
      one: 'تبقّى رمز واحد',
      two: 'تبقّى رمزان',
      few: 'تبقّت {count} رموز',
      many: 'تبقّى {count} رمزًا',
      other: 'تبقّى {count} رمز',
    },
    newCodes: 'الحصول على رموز جديدة',
    newCodesTitle: 'هل تريد استبدال رموز الاسترداد؟',
    newCodesText: 'ستتوقف الرموز القديمة عن العمل.',
    removeApp: 'هل تريد إزالة تطبيق المصادقة؟',
    removeAppText: 'ستتوقف رموز الاسترداد عن العمل أيضًا.',
    appAdded: 'تم إعداد تطبيق المصادقة.',
    appRemoved: 'تمت إزالة تطبيق المصادقة.',
    codesReplaced: 'لم تعد الرموز القديمة تعمل.',
    expiredSetUp: 'استغرق ذلك وقتًا طويلاً. أعد إعداد التطبيق.',
    already_registered: 'تم إعداد تطبيق مصادقة من قبل.',
    second_factor_required: 'يحتاج حسابك إلى خطوة ثانية، وهذه هي الوحيدة.',
    no_second_factor: 'أضف مفتاح مرور أو تطبيق مصادقة أولاً.',
    passkeyToo: 'مفتاح المرور بعد كلمة المرور',
    passkeyNeeded: 'تحتاج كلمة المرور إلى مفتاح المرور أيضًا.',
    passkeyNotNeeded: 'كلمة المرور تكفي لتسجيل الدخول.',
    turnOn: 'تفعيل',
    turnOff: 'إيقاف',
  },
} satisfies Translation<typeof english>;
