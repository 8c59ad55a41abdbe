import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Aplikacja uwierzytelniająca',
    noApp: 'Nieskonfigurowana. Pokazuje kody do wpisania po haśle.',
    appSince: 'Skonfigurowano {when}',
    setUpApp: 'Skonfiguruj',
    recoveryCodes: 'Kody odzyskiwania',
    codesLeft: {
      one: 'Pozostał {count} kod',
      few: 'Pozostały {count} kody',
      many: 'Pozostało {count} kodów',
      other: 'Pozostało {count} kodu',
    },
    newCodes: 'Pobierz nowe kody',
    newCodesTitle: 'Wymienić kody odzyskiwania?',
    newCodesText: 'Stare przestaną działać.',
    removeApp: 'Usunąć aplikację uwierzytelniającą?',
    removeAppText: 'Jej kody odzyskiwania też przestaną działać.',
    appAdded: 'Aplikacja uwierzytelniająca jest skonfigurowana.',
    appRemoved: 'Aplikacja uwierzytelniająca usunięta.',
    codesReplaced: 'Stare kody już nie działają.',
    expiredSetUp: 'To trwało zbyt długo. Skonfiguruj aplikację ponownie.',
    already_registered: 'Aplikacja uwierzytelniająca jest już skonfigurowana.',
    second_factor_required: 'Twoje konto wymaga drugiego kroku, a ten jest jedyny.',
    no_second_factor: 'Najpierw dodaj klucz dostępu lub aplikację uwierzytelniającą.',
    passkeyToo: 'Klucz dostępu po haśle',
    passkeyNeeded: 'Po haśle potrzebny jest też Twój klucz dostępu.',
    passkeyNotNeeded: 'Do zalogowania wystarczy hasło.',
    turnOn: 'Włącz',
    turnOff: 'Wyłącz',
  },
} satisfies Translation<typeof english>;
