import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    last: 'Bu geçiş anahtarını kaybederseniz eşitlenmemiş değişiklikler kaybolur. Başka bir geçiş anahtarı veya kurtarma kodu ekleyin.',
    byCode: 'Geçiş anahtarınızı kaybettiyseniz başka bir tane ekleyin.',
    addPasskey: 'Geçiş anahtarı ekle',
    makeCode: 'Kurtarma kodu oluştur',
    goOn: 'Devam et',
    cancel: 'İptal',
    offerTitle: 'Önce geçiş anahtarı oluşturulsun mu?',
    offerText:
      'Hesabınızda henüz geçiş anahtarı yok. Sizden iki kez onay istenecek: biri oluşturmak, biri kullanmak için.',
    secondTitle: 'Şimdi yeni geçiş anahtarınızı kullanın',
    secondText: 'Tamamlamak için bir kez kullanın.',
    addTitle: 'Geçiş anahtarı eklensin mi?',
    addText:
      'Sizden iki kez onay istenecek: önce bu verilerin kilidini zaten açan bir geçiş anahtarı, sonra yenisi için.',
    addByCodeText: 'Kurtarma kodunuzu yeniden girin. Ardından yeni geçiş anahtarını kullanın.',
    newTitle: 'Şimdi yeni geçiş anahtarı',
    newText: 'Bundan sonra bu verilerin kilidini açacak geçiş anahtarını seçin.',
    noOther: 'Tüm geçiş anahtarlarınız zaten bu verilerin kilidini açıyor. Önce hesabınıza bir tane daha ekleyin.',
    added: 'Geçiş anahtarı eklendi.',
    codeTitle: 'Kurtarma kodu oluşturulsun mu?',
    codeText:
      'Geçiş anahtarlarınızı kaybederseniz bu verilerin kilidini bu kod açar. Kod yalnızca bir kez gösterilir ve önceki kodun yerini alır. Geçiş anahtarınızla onaylayın.',
    shownTitle: 'Kurtarma kodunuz',
    shownText: 'Bu cihazda değil, güvenli bir yerde saklayın. Bir daha gösterilmeyecek.',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    kept: 'Kaydettim',
    discard: 'Kodu sil',
    coded: 'Kurtarma kodu eklendi.',
    enterTitle: 'Kilidi kurtarma kodunuzla açın',
    enterText: 'Kodunuzu girin. Tireler ve büyük/küçük harf fark etmez.',
    enterLabel: 'Kurtarma kodu',
    unlock: 'Kilidi aç',
    wrongCode: 'Bu kod, bu verilerin kilidini açmıyor. Kodu kontrol edip tekrar deneyin.',
    wipeTitle: 'Veriler silinip baştan başlansın mı?',
    wipeText: 'Bu cihazdaki tüm şifrelenmiş veriler silinir. Sunucudaki her şey geri gelir.',
    unsent: {
      one: '1 değişiklik sunucuya gönderilmedi. Bu değişiklik kaybolacak.',
      other: '{count} değişiklik sunucuya gönderilmedi. Bu değişiklikler kaybolacak.',
    },
    uncounted: 'Bazı değişiklikler sunucuya gönderilmemiş olabilir. Bu değişiklikler kaybolacak.',
    wipe: 'Sil ve baştan başla',
    wiped: 'Silindi. Bu uygulamanın verilerini yeniden kilitleyebilirsiniz.',
    warning: '{when} kilitlenecek.',
    stay: 'Kilidi açık tut',
  },
} satisfies Translation<typeof english>;
