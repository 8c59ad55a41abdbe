import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'رمز لمرة واحدة',
    button: 'تأكيد الرمز',
    send: 'إرسال الرمز',
    sendAgain: 'إرسال رمز جديد',
    wait: '({seconds} ث)',
    change: 'تغيير',
    sending: 'جارٍ طلب رمز…',
    verifying: 'جارٍ التحقّق من الرمز…',
    sent: 'إذا كان هذا العنوان مسجّلًا لدينا، فسيصلك رمز قريبًا.',
    again: 'ألم يصلك الرمز؟ يمكنك طلب رمز جديد.',
    signedIn: 'تم تسجيل الدخول.',
    verified: 'تم التحقّق من عنوانك.',
    missing: 'يُرجى إدخال الرمز.',
    incomplete: 'يُرجى إدخال الرمز كاملًا (عدد الأرقام: {length}).',
    unreadable: 'يُرجى إدخال الرمز كاملًا وبالأرقام فقط (عدد الأرقام: {length}).',
    rejected: 'الرمز غير صحيح أو انتهت صلاحيته. يُرجى إعادة المحاولة أو طلب رمز جديد.',
    noAddress: 'يُرجى إدخال عنوان بريد إلكتروني أو رقم هاتف صالح.',
    wrong_account: 'هذا العنوان تابع لحساب آخر. يُرجى تسجيل الدخول إلى ذلك الحساب أو استخدام عنوان آخر.',
    unsupported: 'لا يمكن استخدام الرموز هنا. يُرجى استخدام طريقة أخرى.',
  },
} satisfies Translation<typeof english>;
