import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Kimlik doğrulama uygulaması',
    noApp: 'Kurulmadı. Paroladan sonra girilecek kodları gösterir.',
    appSince: '{when} kuruldu',
    setUpApp: 'Kur',
    recoveryCodes: 'Kurtarma kodları',
    codesLeft: { one: '{count} kod kaldı', other: '{count} kod kaldı' },
    newCodes: 'Yeni kodlar al',
    newCodesTitle: 'Kurtarma kodlarınız değiştirilsin mi?',
    newCodesText: 'Eskileri artık çalışmaz.',
    removeApp: 'Kimlik doğrulama uygulamanız kaldırılsın mı?',
    removeAppText: 'Kurtarma kodları da artık çalışmaz.',
    appAdded: 'Kimlik doğrulama uygulamanız kuruldu.',
    appRemoved: 'Kimlik doğrulama uygulaması kaldırıldı.',
    codesReplaced: 'Eski kodlar artık çalışmıyor.',
    expiredSetUp: 'Bu çok uzun sürdü. Uygulamayı yeniden kurun.',
    already_registered: 'Bir kimlik doğrulama uygulaması zaten kurulu.',
    second_factor_required: 'Hesabınız ikinci bir adım gerektiriyor ve bu tek adım.',
    no_second_factor: 'Önce bir geçiş anahtarı veya kimlik doğrulama uygulaması ekleyin.',
    passkeyToo: 'Paroladan sonra geçiş anahtarı',
    passkeyNeeded: 'Parolanızla birlikte geçiş anahtarınız da gerekir.',
    passkeyNotNeeded: 'Oturum açmak için parolanız yeterli.',
    turnOn: 'Aç',
    turnOff: 'Kapat',
  },
} satisfies Translation<typeof english>;
