import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Tek kullanımlık kod',
    button: 'Kodu onayla',
    send: 'Kod gönder',
    sendAgain: 'Yeni kod gönder',
    wait: '({seconds} sn)',
    change: 'Değiştir',
    sending: 'Kod isteniyor…',
    verifying: 'Kod kontrol ediliyor…',
    sent: 'Bu adres bizde kayıtlıysa kod yolda.',
    again: 'Kod gelmedi mi? Yeni bir kod isteyebilirsiniz.',
    signedIn: 'Oturumunuz açıldı.',
    verified: 'Adresiniz doğrulandı.',
    missing: 'Kodu girin.',
    incomplete: '{length} haneli kodu girin.',
    unreadable: '{length} haneli kodu girin. Yalnızca rakam kullanın.',
    rejected: 'Kod yanlış veya süresi dolmuş. Tekrar deneyin veya yeni bir kod isteyin.',
    noAddress: 'Geçerli bir e-posta adresi veya telefon numarası girin.',
    wrong_account: 'Bu adres başka bir hesaba ait. O hesapta oturum açın veya başka bir adres kullanın.',
    unsupported: 'Burada kod kullanılamaz. Başka bir yöntem kullanın.',
  },
} satisfies Translation<typeof english>;
