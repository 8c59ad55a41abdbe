import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Uygulamayı yükle',
    asking: 'İletişim kutusunda devam edin.',
    guiding: '',
    done: 'Uygulama yükleniyor…',
    cancelled: 'Uygulama yüklenmedi.',
  },
  installGuide: {
    title: 'Bu uygulamayı yükleyin',
    about: 'Yüklemek için şu adımları izleyin:',
    otherBrowser: 'Bu tarayıcı uygulama yükleyemiyor.',
    problems: 'Tarayıcı, bu uygulamayı yüklemeyi önermiyor. Nedeni:',
    network: 'Bu sayfanın manifest dosyası yüklenemedi.',
    bad_response: 'Sunucu, bu sayfanın manifest dosyasını sağlamıyor.',
    close: 'Kapat',
  },
  installSteps: {
    'app-menu': 'Kullandığınız uygulamanın menüsünü açın: ••• veya ⋮.',
    'open-in-browser': '“Tarayıcıda aç”ı seçin.',
    'install-there': 'Uygulamayı oradan yükleyin.',
    'open-in-safari': 'Bu sayfayı Safari’de açın.',
    'update-safari':
      'macOS Sonoma veya üzerinde Safari’yi 17 veya sonraki bir sürüme güncelleyin. Ya da bu sayfayı Chrome veya Edge’de açın.',
    share: '“Paylaş”ı seçin. Göremiyorsanız ••• menüsüne bakın.',
    'add-to-home-screen': 'Aşağı kaydırıp “Ana Ekrana Ekle”yi seçin.',
    'open-as-web-app': '“Web Uygulaması Olarak Aç” seçeneğini açık bırakın.',
    'file-menu': 'Menü çubuğunda “Dosya”yı açın.',
    'add-to-dock': '“Dock’a Ekle…”yi seçin. macOS Sonoma veya üzeri gerekir.',
    'confirm-add': '“Ekle”yi seçin.',
    menu: 'Tarayıcı menüsünü açın.',
    'firefox-install': '“Yükle” veya “Ana ekrana ekle”yi seçin.',
    'taskbar-icon': 'Adres çubuğunun sonundaki “Sekmeyi görev çubuğuna ekle” simgesini seçin.',
    'confirm-save': '“Kaydet”i seçin.',
    'samsung-add': '“Sayfayı şuraya ekle”yi seçin.',
    'home-screen': '“Ana ekran”ı seçin.',
    'android-install': '“Ana ekrana ekle” veya “Uygulamayı yükle”yi seçin.',
    'edge-apps': 'Önce “Diğer araçlar”ı, sonra “Uygulamalar”ı seçin.',
    'edge-install': '“Bu siteyi uygulama olarak yükle”yi seçin.',
    'chrome-install': '“Sayfayı uygulama olarak yükle…”yi seçin. “Yayınla, kaydet ve paylaş” altında olabilir.',
    'confirm-install': '“Yükle”yi seçin.',
    'any-install': '“Yükle” veya “Ana ekrana ekle”yi bulup seçin.',
    'other-browser': 'Bu sayfayı Chrome, Edge veya Safari gibi uygulama yükleyebilen bir tarayıcıda açın.',
  },
} satisfies Translation<typeof english>;
