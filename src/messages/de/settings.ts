import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Ihr Konto wird geladen …',
    retry: 'Erneut versuchen',
    unsupported: 'Sie können Ihr Konto hier nicht verwalten.',
    unauthenticated: 'Melden Sie sich an, um Ihr Konto zu sehen.',
    stale: 'Sie sind offline. Diese Seite ist möglicherweise nicht aktuell.',
    name: 'Name',
    addresses: 'E-Mail und Telefon',
    passkeys: 'Passkeys',
    password: 'Passwort',
    secondFactor: 'Bestätigung in zwei Schritten',
    providers: 'Verknüpfte Konten',
    devices: 'Geräte',
    events: 'Letzte Aktivitäten',
    signOut: 'Überall abmelden',
    deletion: 'Konto löschen',
  },
} satisfies Translation<typeof english>;
