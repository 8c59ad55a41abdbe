import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'جارٍ تحميل حسابك…',
    retry: 'إعادة المحاولة',
    unsupported: 'لا يمكنك إدارة حسابك هنا.',
    unauthenticated: 'سجّل الدخول لرؤية حسابك.',
    stale: 'أنت غير متصل بالإنترنت. قد لا تكون هذه الصفحة محدّثة.',
    name: 'الاسم',
    addresses: 'البريد الإلكتروني والهاتف',
    passkeys: 'مفاتيح المرور',
    password: 'كلمة المرور',
    secondFactor: 'التحقق بخطوتين',
    providers: 'الحسابات المرتبطة',
    devices: 'الأجهزة',
    events: 'النشاط الأخير',
    signOut: 'تسجيل الخروج من كل مكان',
    deletion: 'حذف الحساب',
  },
} satisfies Translation<typeof english>;
