import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Zainstaluj aplikację',
    asking: 'Kontynuuj w oknie dialogowym.',
    guiding: '',
    done: 'Instalowanie aplikacji…',
    cancelled: 'Aplikacja nie została zainstalowana.',
  },
  installGuide: {
    title: 'Zainstaluj tę aplikację',
    about: 'Aby zainstalować, wykonaj te czynności:',
    otherBrowser: 'Ta przeglądarka nie może instalować aplikacji.',
    problems: 'Przeglądarka nie proponuje instalacji tej aplikacji, ponieważ:',
    network: 'Nie udało się wczytać manifestu tej strony.',
    bad_response: 'Serwer nie udostępnia manifestu tej strony.',
    close: 'Zamknij',
  },
  installSteps: {
    'app-menu': 'Otwórz menu bieżącej aplikacji: ••• lub ⋮.',
    'open-in-browser': 'Wybierz „Otwórz w przeglądarce”.',
    'install-there': 'Zainstaluj aplikację tam.',
    'open-in-safari': 'Otwórz tę stronę w Safari.',
    'update-safari':
      'Uaktualnij Safari do wersji 17 lub nowszej w systemie macOS Sonoma lub nowszym. Możesz też otworzyć tę stronę w Chrome lub Edge.',
    share: 'Wybierz „Udostępnij”. Jeśli nie widzisz tej opcji, poszukaj jej w menu •••.',
    'add-to-home-screen': 'Przewiń w dół i wybierz „Do ekranu początkowego”.',
    'open-as-web-app': 'Pozostaw włączoną opcję „Otwórz jako aplikację www”.',
    'file-menu': 'Otwórz menu „Plik” na pasku menu.',
    'add-to-dock': 'Wybierz „Dodaj do Docka…”. Wymaga systemu macOS Sonoma lub nowszego.',
    'confirm-add': 'Wybierz „Dodaj”.',
    menu: 'Otwórz menu przeglądarki.',
    'firefox-install': 'Wybierz „Zainstaluj” lub „Dodaj do ekranu głównego”.',
    'taskbar-icon': 'Wybierz „Dodaj kartę do paska zadań” na końcu paska adresu.',
    'confirm-save': 'Wybierz „Zapisz”.',
    'samsung-add': 'Wybierz „Dodaj stronę do”.',
    'home-screen': 'Wybierz „Ekran główny”.',
    'android-install': 'Wybierz „Dodaj do ekranu głównego” lub „Zainstaluj aplikację”.',
    'edge-apps': 'Wybierz „Więcej narzędzi”, a następnie „Aplikacje”.',
    'edge-install': 'Wybierz „Zainstaluj tę witrynę jako aplikację”.',
    'chrome-install':
      'Wybierz „Zainstaluj stronę jako aplikację…”. Poszukaj też w menu „Przesyłaj, zapisuj i udostępniaj”.',
    'confirm-install': 'Wybierz „Zainstaluj”.',
    'any-install': 'Znajdź i wybierz opcję „Zainstaluj” lub „Dodaj do ekranu głównego”.',
    'other-browser': 'Otwórz tę stronę w przeglądarce, która może instalować aplikacje, np. Chrome, Edge lub Safari.',
  },
} satisfies Translation<typeof english>;
