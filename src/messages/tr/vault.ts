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
    more: 'Diğer işlemler',
    asking: 'İletişim kutusunda devam edin.',
    unlockedNow: 'Kilit açıldı.',
    lockedNow: 'Kilitlendi.',
    cancelled: 'Hiçbir şey değişmedi. Tekrar deneyin.',
  },
} satisfies Translation<typeof english>;
