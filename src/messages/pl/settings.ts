import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Wczytywanie konta…',
    retry: 'Ponów próbę',
    unsupported: 'Nie możesz tu zarządzać swoim kontem.',
    unauthenticated: 'Zaloguj się, aby zobaczyć swoje konto.',
    stale: 'Jesteś offline. Ta strona może być nieaktualna.',
    name: 'Nazwa',
    addresses: 'E-mail i telefon',
    passkeys: 'Klucze dostępu',
    password: 'Hasło',
    secondFactor: 'Weryfikacja dwuetapowa',
    providers: 'Połączone konta',
    devices: 'Urządzenia',
    events: 'Ostatnia aktywność',
    signOut: 'Wyloguj wszędzie',
    deletion: 'Usuń konto',
  },
} satisfies Translation<typeof english>;
