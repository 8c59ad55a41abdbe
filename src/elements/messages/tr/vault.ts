import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Bu uygulamanın verilerini yalnızca geçiş anahtarınızla açılacak şekilde şifreleyin.',
    locked: 'Geçiş anahtarınız, çevrimdışıyken bile bu uygulamanın verilerinin kilidini açar.',
    lost: 'Tarayıcınız bu uygulamanın bu cihazdaki verilerini sildi. Sunucudaki her şey geri gelir.',
    damaged: 'Bu uygulamanın bu cihazdaki verileri, uygulama dışından değiştirilmiş. Sunucudaki her şey geri gelir.',
    create: 'Geçiş anahtarıyla kilitle',
    unlock: 'Kilidi aç',
    anew: 'Baştan başla',
    code: 'Kurtarma kodunu kullan',
    lock: 'Kilitle',
    last: 'Bu geçiş anahtarını kaybederseniz eşitlenmemiş değişiklikler kaybolur. Başka bir geçiş anahtarı veya kurtarma kodu ekleyin.',
    byCode: 'Geçiş anahtarınızı kaybettiyseniz başka bir tane ekleyin.',
    addPasskey: 'Geçiş anahtarı ekle',
    makeCode: 'Kurtarma kodu oluştur',
    asking: 'İletişim kutusunda devam edin.',
    unlockedNow: 'Kilit açıldı.',
    lockedNow: 'Kilitlendi.',
    cancelled: 'Hiçbir şey değişmedi. Tekrar deneyin.',
  },
} satisfies Translation<typeof english>;
