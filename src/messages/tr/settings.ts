import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Hesabınız yükleniyor…',
    retry: 'Tekrar dene',
    unsupported: 'Hesabınızı burada yönetemezsiniz.',
    unauthenticated: 'Hesabınızı görmek için oturum açın.',
    stale: 'Çevrimdışısınız. Bu sayfa güncel olmayabilir.',
    name: 'Ad',
    addresses: 'E-posta ve telefon',
    passkeys: 'Geçiş anahtarları',
    password: 'Parola',
    secondFactor: 'İki adımlı doğrulama',
    providers: 'Bağlı hesaplar',
    devices: 'Cihazlar',
    events: 'Son etkinlikler',
    signOut: 'Her yerde oturumu kapat',
    deletion: 'Hesabı sil',
  },
} satisfies Translation<typeof english>;
