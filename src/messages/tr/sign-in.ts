import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Bu tarayıcı burada geçiş anahtarı kullanamıyor. Başka bir yöntemle oturum açın.',
    invalid_rp_id: 'Geçiş anahtarları bu adreste çalışmıyor. Başka bir yöntemle oturum açın.',
    misconfigured: 'Bu sayfa doğru yapılandırılmamış.',
    embedded: 'Devam etmek için bu sayfayı kendi penceresinde açın.',
    challenge_expired: 'İşlem çok uzun sürdü. Tekrar deneyin.',
    rejected: 'İşlem başarısız oldu. Tekrar deneyin veya başka bir yöntem kullanın.',
    rate_limited: 'Çok fazla deneme yapıldı. Birkaç dakika bekleyip tekrar deneyin.',
    timed_out: 'İşlem çok uzun sürdü. Tekrar deneyin.',
    network: 'Sunucuya ulaşılamıyor. Bağlantınızı kontrol edip tekrar deneyin.',
    bad_response: 'Sunucuda bir sorun var. Daha sonra tekrar deneyin.',
    next_step: 'Bir adım daha gerekli. Oturum açma sayfasında devam edin.',
  },
  signIn: {
    username: 'Kullanıcı adı',
    button: 'Geçiş anahtarıyla oturum aç',
    asking: 'İletişim kutusunda devam edin.',
    verifying: 'Kontrol ediliyor…',
    done: 'Oturumunuz açıldı.',
    cancelled: 'Geçiş anahtarı kullanılmadı. Tekrar deneyin.',
    unknown_credential: 'Bu geçiş anahtarı hesaptan kaldırılmış. Başka bir yöntemle oturum açın.',
  },
  immediate: {
    no_local_passkey: 'Bu cihazda bu site için geçiş anahtarı yok. Başka bir yöntemle oturum açın.',
  },
  stepUp: {
    button: 'Kimliği doğrula',
    done: 'Doğrulandı.',
    cancelled: 'Doğrulanmadı. Tekrar deneyin.',
    unknown_credential: 'Bu geçiş anahtarı hesaptan kaldırılmış. Başka birini kullanın.',
    wrong_account: 'Bu geçiş anahtarı başka bir hesaba ait. Bu hesabın bir geçiş anahtarını kullanın.',
    unauthenticated: 'Önce oturum açın.',
    step_up_required: 'Bu hesabın geçiş anahtarı yok. Kimliğinizi doğrulamak için yeniden oturum açın.',
  },
  passwordForm: {
    username: 'Kullanıcı adı',
    password: 'Parola',
    button: 'Oturum aç',
    asking: 'İletişim kutusunda devam edin.',
    verifying: 'Oturum açılıyor…',
    done: 'Oturumunuz açıldı.',
    rejected: 'Kullanıcı adı veya parola yanlış. Tekrar deneyin veya başka bir yöntemle oturum açın.',
    unsupported: 'Burada parola kullanılamaz. Başka bir yöntemle oturum açın.',
    unknown_credential: 'Bu geçiş anahtarı hesaptan kaldırılmış. Başka bir yöntemle oturum açın.',
    no_local_passkey: 'Kullanıcı adınız ve parolanızla oturum açın.',
    wait: {
      one: 'Çok fazla deneme yapıldı. Bir dakika bekleyip tekrar deneyin.',
      other: 'Çok fazla deneme yapıldı. {minutes} dakika bekleyip tekrar deneyin.',
    },
  },
} satisfies Translation<typeof english>;
