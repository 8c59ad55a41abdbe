import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Bu geçiş anahtarı veya tarayıcı veri şifreleyemiyor. Chrome ya da Edge 116, Safari 18, Firefox 139 veya daha yeni bir sürüm ile telefonunuzdaki, bilgisayarınızdaki ya da parola yöneticinizdeki bir geçiş anahtarını kullanın.',
    vault_wrong_key: 'Bu geçiş anahtarı bu verilerin kilidini açmıyor. Başka birini kullanın.',
    vault_damaged: 'Bu veriler bozuk olduğu için kilidi açılamıyor.',
    vault_unsupported: 'Bu veriler uygulamanın daha yeni bir sürümüyle şifrelenmiş. Sayfayı yenileyin.',
    vault_locked: 'Bu veriler bu sırada kilitlendi. Tekrar deneyin.',
    storage_full: 'Bu cihazda yer kalmadı. Hiçbir şey kaydedilmedi.',
    storage_lost: 'Bu tarayıcı veri kaydetmiyor. Normal bir pencerede deneyin.',
    unauthenticated: 'Önce oturum açın. Sonrasında çevrimdışıyken de çalışır.',
    step_up_required: 'Kimliğinizi doğrulamak için yeniden oturum açın.',
    constraint: 'Bu işlem burada yapılamıyor. Tekrar deneyin veya başka bir geçiş anahtarı kullanın.',
    already_registered: 'Bu cihazda hesabınız için zaten bir geçiş anahtarı var.',
    network: 'Bunun için bir kez internet bağlantısı gerekir. Çevrimiçi olduğunuzda tekrar deneyin.',
  },
} satisfies Translation<typeof english>;
